package sim.payload.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OtherReleaseTest {
    /** As Tomcat's loader, whose text has four lines. */
    private static final class ParallelWebappClassLoader extends ClassLoader {
        @Override
        public String toString() {
            return "ParallelWebappClassLoader\n  context: shop\n";
        }
    }

    @Test
    void isSaidInALineOfTheScreen() {
        assertThat("sim: " + PayloadRuntime.line(new ParallelWebappClassLoader())).hasSizeLessThan(161)
                .hasLineCount(1).contains("ParallelWebappClassLoader", "Bring SIM's");
    }
}
