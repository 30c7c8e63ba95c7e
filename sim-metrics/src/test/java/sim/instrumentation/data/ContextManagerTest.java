package sim.instrumentation.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sim.context.Context;
import sim.metrics.probe.Metering;

/** The published context API, as programs written against it use it. */
class ContextManagerTest {
    @AfterEach
    void nothingIsLeft() {
        while (ContextManager.destroyCurrentContext() != null) {
            // what a test left open on purpose
        }
    }

    @Test
    void idsAreTextAndTheRootHasNoParent() {
        Context outer = ContextManager.createNewContext("outer", "tag");
        Context inner = ContextManager.createNewContext("inner", "");
        assertThat(outer.getId()).matches("[0-9a-f]{16}").isEqualTo(String.format("%016x", outer.id()));
        assertThat(outer.getParentContextId()).isNull();
        assertThat(inner.getParentContextId()).isEqualTo(outer.getId()).isNotEqualTo(inner.getId());
    }

    @Test
    void valuesKeepTheirTypes() {
        Context context = ContextManager.createNewContext("typed", "");
        Object[] values = {5, 5L, (short) 5, (byte) 5, 5.5, 5.5f, true, 'c', "text", null};
        for (int i = 0; i < values.length; i++) {
            context.put("value" + i, values[i]);
        }
        for (int i = 0; i < values.length; i++) {
            assertThat(context.get("value" + i)).as("value" + i).isEqualTo(values[i]);
            assertThat(context.containsKey("value" + i)).isTrue();
        }
        assertThat(context.put("builder", new StringBuilder("text")).get("builder")).as("not kept alive")
                .isEqualTo("text");
        assertThat(context.getValues()).as("as they travel").containsEntry("value0", 5L)
                .containsEntry("value5", 5.5).containsEntry("value7", "c").containsEntry("value9", "null");
    }

    @Test
    void valuesAreReadWrittenAndTakenAwayAsInAMap() {
        Context context = ContextManager.createNewContext("map", "");
        assertThat(context.isEmpty()).isTrue();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("b", 2);
        more.put("c", 3);
        assertThat(context.put("a", 1).putAll(more).remove("b").remove("never there")).isSameAs(context);
        assertThat(context.keySet()).containsExactly("a", "c");
        assertThat(context.values()).containsExactly(1, 3);
        assertThat(context.entrySet()).containsExactly(Map.entry("a", 1), Map.entry("c", 3));
        assertThat(context.size()).isEqualTo(2);
        assertThat(context.containsKey("b")).isFalse();
        assertThat(context.containsValue(3)).isTrue();
        assertThat(context.get("b")).isNull();
        Context other = ContextManager.createNewContext("other", "").putAll(context).putAll((Context) null)
                .putAll((Map<String, Object>) null);
        assertThat(other.entrySet()).isEqualTo(context.entrySet());
    }

    @Test
    void aCounterGoesOnFromAnInteger() {
        Context context = ContextManager.createNewContext("counter", "").put("n", 41);
        context.increment("n");
        assertThat(context.get("n")).isEqualTo(42L);
    }

    @Test
    void nobodyIsAskedForTextThatIsNotKept() {
        Context context = ContextManager.createNewContext("full", "");
        int[] asked = new int[1];
        Object value = new Object() {
            @Override
            public String toString() {
                asked[0]++;
                return "text";
            }
        };
        for (int i = 0; i < 64; i++) {
            context.put("key" + i, i);
        }
        context.put("one too many", value);
        assertThat(asked[0]).isZero();
        context.put("key0", value);
        assertThat(asked[0]).isEqualTo(1);
    }

    @Test
    void destroyingReturnsWhatEnded() {
        Context outer = ContextManager.createNewContext("outer", "");
        Context inner = ContextManager.createNewContext("inner", "");
        assertThat(ContextManager.destroyCurrentContext()).isSameAs(inner);
        assertThat(inner.getEndTime()).isBetween(inner.getCreationTime(), System.currentTimeMillis());
        assertThat(outer.getEndTime()).isZero();
        assertThat(ContextManager.destroyCurrentContext()).isSameAs(outer);
        assertThat(ContextManager.destroyCurrentContext()).isNull();
    }

    @Test
    void aContextThatIsSetIsOverTheCurrentOneUntilItIsDestroyed() {
        Context first = ContextManager.createNewContext("first", "");
        Context second = ContextManager.createNewContext("second", "");
        ContextManager.setCurrentContext(first);
        assertThat(ContextManager.getCurrentContext()).isSameAs(first);
        ContextManager.setCurrentContext(null);
        assertThat(ContextManager.getCurrentContext()).as("null changes nothing").isSameAs(first);
        assertThat(ContextManager.destroyCurrentContext()).isSameAs(first);
        assertThat(first.isOpen()).isFalse();
        assertThat(ContextManager.getCurrentContext()).isSameAs(second);
    }

    @Test
    void aThreadThatSetsContextsAndNeverDestroysThemKeepsFew() {
        Context last = null;
        for (int i = 0; i < 1_000; i++) {
            Context sent = Metering.runtime().createContext("sent", "");
            ContextManager.destroyCurrentContext();
            ContextManager.setCurrentContext(sent);
            last = sent;
        }
        assertThat(ContextManager.getCurrentContext()).isSameAs(last);
        int kept = 0;
        while (ContextManager.destroyCurrentContext() != null) {
            kept++;
        }
        assertThat(kept).isEqualTo(64);
    }
}
