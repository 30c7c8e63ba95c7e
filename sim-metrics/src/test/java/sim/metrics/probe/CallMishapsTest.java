package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What SIM says of its own failures on a thread of the application. */
class CallMishapsTest {
    private final CallMishaps mishaps = new CallMishaps(false);

    /** To say the first loads classes, which meters: with a full heap or a SecurityManager that fails as well, and was said as well. */
    @Test
    void aFailureWhileTheFirstIsSaidIsOnlyCounted() {
        List<String> said = said(() -> mishaps.failed(new IllegalStateException() {
            @Override
            public String toString() {
                mishaps.failed(new IllegalStateException("inside"));
                return "outside";
            }
        }));
        assertThat(said).containsExactly(
                "sim: metering failed and continues; later failures are only counted: outside");
        assertThat(said(() -> {
            mishaps.failed(new IllegalStateException("third"));
            mishaps.failed(new IllegalStateException("fourth"));
        })).isEmpty();
    }

    private static List<String> said(Runnable work) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return printed.toString().lines().toList();
    }
}
