package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which contexts are sent with all their places. */
class KeepingTest {
    private static final int LARGE = 1_000;

    private final Keeping keeping = new Keeping(1_000_000_000, 100, Integer.MAX_VALUE, 100);
    private final Kind kind = new Kind(1, "order", null, "order", null, 10);
    private long trace;

    /** Where every request fails, and each of them at a thousand places, the application would send millions of rows. */
    @Test
    void largeOnesThatFailAreWholeUpToABoundAndSmallOnesAlways() {
        int whole = 0;
        for (int i = 0; i < 10_000; i++) {
            whole += isWhole(LARGE, true) ? 1 : 0;
        }
        assertThat(whole).isBetween(60, 80);
        for (int i = 0; i < 10_000; i++) {
            assertThat(isWhole(PlaceTable.SMALL, true)).isTrue();
        }
        assertThat(isWhole(1, false)).as("not worth it, and not one of the first").isFalse();
        kind.places = 0; // a drain
        assertThat(isWhole(LARGE, false)).isTrue();
    }

    private boolean isWhole(int places, boolean failed) {
        return keeping.isWhole(kind, places, false, failed, 1_000, new Trace(1, ++trace * 31, 0, null));
    }
}
