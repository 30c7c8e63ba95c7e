package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sim.jfr.RecordingContextFilter.Builder;
import sim.jfr.RecordingContextFilter.Config;
import sim.jfr.reader.JoinedEvent;
import sim.jfr.reader.Selection;

/** The specification's table: an event in a context, a sleep in its snapshot on another thread, an event outside. */
class ContextFilterTest {
    private static final RecordingContextKey KEY = RecordingContextKey.forName("Key1");
    private static final RecordingContextKey OTHER = RecordingContextKey.forName("Key2");

    @Name("test.Filtered")
    static class Filtered extends FilteredEvent {
        int number;
    }

    @Name("test.Plain")
    static class Plain extends Event {
        int number;
    }

    @AfterEach
    void noFilter() {
        Config.setContextFilter(null);
    }

    static Stream<Arguments> rows() {
        EventType type = EventType.getEventType(Filtered.class);
        EventType plain = EventType.getEventType(Plain.class);
        return Stream.of(row("no filter", 3, null), row("an empty filter", 3, filter -> {}),
                row("all types without rules", 3, filter -> filter.forAllTypes(rules -> {})),
                row("all types, hasKey", 2, filter -> filter.forAllTypes(rules -> rules.hasKey(KEY))),
                row("all types, matching hasEntry", 2,
                        filter -> filter.forAllTypes(rules -> rules.hasEntry(KEY, "Value1"))),
                row("all types, hasContext", 2, filter -> filter.forAllTypes(RecordingContextFilter.Rules::hasContext)),
                row("all types, hasNoContext", 1,
                        filter -> filter.forAllTypes(RecordingContextFilter.Rules::hasNoContext)),
                row("one type, hasKey", 2,
                        filter -> filter.forType(type, rules -> rules.hasKey(KEY)).forType(plain,
                                rules -> rules.hasKey(KEY))),
                row("one type, matching hasEntry", 2,
                        filter -> filter.forType(type, rules -> rules.hasEntry(KEY, "Value1")).forType(plain,
                                rules -> rules.hasEntry(KEY, "Value1"))),
                row("all types, another key", 0, filter -> filter.forAllTypes(rules -> rules.hasKey(OTHER))),
                row("all types, another value", 0,
                        filter -> filter.forAllTypes(rules -> rules.hasEntry(KEY, "Value2"))),
                row("all types, a value of another kind", 0,
                        filter -> filter.forAllTypes(rules -> rules.hasEntry(KEY, 1))),
                row("all types, rules that exclude one another", 0,
                        filter -> filter.forAllTypes(rules -> rules.hasKey(KEY).hasNoContext())),
                row("one type, another key", 1,
                        filter -> filter.forType(type, rules -> rules.hasKey(OTHER)).forType(plain,
                                rules -> rules.hasKey(OTHER))),
                row("one type, another value", 1, filter -> filter.forType(type, rules -> rules.hasEntry(KEY, "Value2"))
                        .forType(plain, rules -> rules.hasEntry(KEY, "Value2"))));
    }

    private static Arguments row(String name, int events, Consumer<Builder> filter) {
        return Arguments.of(name, events, filter);
    }

    /** With events that ask the filter as they are committed, and with events only the reader can leave out. */
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rows")
    void keepsWhatTheTableSays(String name, int kept, Consumer<Builder> rules) throws Exception {
        if (rules != null) {
            Builder builder = Config.createFilter();
            rules.accept(builder);
            Config.setContextFilter(builder.build());
        }
        Path file = Recorded.file(ContextFilterTest::threeEvents);
        assertThat(Recorded.read(file, "test.Filtered", "jdk.ThreadSleep")).hasSize(kept);
        assertThat(Recorded.read(file, "test.Plain", "jdk.ThreadSleep")).hasSize(kept);
        assertThat(Recorded.read(file, new Selection(List.of("test.Plain", "jdk.ThreadSleep"), List.of(), false)))
                .hasSize(3);
    }

    @Test
    void filteredEventsAreNotWrittenAtAll() throws Exception {
        Config.setContextFilter(Config.createFilter().forAllTypes(rules -> rules.hasEntry(KEY, "Value2")).build());
        long filtered = RecordingContext.counters().get("events.filtered");
        Path file = Recorded.file(ContextFilterTest::threeEvents);
        assertThat(RecordingFile.readAllEvents(file))
                .noneMatch(event -> event.getEventType().getName().equals("test.Filtered"))
                .anyMatch(event -> event.getEventType().getName().equals("test.Plain"));
        assertThat(RecordingContext.counters().get("events.filtered") - filtered).isEqualTo(2);
    }

