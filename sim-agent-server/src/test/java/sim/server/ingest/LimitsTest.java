package sim.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.export.totals.Totals;

class LimitsTest {
    /** An instance that gives way to others counts nothing until it connects again: none that is connected does. */
    @Test
    void whoeverMayBeConnectedIsCounted() {
        assertThat(Limits.STANDARD_CONNECTIONS).isLessThanOrEqualTo(Totals.MOST_INSTANCES);
    }
}
