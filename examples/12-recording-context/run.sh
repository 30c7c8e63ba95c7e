#!/bin/sh
# Lesson 12: a context on the events of a flight recording. The program of the JDK's proposal for recording contexts: in a
# context with Key1 -> Value1 two tasks go to a ForkJoinPool with a snapshot, and each sleeps there. The JDK itself writes
# the events of the sleeps and knows nothing of contexts.
#
# How to run:  ./sim example 12-recording-context
# What you should see: two jdk.ThreadSleep events with Key1 -> Value1, printed by ./sim jfr; and, where there is a JDK 25
#   (JAVA_HOME_25, or the one that runs this), once more by that JDK's own tool, whichever JDK made the recording.
#
# ./sim sets ROOT, JAVA, SERVER (host:port) and LOGS (a directory).
RECORDING=$LOGS/contexts.jfr
"$JAVA" "-javaagent:$ROOT/sim-agent/target/sim-agent.jar=application=recording-context,server=$SERVER" \
    -cp "$ROOT/examples/12-recording-context/target/recording-context.jar" shop.sleep.TwoSleeps "$RECORDING" || exit

echo "./sim jfr print --events ThreadSleep contexts.jfr"
"$JAVA" -jar "$ROOT/sim-agent-server/target/sim-agent-server.jar" jfr print --events ThreadSleep "$RECORDING" || exit

for tool in "${JAVA_HOME_25:-}/bin/jfr" "${JAVA%java}jfr"; do
    case $("$tool" --version 2> /dev/null) in
        2[5-9]*)
            echo "The jfr print of JDK $("$tool" --version)"
            exec "$tool" print --events ThreadSleep "$RECORDING" ;;
    esac
done
echo "There is no JDK 25 to print it with as well; JAVA_HOME_25 can name one."
