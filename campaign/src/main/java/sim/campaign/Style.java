package sim.campaign;

import java.nio.file.Path;
import java.util.List;

/**
 * How an application works, and with which options.
 *
 * @param threading {@code threads}, {@code pool}, {@code virtual}, {@code newborn}, {@code waiting} or {@code full}
 * @param operations what it may do, joined by '+'
 * @param options of the agent, joined by ','
 * @param kept which calls it keeps one by one: {@code errors}, {@code all} or {@code none}
 * @param mostCalls it ends by itself after so many
 * @param before what its command begins with, before the JVM
 * @param classes where its JVM writes which classes it loads; null for nowhere
 */
record Style(Path jdk, String threading, int threads, int pauseMicros, int places, String operations, int heapMegabytes,
        String options, String kept, long mostCalls, List<String> before, Path classes) {
    /** The usual one: everything that has an exact account. */
    static Style usual(Path jdk, String threading) {
        return new Style(jdk, threading, 4, 10_000, 500, "calls+errors+contexts+events+items+deep+places", 128,
                "interval=300ms,exit.flush=30s,events=errors", "errors", Long.MAX_VALUE, List.of(), null);
    }

    Style doing(String wanted) {
        return new Style(jdk, threading, threads, pauseMicros, places, wanted, heapMegabytes, options, kept, mostCalls,
                before, classes);
    }

    Style with(String option) {
        return new Style(jdk, threading, threads, pauseMicros, places, operations, heapMegabytes,
                options + "," + option,
                kept, mostCalls, before, classes);
    }

    /** Its command begins so. */
    Style after(List<String> wanted) {
        return new Style(jdk, threading, threads, pauseMicros, places, operations, heapMegabytes, options, kept,
                mostCalls, wanted, classes);
    }

    /** Ships so often. */
    Style every(String interval) {
        return new Style(jdk, threading, threads, pauseMicros, places, operations, heapMegabytes,
                options.replaceAll("interval=[0-9a-z]+", "interval=" + interval), kept, mostCalls, before, classes);
    }

    /** Its JVM writes into this file which classes it loads. */
    Style loggingClasses(Path to) {
        return new Style(jdk, threading, threads, pauseMicros, places, operations, heapMegabytes, options, kept,
                mostCalls, before, to);
    }

    Style keeping(String wanted, long most) {
        return new Style(jdk, threading, threads, pauseMicros, places, operations, heapMegabytes,
                options.replaceAll("events=[a-z]+", "events=" + wanted), wanted, most, before, classes);
    }

    Style sized(int threadsWanted, int pause, int placesWanted, int megabytes) {
        return new Style(jdk, threading, threadsWanted, pause, placesWanted, operations, megabytes, options, kept,
                mostCalls, before, classes);
    }

    /** The propagators, so that contexts travel. */
    String aop() {
        return """
                <aspectj>
                  <aspects>
                    <aspect name="sim.instrumentation.aop.aspectj.ExecutorPropagator"/>
                    <aspect name="sim.instrumentation.aop.aspectj.ThreadPropagator"/>
                  </aspects>
                  <weaver><include within="counted..*"/></weaver>
                </aspectj>
                """;
    }
}
