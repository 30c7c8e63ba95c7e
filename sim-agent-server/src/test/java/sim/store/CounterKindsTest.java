package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.base.config.Options;
import sim.jfr.RecordingContext;
import sim.metrics.log.LogContexts;
import sim.metrics.probe.Metering;
import sim.metrics.weaving.WeavingFailure;
import sim.metrics.weaving.WeavingSkip;
import sim.server.Batches;
import sim.wire.Counter;
import sim.wire.Section;
import sim.wire.Sections;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;

/** However many kinds of counters a process says it has, and however long, a list of instances has few and short ones of it. */
class CounterKindsTest {
    @TempDir
    Path folder;

    @Test
    void whatAnHonestProgramCountsIsAsItIs() {
        Map<String, Long> honest = Map.of("calls.lost", 5L, "times", 0L, Wire.ENDED, 1L);
        assertThat(CounterKinds.bounded(honest)).isSameAs(honest);
    }

    /** All that a program, its weaver and its collector count, and some that are to come. */
    @Test
    void everyKindThatTheAgentHasFits() {
        Map<String, Long> all = new HashMap<>(new Metering(Options.load("", new Properties())).counters());
        assertThat(all).containsKeys("weaving.failed", "errors.stacks.dropped").hasSizeGreaterThan(60);
        new LogContexts().count(all);
        RecordingContext.counters().forEach((kind, count) -> all.put("jfr." + kind, count));
        for (WeavingFailure reason : WeavingFailure.values()) {
            all.put("weaving.failed." + reason.label(), 1L);
        }
        for (WeavingSkip why : WeavingSkip.values()) {
            all.put("weaving.skipped." + why.label(), 1L);
        }
        for (Section<?> section : Sections.ALL) {
            String counter = section.dropCounter();
            if (counter != null) {
                all.put(counter, 1L);
            }
        }
        for (Section<?> section : List.of(Sections.ROWS, Sections.INVOCATIONS, Sections.CONTEXTS, Sections.EVENTS,
                Sections.PAYLOAD_ROWS, Sections.PAYLOAD_EVENTS)) {
            all.put(Wire.LEFT + section.dropCounter().replaceAll("^spool\\.|\\.dropped$", ""), 1L);
        }
        for (String other : List.of("collector.reconnects", "collector.failures", "collector.waits", "collector.aside",
                "collector.unsendable", "prometheus.failures", "telemetries.failures", Wire.ENDED,
                "payload.probes.unmatched", "log.dropped", "recording.dropped", "probes.reports.held.back",
                "weaving.seen", "weaving.given", "weaving.woven", "weaving.unchanged",
                "weaving.kept", "weaving.kept.damaged", "weaving.kept.failed", "weaving.messages", "weaving.ms",
                "weaving.inside.ms", "weaving.idle.out", "weaving.idle.back", "weaving.idle.ms")) {
            all.put(other, 1L);
        }
        assertThat(CounterKinds.bounded(all)).isSameAs(all);
        assertThat(all).as("with room for ten more").hasSizeLessThanOrEqualTo(CounterKinds.MOST - 10);
        assertThat(String.join("", all.keySet())).as("with room for ten more")
                .hasSizeLessThan(CounterKinds.CHARACTERS - 250);
    }

    @Test
    void whatIsOverIsFoldedIntoOneKindAndCountedTheSameInAnyOrder() {
        List<Counter> counters = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            counters.add(new Counter("kind" + i, i));
        }
        counters.add(new Counter("y".repeat(1_000), 7));
        counters.add(new Counter("z".repeat(1_000), Long.MAX_VALUE));
        counters.add(new Counter(Wire.ENDED, 1));
        Map<String, Long> first = CounterKinds.bounded(of(counters));
        assertThat(first).hasSizeLessThanOrEqualTo(CounterKinds.MOST + 3).containsEntry(Wire.ENDED, 1L)
                .containsEntry(CounterKinds.OTHER, Long.MAX_VALUE)
                .containsEntry(CounterKinds.FOLDED, 1_003L - (first.size() - 2));
        assertThat(String.join("", first.keySet())).hasSizeLessThan(CounterKinds.CHARACTERS + 100);
        Collections.shuffle(counters, new Random(1));
        assertThat(CounterKinds.bounded(of(counters))).isEqualTo(first);
    }

    /** It was overwritten by the number of kinds that the server folded. */
    @Test
    void whatAProgramSaysOfItsOwnCountersStays() {
        Map<String, Long> counters = new HashMap<>(Map.of("counters.folded", 7L, "x".repeat(1_000), 5L));
        assertThat(CounterKinds.bounded(counters)).isEqualTo(
                Map.of("counters.folded", 7L, CounterKinds.OTHER, 5L, CounterKinds.FOLDED, 1L));
        assertThat(CounterKinds.bounded(Map.of(CounterKinds.FOLDED, 9L, CounterKinds.OTHER, 8L)))
                .as("of who takes the server's names")
                .isEqualTo(Map.of(CounterKinds.OTHER, 17L, CounterKinds.FOLDED, 2L));
    }

    @Test
    void aListOfInstancesHasAFewShortOnes() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("forged", "i"));
            List<Counter> counters = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                counters.add(new Counter(i + "x".repeat(500), 1));
            }
            for (int sequence = 1; sequence <= 2; sequence++) { // the second has no more kinds than the first
                store.append("i", Batches.recursion(sequence).with(Sections.COUNTERS, counters));
            }
            JsonNode listed = KeptTest.ask(store,
                    (questions, answer) -> questions.applications(Set.of(), 10, null, answer));
            JsonNode told = listed.path(0).path("counters");
            assertThat(told.path(CounterKinds.OTHER).asLong()).isEqualTo(2_000);
            assertThat(told.path(CounterKinds.FOLDED).asLong()).isEqualTo(2_000);
            assertThat(listed.toString()).hasSizeLessThan(2_000);
        }
    }

    private static Map<String, Long> of(List<Counter> counters) {
        Map<String, Long> all = new java.util.LinkedHashMap<>();
        counters.forEach(each -> all.put(each.kind(), each.count()));
        return all;
    }
}
