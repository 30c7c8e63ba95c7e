package sim.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time since the machine was started, which no setting of its clock changes. {@link System#nanoTime} stands still on Linux while the machine
 * sleeps, so a laptop that was closed for a night would seem to have a clock that jumped; {@code /proc/uptime} counts that time. Where
 * there is no such file it is {@code nanoTime} alone. Any thread.
 */
final class MachineTime {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path uptime;
    private final LongSupplier nanoTime;
    /** By how much the machine's time is ahead of {@code nanoTime}, as it was read last. */
    private long ahead;
    private long lookedNanos;

    MachineTime() {
        this(Path.of("/proc/uptime"), System::nanoTime);
    }

    MachineTime(Path uptime, LongSupplier nanoTime) {
        this.uptime = uptime;
        this.nanoTime = nanoTime;
        long now = nanoTime.getAsLong();
        ahead = aheadAt(now, 0);
        lookedNanos = now;
    }

    /** Nanoseconds from any beginning; never fewer than before. */
    synchronized long nanos() {
        long now = nanoTime.getAsLong();
        if (now - lookedNanos >= LOOK_NANOS) {
            ahead = Math.max(ahead, aheadAt(now, ahead));
            lookedNanos = now;
        }
        return now + ahead;
    }

    private long aheadAt(long now, long unknown) {
        try {
            String seconds = Files.readString(uptime, StandardCharsets.US_ASCII).split(" ")[0];
            return (long) (Double.parseDouble(seconds) * TimeUnit.SECONDS.toNanos(1)) - now;
        } catch (IOException | NumberFormatException none) {
            return unknown;
        }
    }
}
