package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
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

    @Test
    void aFailureOfSimItselfIsAFaultWhateverItSaidOnStandardError() throws Exception {
        Account account = new Account();
        Auditor.failures("a", new ObjectMapper().readTree("""
                {"counters": {"hooks.stuck": 3, "metering.failures": 0}}"""), account);
        assertThat(account.faults()).isEmpty();
        Auditor.failures("a", new ObjectMapper().readTree("""
                {"counters": {"threads.failed": 1, "metering.failures": 2}}"""), account);
        assertThat(account.faults()).containsExactly("a: SIM counts metering.failures: 2",
                "a: SIM counts threads.failed: 1");
    }

    @Test
    void whatAProgramSaidThatItCouldNotShipIsCountedByKind() {
        assertThat(Auditor.unshipped(List.of("sim: something else: 7 calls", "sim: the last measurements could not be "
                + "shipped: 2025409 calls, 3 contexts, 754259 payloads, 10634 payload events; the time of exit.flush "
                + "(30000 ms) was over"))).isEqualTo(
                        Map.of("calls", 2_025_409L, "contexts", 3L, "payloads", 754_259L, "payload events", 10_634L));
        assertThat(Auditor.unshipped(List.of(
                "sim: the last measurements could not be shipped: no calls, but the last counters; refused")))
                .isEmpty();
    }

    /** Never more than is missing, and never what is there twice. */
    @Test
    void ofWhatCouldNotBeShippedAsMuchIsCountedAsDidNotCome() {
        assertThat(Auditor.counted(100, 60, 10, 30)).isEqualTo(40);
        assertThat(Auditor.counted(100, 80, 10, 30)).as("some of it came").isEqualTo(20);
        assertThat(Auditor.counted(100, 50, 10, 30)).as("ten are missing").isEqualTo(40);
        assertThat(Auditor.counted(100, 110, 0, 30)).as("ten are there twice").isZero();
    }
}
