package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Looks after one start of a program, on a thread of its own: where it takes too long, a thread dump is written, and where it takes four times as
 * long, another one, and the start is ended.
 */
final class Watchdog {
    private static final int PATIENCE = 4;
    private static final long FOR_A_DUMP = 60;

    private final Duration limit;
    private final Path dump;
    private volatile boolean ended;

    /**
     * @param limit after which the first dump is written
     * @param dump  where, if there is anything to write
     */
    Watchdog(Duration limit, Path dump) {
        this.limit = limit;
        this.dump = dump;
    }

    void guard(Process process) {
        Thread thread = new Thread(() -> watch(process), "watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether the start was ended. */
    boolean hasEnded() {
        return ended;
    }

    private void watch(Process process) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                write(process);
                if (!process.waitFor(limit.multipliedBy(PATIENCE - 1).toMillis(), TimeUnit.MILLISECONDS)) {
                    write(process);
                    ended = true;
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException over) {
            // nobody does that
        }
    }

    private void write(Process process) throws InterruptedException {
        try {
            Files.createDirectories(dump.getParent());
            Process jcmd = Started.start(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd")
                    .toString(), String.valueOf(process.pid()), "Thread.print", "-l").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(dump.toFile())));
            if (!jcmd.waitFor(FOR_A_DUMP, TimeUnit.SECONDS)) {
                jcmd.destroyForcibly();
            }
            System.err.println("realworld: a start is not done after " + limit.toSeconds() + " s, see " + dump);
        } catch (IOException failed) {
            System.err.println("realworld: no thread dump of " + process.pid() + ": " + failed);
        }
    }
}
