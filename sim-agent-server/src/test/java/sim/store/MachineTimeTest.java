package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;

/** A machine that slept has no clock that jumped. */
class MachineTimeTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private long nanos = 77 * SECOND;
    private long clock = Batches.now();

    @Test
    void theTimeInWhichTheMachineSleptCounts() throws Exception {
        Path uptime = folder.resolve("uptime");
        Files.writeString(uptime, "1000.00 900.00\n");
        MachineTime time = new MachineTime(uptime, () -> nanos);
        TrustedClock trusted = new TrustedClock(() -> clock, time::nanos);
        nanos += 5 * SECOND;
        clock += 13 * 3_600_000_000L + 5_000_000;
        Files.writeString(uptime, (1_005 + 13 * 3_600) + ".00 900.00\n");
        assertThat(trusted.now()).isEqualTo(clock);
        assertThat(trusted.isInDoubt()).isFalse();
        nanos += 5 * SECOND;
        clock += 13 * 3_600_000_000L + 5_000_000;
        Files.writeString(uptime, (1_010 + 13 * 3_600) + ".00 900.00\n");
        trusted.now();
        assertThat(trusted.isInDoubt()).as("it did not sleep").isTrue();
    }

    @Test
    void itNeverGoesBackAndGoesOnWhereNothingTellsIt() throws Exception {
        Path uptime = folder.resolve("uptime");
        Files.writeString(uptime, "1000.00 900.00\n");
        MachineTime time = new MachineTime(uptime, () -> nanos);
        long before = time.nanos();
        nanos += 2 * SECOND;
        Files.writeString(uptime, "1001.99 900.00\n");
        assertThat(time.nanos() - before).isEqualTo(2 * SECOND);
        nanos += 2 * SECOND;
        Files.writeString(uptime, "");
        assertThat(time.nanos() - before).isEqualTo(4 * SECOND);
        Files.delete(uptime);
        nanos += 2 * SECOND;
        assertThat(time.nanos() - before).isEqualTo(6 * SECOND);
        assertThat(new MachineTime(uptime, () -> nanos).nanos()).isEqualTo(nanos);
    }
}
