#!/bin/sh
# Weaves the classes of the jars in pom.xml whole, loads each in a JVM that verifies it, and tries those it refuses without the
# agent too. Usage: weave.sh [every]: every class, or one in so many. Needs the packaged agent and the compiled tests.
# The last lines are the figures; the files are in target/bytecode. Begun again with the same agent and the same argument it goes
# on with the first part that was not finished; what it tries is a copy of the agent, so building meanwhile does not disturb it.
set -e
cd "$(dirname "$0")/../../.."
every=${1:-1}
out=target/bytecode
mkdir -p $out
test -s $out/classpath || mvn -q -B -f src/test/bytecode/pom.xml \
  org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath -Dmdep.outputFile="$PWD/$out/classpath"
if [ "$(cat $out/every 2> /dev/null)" != "$every" ] || ! cmp -s target/sim-agent.jar $out/agent.jar; then
  rm -rf $out/part.* $out/classes
  cp target/sim-agent.jar $out/agent.jar
  mkdir -p $out/classes/woven && cp target/test-classes/woven/WeaveAll*.class $out/classes/woven
  tr ':' '\n' < $out/classpath > $out/jars
  while read -r jar; do unzip -Z1 "$jar"; done < $out/jars |
    grep '\.class$' | grep -v -e '^META-INF/' -e 'module-info.class$' -e 'package-info.class$' |
    sed -e 's/\.class$//' -e 'y,/,.,' | awk '!seen[$0]++' | awk "NR % $every == 0" > $out/names
  split -l 4000 $out/names $out/part.
  echo "$every" > $out/every
fi
cat > $out/aop.xml <<'X'
<aspectj><aspects>
<concrete-aspect name="woven.Everything" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
<pointcut name="methodsToInstrument" expression="execution(* *(..)) || execution(new(..))"/></concrete-aspect>
</aspects><weaver><include within="*..*"/></weaver></aspectj>
X
run() { # out file, names, flags
  to=$1 names=$2
  shift 2
  java -Xmx1500m -XX:+UseSerialGC "$@" -cp $out/classes woven.WeaveAll $out/jars "$names" > "$to.out" 2> "$to.err" || true
}
for part in $out/part.??; do
  test ! -e "$part.done" || continue
  run "$part.woven" "$part" -Dsim.server=127.0.0.1:1 \
    -javaagent:$out/agent.jar=aop=$out/aop.xml,weave.skip=none,weave.cache=off
  # A JVM that died half way says nothing about the rest of its part: it is no part that passed.
  if ! grep -q '^linked' "$part.woven.out"; then
    echo "$part: its JVM died, see $part.woven.err" >&2
    continue
  fi
  grep '^refused' "$part.woven.out" | cut -d' ' -f2 > "$part.again" || true
  run "$part.bare" "$part.again" -Dwoven.bare=true
  for way in bare woven; do grep '^refused' "$part.$way.out" | cut -d' ' -f2 | sort > "$part.$way.refused" || true; done
  # Accepted bare and refused woven: must be none.
  comm -13 "$part.bare.refused" "$part.woven.refused" > "$part.new"
  touch "$part.done"
  echo "$part: $(grep '^linked' "$part.woven.out"), refused woven and not bare $(wc -l < "$part.new")"
done
echo "jars $(wc -l < $out/jars) classes $(cat $out/part.??.woven.out | awk '/^classes/ {n += $2} END {print n}')" \
  "linked $(cat $out/part.??.woven.out | awk '/^linked/ {n += $2} END {print n}')"
cat $out/part.??.woven.out | awk '/^counter/ {n[$2] += $3} END {for (k in n) print k, n[k]}' | sort
echo "parts that died: $(for part in $out/part.??; do test -e "$part.done" || echo "$part"; done | wc -l)"
echo "refused woven and not bare: $(cat $out/part.??.new | wc -l)"
