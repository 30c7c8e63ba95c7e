package sim.realworld;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
        List<ProcessHandle> all = new ArrayList<>();
        synchronized (ALL) {
            ending = true;
            ALL.forEach(process -> {
                all.add(process.toHandle());
                process.descendants().forEach(all::add); // a script's JVM
            });
        }
        all.forEach(ProcessHandle::destroy);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_END);
        for (ProcessHandle each : all) {
            try {
                each.onExit().get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException hurried) {
                each.destroyForcibly();
            }
        }
    }
}
