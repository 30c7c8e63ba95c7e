package sim.realworld;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The processes that a comparison starts: agent server, programs, Maven. They end with it, also when a signal ends it. */
final class Started {
    private static final long SECONDS_TO_END = 5;
    private static final Set<Process> ALL = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Started::endAll));
    }

    private static boolean ending;

    private Started() {}

    /** Does not return once this JVM ends: whoever sees a process killed must not start the next one. */
    static Process start(ProcessBuilder builder) throws IOException, InterruptedException {
        synchronized (ALL) {
            while (ending) {
                ALL.wait();
            }
            Process process = builder.start();
            ALL.add(process);
            process.onExit().thenAccept(ALL::remove);
            return process;
        }
    }

    private static void endAll() {
        synchronized (ALL) {
            ending = true;
        }
        ALL.forEach(Process::destroy);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_END);
        for (Process process : ALL) {
            try {
                if (!process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException hurried) {
                process.destroyForcibly();
            }
        }
    }
}
