package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sim.context.Context;
import sim.context.ContextWatch;

/** What the application calls does not throw where SIM fails inside: it is counted, and the application goes on. */
class GuardedEntriesTest {
    private final Runs runs = new Runs("");

    @Test
    void anEventThatCannotBeKeptIsCounted() {
        runs.metering.fire("broken", new AbstractMap<String, Object>() {
            @Override
            public Set<Map.Entry<String, Object>> entrySet() {
                throw new IllegalStateException("as where the heap is full");
            }
        });
        assertThat(runs.counter("metering.failures")).isEqualTo(1);
        runs.metering.fire("event", Map.of("key", 1));
        assertThat(runs.drain().events()).singleElement()
                .satisfies(event -> assertThat(event.name()).isEqualTo("event"));
    }

    @Test
    void aContextThatCannotBeginIsCountedAndItsEndEndsNoOther() {
        breaks("broken");
        Context outer = runs.metering.createContext("outer", "");
        Context nothing = runs.metering.createContext("broken", "");
        nothing.put("key", "value");
        assertThat(nothing.get("key")).isNull();
        assertThat(runs.metering.currentContext()).as("none, and not the one outside").isNull();
        runs.metering.createContext("inner", "");
        assertThat(runs.metering.currentContext().getParentContextId()).isNull();
        runs.metering.endContext(null);
        runs.metering.endContext(null);
        assertThat(runs.metering.currentContext()).isSameAs(outer);
        assertThat(outer.isOpen()).isTrue();
        runs.metering.endContext(null);
        assertThat(runs.metering.currentContext()).isNull();
        assertThat(runs.counter("metering.failures")).isEqualTo(1);
        assertThat(runs.counter("context.missing")).isZero();
    }

    /** Makes the begin of contexts of that name fail. */
    private void breaks(String name) {
        runs.metering.features.watch(name, new ContextWatch() {
            @Override
            public void began() {
                throw new IllegalStateException("as where the heap is full");
            }

            @Override
            public void ended() {
                // as it may be
            }
        });
    }
}
