package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sim.wire.tls.TlsFiles;

class EncryptionTest {
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(5);

    /** A second agent, or a busy machine, may take longer than an interval before main is called. */
    @Test
    void theIntervalBeginsWhenMainIsSeen() {
        Encryption encryption = new Encryption(new TlsFiles(null, null, null, null), "localhost", INTERVAL);
        long seen = System.nanoTime() + 3 * INTERVAL;
        assertThat(encryption.isEarly(seen)).as("main may have begun a moment ago").isTrue();
        assertThat(encryption.isEarly(seen + INTERVAL - 1)).isTrue();
        assertThat(encryption.isEarly(seen + INTERVAL)).isFalse();
    }
}
