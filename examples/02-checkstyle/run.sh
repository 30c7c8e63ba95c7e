#!/bin/sh
# Lesson 2: meter a program that nobody prepared. Checkstyle comes unchanged from Maven Central; the aop.xml beside this
# file says which of its methods to meter. Here it checks some of SIM's own sources by Google's rules.
#
# How to run:  ./sim example 02-checkstyle
# What you should see: com.puppycrawl.tools.checkstyle.* methods; in the call tree Checker.process above
#   TreeWalker.processFiltered above the single checks' visitToken. Checkstyle's own warnings go to a file.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and LOGS (a directory).
exec "$JAVA" \
    "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=checkstyle,server=$SERVER,aop=$ROOT/examples/02-checkstyle/aop.xml" \
    -cp "$ROOT/examples/02-checkstyle/target/lib/*" \
    com.puppycrawl.tools.checkstyle.Main -c /google_checks.xml -o "$LOGS/checkstyle.txt" \
    "$ROOT/sim-annotations/src/main" "$ROOT/sim-context/src/main" "$ROOT/sim-agent/src/main"
