package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.Event;
import jdk.jfr.EventType;
import org.junit.jupiter.api.Test;

/** The listings of the recording contexts' proposal, as they were published. */
class SeedListingsTest {
    private static final class TestEvent extends Event {}

    @Test
    void buildingAndInstallingAContext() {
        var contextKey1 = RecordingContextKey.forName("Key1");
        var context = RecordingContext.where(contextKey1, "Value1").build();
        assertThat(contextKey1.isBound()).isTrue();
        var snapshot = RecordingContext.snapshot();
        context.close();
        assertThat(contextKey1.isBound()).isFalse();
        try (var activation = snapshot.activate()) {
            assertThat(contextKey1.isBound()).isTrue();
        }
        assertThat(contextKey1.isBound()).isFalse();
    }

    @Test
    void helperFunctionsForStructuredConcurrency() throws Exception {
        var key = RecordingContextKey.forName("Key1");
        RecordingContext.Snapshot snapshot;
        try (var context = RecordingContext.where(key, "Value1").build()) {
            snapshot = RecordingContext.snapshot();
        }
        Object given = RecordingContext.callWithSnapshot(o -> {
            assertThat(key.isBound()).isTrue();
            return o;
        }, snapshot);
        assertThat(given).isSameAs(snapshot);
        assertThat(RecordingContext.<Boolean>callWithSnapshot(() -> key.isBound(), snapshot)).isTrue();
        boolean[] bound = new boolean[1];
        RecordingContext.runWithSnapshot(() -> {
            bound[0] = key.isBound();
        }, snapshot);
        assertThat(bound[0]).isTrue();
        assertThat(key.isBound()).isFalse();
    }

    @Test
    void filteringOnTheContext() {
        var contextKey1 = RecordingContextKey.forName("Key1");
        RecordingContextFilter before = RecordingContextFilter.Config.contextFilter();
        var filter = RecordingContextFilter.Config.createFilter()
                .forType(EventType.getEventType(TestEvent.class), b -> {
                    b.hasEntry(contextKey1, "Value1");
                })
                .forAllTypes(b -> {
                    b.hasKey(contextKey1);
                })
                .build();
        try {
            RecordingContextFilter.Config.setContextFilter(filter);
            assertThat(RecordingContextFilter.Config.contextFilter()).isSameAs(filter);
            assertThat(RecordingContextFilter.Config.accepts(TestEvent.class)).isFalse();
            RecordingContextFilter.Config.setContextFilter(null);
            assertThat(RecordingContextFilter.Config.contextFilter()).isNull();
        } finally {
            RecordingContextFilter.Config.setContextFilter(before);
        }
    }
}
