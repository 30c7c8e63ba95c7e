package woven;

import sim.instrumentation.annotation.Instrument;

/** Is metered, says which threads live, and returns from main: the JVM must end by itself. */
@Instrument
public class Threads {
    static void works() {}

    public static void main(String[] args) {
        works();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            System.out.println("thread " + thread.getName() + " daemon " + thread.isDaemon());
        }
    }
}
