package sim.payload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import recorded.PayloadRuns;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.spi.Dictionary;
import sim.model.payload.PayloadControl;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.payload.embedded.PayloadProbe;

/** Recordings that begin and end by themselves. */
class PayloadTriggersTest {
    public static class Queries extends PayloadProbe {
        @Override
        public String getName() {
            return "Queries";
        }
    }

    private final AtomicLong now = new AtomicLong(5);

    @Test
    void afterSomeTimeForSomeTime() {
        PayloadRuns runs = new PayloadRuns("");
        PayloadTriggers triggers = triggers(runs, "payload.record=Queries,payload.record.after=1m,"
                + "payload.record.for=10m");
        payload(runs, triggers, 59, "early");
        payload(runs, triggers, 60, "first");
        payload(runs, triggers, 600, "last");
        payload(runs, triggers, 661, "late");
        runs.drain();
        assertThat(runs.byText().keySet()).containsExactly("first", "last");
    }

    @Test
    void fromTheStartForSomeTime() {
        PayloadRuns runs = new PayloadRuns("");
        PayloadTriggers triggers = triggers(runs, "payload.record=all,payload.record.for=10m");
        payload(runs, triggers, 599, "in");
        payload(runs, triggers, 601, "out");
        runs.drain();
        assertThat(runs.byText().keySet()).containsExactly("in");
    }

    @Test
    void onceACallWasSlowAndForAMinuteUnlessThatIsSet() {
        PayloadRuns runs = new PayloadRuns("");
        PayloadTriggers triggers = triggers(runs, "payload.record.when=test.find>500ms");
        runs.call("find", () -> runs.clock.passesMillis(500));
        runs.call("other", () -> runs.clock.passesMillis(900));
        triggers.lookAt(runs.metering.drain(), runs.metering);
        payload(runs, triggers, 1, "before");
        runs.call("find", () -> runs.clock.passesMillis(501));
        triggers.lookAt(runs.metering.drain(), runs.metering);
        payload(runs, triggers, 60, "in");
        payload(runs, triggers, 62, "after");
        runs.drain();
        assertThat(runs.byText().keySet()).containsExactly("in");
    }

    /** A drain has the snapshot in its hands then: it goes on to who ships it, and the next slow call begins the recording. */
    @Test
    void aDictionaryThatCannotBeReadThrowsNothingAndIsReadLater() {
        PayloadRuns runs = new PayloadRuns("");
        PayloadTriggers triggers = triggers(runs, "payload.record.when=test.find>500ms");
        runs.call("find", () -> runs.clock.passesMillis(501));
        triggers.lookAt(runs.metering.drain(), new Unreadable(runs.metering));
        Map<String, Long> counters = new HashMap<>();
        triggers.count(counters);
        assertThat(counters).containsEntry("payloads.triggers.dropped", 1L);
        payload(runs, triggers, 1, "before");
        runs.call("find", () -> runs.clock.passesMillis(501));
        triggers.lookAt(runs.metering.drain(), runs.metering);
        payload(runs, triggers, 2, "in");
        runs.drain();
        assertThat(runs.byText().keySet()).containsExactly("in");
    }

    /** A runtime's dictionary while the heap is full. */
    private record Unreadable(Metering of) implements Dictionary {
        @Override
        public List<NameEntry> namesAfter(int id) {
            return of.namesAfter(id);
        }

        @Override
        public List<NodeEntry> nodesAfter(int id) {
            throw new OutOfMemoryError("meant");
        }

        @Override
        public List<String> extraMeters() {
            return of.extraMeters();
        }

        @Override
        public Map<String, Long> counters() {
            return of.counters();
        }
    }

    @Test
    void whileAContextOfThatNameIsOpen() {
        PayloadRuns runs = new PayloadRuns("payload.record.while=context:Night");
        runs.payload(Queries.class, "before", 1);
        runs.metering.createContext("Night", "");
        runs.payload(Queries.class, "in", 1);
        runs.metering.createContext("Night", "");
        runs.metering.createContext("Other", "");
        runs.metering.endContext(null);
        runs.metering.endContext(null);
        runs.payload(Queries.class, "still", 1);
        runs.metering.endContext(null);
        runs.payload(Queries.class, "after", 1);
        runs.metering.createContext("Other", "");
        runs.payload(Queries.class, "other", 1);
        runs.metering.endContext(null);
        runs.drain();
        assertThat(runs.byText().keySet()).containsExactly("in", "still");
        assertThat(runs.recordings).filteredOn(each -> each.endMicros() != 0).hasSize(1);
    }

    @Test
    void contextsWithoutEndBeginOnlySoMany() {
        PayloadRuns runs = new PayloadRuns("payload.record.while=context:Night");
        for (int i = 0; i < 1_000; i++) {
            runs.metering.createContext("Night", "");
            runs.payload(Queries.class, "in", 1);
            runs.metering.endContext(null);
        }
        assertThat(runs.metering.counters()).containsEntry("payloads.triggers.dropped", 900L);
        runs.drain();
        assertThat(runs.byText().get("in").count()).isEqualTo(100);
    }

    @Test
    void somebodyAtTheServerStartsAndStopsThem() {
        PayloadRuns runs = new PayloadRuns("");
        runs.payload(Queries.class, "before", 1);
        assertThat(runs.metering.control(new PayloadControl(PayloadControl.Action.RECORD, "Queries"))).isOne();
        runs.payload(Queries.class, "in", 1);
        assertThat(runs.metering.control(new PayloadControl(PayloadControl.Action.STOP_RECORDING, "all"))).isOne();
        runs.payload(Queries.class, "after", 1);
        runs.drain();
        assertThat(runs.byText().keySet()).containsExactly("in");
        assertThat(runs.counter("controls.unknown")).isZero();
    }

    @Test
    void whatCannotBeReadIsSaid() {
        assertThatThrownBy(() -> options("payload.record.when=find"))
                .isInstanceOf(OptionException.class).hasMessageContaining("shop.Orders.find>500ms");
        assertThatThrownBy(() -> options("payload.record.while=Night"))
                .isInstanceOf(OptionException.class).hasMessageContaining("context:NightlyRun");
    }

    private PayloadTriggers triggers(PayloadRuns runs, String argument) {
        return new PayloadTriggers(options(argument), Inside.of(runs.metering), now::get);
    }

    private void payload(PayloadRuns runs, PayloadTriggers triggers, long seconds, String text) {
        now.set(5 + TimeUnit.SECONDS.toNanos(seconds));
        triggers.look();
        runs.payload(Queries.class, text, 1);
    }

    private static Options options(String argument) {
        return Options.load(argument, new Properties());
    }
}
