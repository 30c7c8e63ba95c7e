package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.model.snapshot.Snapshot;

/** Half of a surrogate pair has no encoding: whatever way it comes in, it does not go out. */
class TextThatLeavesTest {
    private static final String LONE = "a\ud83d";
    private static final String SMILE = "\ud83d\ude00";

    @Test
    void noTextHasALoneSurrogate() throws Exception {
        Metering metering = new Metering(Options.load("events=all,meters=wall,value.length=8", new Properties()));
        Thread thread = new Thread(() -> {
            metering.createContext(LONE, LONE);
            metering.write(Map.of(LONE, LONE, "cut", "1234567" + SMILE, "pair", SMILE));
            metering.currentContext().carry("baggage", LONE);
            metering.increment(LONE + "2");
            metering.fire(LONE, Map.of(LONE, LONE, "cut", "123456" + SMILE + "9"));
            ProbeSite site = metering.site(LONE, LONE);
            site.begin();
            site.end(new IllegalStateException(LONE));
            metering.endContext(new IllegalStateException(SMILE.repeat(9)));
        }, LONE);
        thread.start();
        thread.join();
        Snapshot snapshot = metering.drain();
        List<String> texts = new ArrayList<>();
        gather(snapshot, texts);
        gather(List.copyOf(metering.namesAfter(0)), texts);
        assertThat(texts).contains("a\ufffd", "123456\u2026").allMatch(StandardCharsets.UTF_8.newEncoder()::canEncode);
        assertThat(snapshot.contexts().get(0).values()).containsEntry("a\ufffd", "a\ufffd").containsEntry("pair", SMILE)
                .containsEntry("a\ufffd2", 1L).containsEntry("cut", "1234567\u2026");
        assertThat(snapshot.contexts().get(0).thread()).isEqualTo("a\ufffd");
        assertThat(snapshot.invocations().get(0).thread()).isEqualTo("a\ufffd");
        assertThat(snapshot.events().get(0).thread()).isEqualTo("a\ufffd");
    }

    @Test
    void anOptionIsTextThatLeavesToo() {
        Options options = Options.load("application=" + LONE + ",probes.counters=" + LONE, new Properties());
        assertThat(options.text(Option.APPLICATION)).isEqualTo("a\ufffd");
        assertThat(options.list(Option.PROBES_COUNTERS)).containsExactly("a\ufffd");
    }

    @Test
    void aKeyIsBoundedAsAValueIsAndFoundUnderItsText() {
        Metering metering = new Metering(Options.load("value.length=8", new Properties()));
        metering.createContext("c", "");
        metering.currentContext().put("k".repeat(5_000_000), 1);
        metering.currentContext().increment("k".repeat(5_000_000));
        assertThat(metering.currentContext().getValues()).containsExactly(Map.entry("kkkkkkk\u2026", 2L));
        assertThat(metering.currentContext().get("k".repeat(5_000_000))).isEqualTo(2L);
    }

    private static void gather(Object of, List<String> into) throws ReflectiveOperationException {
        if (of instanceof String text) {
            into.add(text);
        } else if (of instanceof Snapshot snapshot) {
            for (Class<?> type : snapshot.types()) {
                gather(snapshot.of(type), into);
            }
        } else if (of instanceof Collection<?> all) {
            for (Object each : all) {
                gather(each, into);
            }
        } else if (of instanceof Map<?, ?> all) {
            gather(all.keySet(), into);
            gather(all.values(), into);
        } else if (of instanceof Record) {
            for (RecordComponent component : of.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                gather(component.getAccessor().invoke(of), into);
            }
        }
    }
}