    @Test
    void anEventAsksInTheContextOfTheMomentAndOfTheFilterInForce() {
        RecordingContextFilter hasKey = Config.createFilter().forAllTypes(rules -> rules.hasKey(KEY)).build();
        assertThat(Config.accepts(Plain.class)).isTrue();
        try (var context = RecordingContext.where(KEY, "Value1").build()) {
            // Judged anew: the context was installed before the filter.
            Config.setContextFilter(hasKey);
            assertThat(Config.accepts(Plain.class)).isTrue();
            try (var inner = RecordingContext.where(OTHER, 1).build();
                    var none = RecordingContext.Snapshot.EMPTY.activate()) {
                assertThat(Config.accepts(Plain.class)).isFalse();
            }
            assertThat(Config.accepts(Plain.class)).isTrue();
            Config.setContextFilter(Config.createFilter()
                    .forType(EventType.getEventType(Plain.class), rules -> rules.hasEntry(OTHER, 1)).build());
            assertThat(Config.accepts(Plain.class)).isFalse();
            assertThat(Config.accepts(Filtered.class)).isTrue();
        }
    }

    @Test
    void aFilterHoldsFromWhereItIsSetToWhereItIsReplaced() throws Exception {
        Config.setContextFilter(Config.createFilter().forAllTypes(rules -> rules.hasKey(KEY)).build());
        Path file = Recorded.file(() -> {
            plain(1);
            Config.setContextFilter(null);
            plain(2);
            Config.setContextFilter(
                    Config.createFilter().forAllTypes(RecordingContextFilter.Rules::hasContext).build());
            plain(3);
            try (var context = RecordingContext.where(OTHER, 1).build()) {
                plain(4);
            }
        });
        assertThat(Recorded.read(file, "test.Plain")).extracting(joined -> joined.event().getInt("number"))
                .containsExactly(2, 4);
    }

    @Test
    void aRecordingCanSwitchTheFilterOfItsEventsOff() throws Exception {
        Config.setContextFilter(Config.createFilter().forAllTypes(rules -> rules.hasKey(OTHER)).build());
        try (Recording recording = new Recording()) {
            recording.enable("test.Filtered").with("contextFilter", "false");
            recording.start();
            threeEvents();
            Path file = Recorded.stop(recording);
            assertThat(RecordingFile.readAllEvents(file)).extracting(event -> event.getEventType().getName())
                    .contains("test.Filtered");
        }
    }

    @Test
    void aSecretInARuleIsNotRecordedAndTheRuleHoldsAllTheSame() throws Exception {
        RecordingContextKey password = RecordingContextKey.forName("password");
        RecordingContextKey url = RecordingContextKey.forName("url");
        String address = "https://h/a?access_token=hunter3&x=1";
        RecordingContextFilter filter = Config.createFilter()
                .forAllTypes(rules -> rules.hasEntry(password, "hunter2").hasEntry(url, address)).build();
        assertThat(filter.toString()).doesNotContain("hunter");
        Config.setContextFilter(filter);
        Path file = Recorded.file(() -> {
            try (var context = RecordingContext.where(password, "hunter2").where(url, address).build()) {
                filtered(1);
                plain(1);
            }
            try (var context = RecordingContext.where(password, "hunter2").where(url, "https://h/b").build()) {
                filtered(2);
                plain(2);
            }
        });
        assertThat(Recorded.read(file, "test.Filtered")).extracting(joined -> joined.event().getInt("number"))
                .containsExactly(1);
        assertThat(Recorded.read(file, "test.Plain")).extracting(joined -> joined.event().getInt("number"))
                .containsExactly(1);
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).doesNotContain("hunter");
    }

    private static void threeEvents() throws Exception {
        try (var context = RecordingContext.where(KEY, "Value1").build()) {
            filtered(1);
            plain(1);
            RecordingContext.Snapshot snapshot = RecordingContext.snapshot();
            Thread other = new Thread(() -> RecordingContext.runWithSnapshot(Recorded::sleep, snapshot));
            other.start();
            other.join();
        }
        filtered(2);
        plain(2);
    }

    private static void filtered(int number) {
        Filtered event = new Filtered();
        event.number = number;
        event.commit();
    }

    private static void plain(int number) {
        Plain event = new Plain();
        event.number = number;
        event.commit();
    }
}
