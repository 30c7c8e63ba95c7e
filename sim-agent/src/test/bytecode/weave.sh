#!/bin/sh
# Weaves the classes of the jars in pom.xml whole, loads each in a JVM that verifies it, and tries those it refuses without the
# agent too. Usage: weave.sh [every]: every class, or one in so many. Needs the packaged agent and the compiled tests.
# The last lines are the figures; the files are in target/bytecode.
set -e
cd "$(dirname "$0")/../../.."
every=${1:-1}
out=target/bytecode
mkdir -p $out && rm -f $out/part.* $out/*.out $out/*.err
test -s $out/classpath || mvn -q -B -f src/test/bytecode/pom.xml \
  org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath -Dmdep.outputFile="$PWD/$out/classpath"
tr ':' '\n' < $out/classpath > $out/jars
while read -r jar; do unzip -Z1 "$jar"; done < $out/jars |
  grep '\.class$' | grep -v -e '^META-INF/' -e 'module-info.class$' -e 'package-info.class$' |
  sed -e 's/\.class$//' -e 'y,/,.,' | awk '!seen[$0]++' | awk "NR % $every == 0" > $out/names
split -l 4000 $out/names $out/part.
cat > $out/aop.xml <<'X'
<aspectj><aspects>
<concrete-aspect name="woven.Everything" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
<pointcut name="methodsToInstrument" expression="execution(* *(..)) || execution(new(..))"/></concrete-aspect>
</aspects><weaver><include within="*..*"/></weaver></aspectj>
X
run() { # out file, names, flags
  to=$1 names=$2
  shift 2
  java -Xmx1500m -XX:+UseSerialGC "$@" -cp target/test-classes woven.WeaveAll $out/jars "$names" > "$to.out" 2> "$to.err" || true
}
for part in $out/part.??; do
  run "$part.woven" "$part" -Dsim.server=127.0.0.1:1 \
    -javaagent:target/sim-agent.jar=aop=$out/aop.xml,weave.skip=none
  grep '^refused' "$part.woven.out" | cut -d' ' -f2 > "$part.again" || true
  run "$part.bare" "$part.again" -Dwoven.bare=true
  for way in bare woven; do grep '^refused' "$part.$way.out" | cut -d' ' -f2 | sort > "$part.$way.refused" || true; done
  # Accepted bare and refused woven: must be none.
  comm -13 "$part.bare.refused" "$part.woven.refused" >> $out/new-refusals.out
done
echo "jars $(wc -l < $out/jars) classes $(cat $out/part.??.woven.out | awk '/^classes/ {n += $2} END {print n}')"
cat $out/part.??.woven.out | awk '/^counter/ {n[$2] += $3} END {for (k in n) print k, n[k]}' | sort
echo "refused woven and not bare: $(wc -l < $out/new-refusals.out)"
