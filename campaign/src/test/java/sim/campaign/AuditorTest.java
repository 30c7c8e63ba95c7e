package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class AuditorTest {
    @Test
    void whatIsLeftOutOfAKindIsThatKindsAlone() throws Exception {
        var entry = new ObjectMapper().readTree("""
                {"counters": {"calls.lost": 1, "spool.calls.dropped": 20, "calls.too.deep": 300, "probes.healed": 4000,
                 "context.calls.lost": 7, "contexts.dropped": 50000, "spool.contexts.dropped": 600000,
                 "context.places.dropped": 7, "events.dropped": 8, "payload.events.dropped": 9}}""");
        assertThat(Auditor.left(entry, "calls")).isEqualTo(4321);
        assertThat(Auditor.left(entry, "contexts")).isEqualTo(650_000);
        assertThat(Auditor.left(entry, "events")).isEqualTo(8);
        assertThat(Auditor.left(entry, "payload.events")).isEqualTo(9);
    }
}
