package sim.jfr.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.jfr.Busy;
import sim.jfr.reader.Selection.Condition;

/** A real recording of a program in which everything happens, read back. */
class ContextRecordingTest {
    @TempDir
    static Path folder;
    private static Path busy;

    @BeforeAll
    static void record() throws Exception {
        busy = folder.resolve("busy.jfr");
        Busy.main(new String[]{busy.toString()});
    }

    @Test
    void everyKindOfEventIsJoined() throws Exception {
        for (String type : List.of("jdk.ThreadSleep", "jdk.ThreadPark", "jdk.JavaMonitorEnter",
                "jdk.JavaMonitorWait")) {
            for (int order = 1; order <= 6; order++) {
                Map<String, Object> context = Map.of("order", (long) order, "stage", "wait");
                assertThat(read(Selection.ALL).stream().filter(joined -> name(joined.event()).equals(type))
                        .map(JoinedEvent::context)).as(type).contains(context);
            }
        }
        List<JoinedEvent> burning = read(Selection.ALL).stream()
                .filter(joined -> Set.of("jdk.ExecutionSample", "jdk.ObjectAllocationSample")
                        .contains(name(joined.event())))
                .filter(joined -> joined.event().getStackTrace() != null && joined.event().getStackTrace().getFrames()
                        .stream().anyMatch(frame -> frame.getMethod().getName().equals("burn")))
                .toList();
        assertThat(burning).extracting(joined -> name(joined.event())).contains("jdk.ExecutionSample",
                "jdk.ObjectAllocationSample");
        assertThat(burning)
                .allSatisfy(joined -> assertThat(joined.context()).containsEntry("stage", "burn").containsKey("order"));
    }

    @Test
    void eventsOfNoThreadAndOfThreadsWithoutContextAreInNone() throws Exception {
        assertThat(read(select("jdk.CPULoad"))).isNotEmpty()
                .allSatisfy(joined -> assertThat(joined.context()).isEmpty());
        Selection none = new Selection(List.of(), List.of(Condition.NONE), true);
        assertThat(read(none)).isNotEmpty().allSatisfy(joined -> assertThat(joined.context()).isEmpty());
        Selection some = new Selection(List.of(), List.of(Condition.parse("order")), true);
        assertThat(read(none).size() + read(some).size()).isEqualTo(read(Selection.ALL).size());
    }

    @Test
    void everyEventOfTheFileIsMetOnceInTheJdksOrder() throws Exception {
        List<String> all = RecordingFile.readAllEvents(busy).stream().map(Object::toString).toList();
        List<String> met = new ArrayList<>();
        try (ContextRecording recording = ContextRecording.open(busy)) {
            recording.forEach(select("*"), joined -> met.add(joined.event().toString()));
            assertThat(recording.events()).isEqualTo(all.size());
        }
        assertThat(met).isEqualTo(all);
    }

    @ParameterizedTest
    @CsvSource({"order=3, 1", "order, 6", "stage=wait, 6", "stage=burn, 0", "order=7, 0", "nothing, 0"})
    void selectsByContext(String condition, int sleeps) throws Exception {
        assertThat(read(new Selection(List.of("ThreadSleep"), List.of(Condition.parse(condition)), true)))
                .hasSize(sleeps);
    }

    @ParameterizedTest
    @CsvSource({"jdk.ThreadSleep, true", "ThreadSleep, true", "jdk.Thread*, true", "*Sleep, true", "*, true",
            "jdk.*p, true",
            "Sleep, false", "jdk, false", "jdk.ThreadSlee, false", "ThreadSleep*x, false"})
    void selectsByTypeName(String pattern, boolean matches) {
        assertThat(Selection.matches(pattern, "jdk.ThreadSleep")).isEqualTo(matches);
    }

    @Test
    void ownEventsAreShownOnlyByName() throws Exception {
        assertThat(read(Selection.ALL)).noneMatch(joined -> name(joined.event()).startsWith("sim."));
        assertThat(read(select("sim.Context"))).hasSize(12);
    }

    @Test
    void theSummaryAddsUpWhatTheEventsSay() throws Exception {
        Summary summary;
        try (ContextRecording recording = ContextRecording.open(busy)) {
            summary = recording.summary(Selection.ALL, "order");
        }
        assertThat(summary.rows()).containsOnlyKeys("1", "2", "3", "4", "5", "6");
        long events = summary.without().events();
        for (int order = 1; order <= 6; order++) {
            List<JoinedEvent> inside = read(new Selection(List.of(), List.of(Condition.parse("order=" + order)), true));
            Summary.Row row = summary.rows().get(Integer.toString(order));
            events += row.events();
            assertThat(row.events()).isEqualTo(inside.size());
            assertThat(row.asleep()).isEqualTo(time(inside, "jdk.ThreadSleep")).isGreaterThan(4_000_000);
            assertThat(row.parked()).isEqualTo(time(inside, "jdk.ThreadPark")).isGreaterThan(4_000_000);
            assertThat(row.blocked()).isEqualTo(time(inside, "jdk.JavaMonitorEnter")).isPositive();
            assertThat(row.waiting()).isEqualTo(time(inside, "jdk.JavaMonitorWait")).isGreaterThan(4_000_000);
            assertThat(row.samples()).isEqualTo(of(inside, "jdk.ExecutionSample").count());
            assertThat(row.allocated()).isEqualTo(
                    of(inside, "jdk.ObjectAllocationSample").mapToLong(event -> event.getLong("weight")).sum());
        }
        assertThat(events).isEqualTo(read(Selection.ALL).size());
        assertThat(summary.keys()).containsOnlyKeys("order", "stage");
        assertThat(summary.types().get("jdk.ThreadSleep").inContext()).isEqualTo(6);
    }

    @Test
    void printsAsTheJdkWithTheContextAsALastField() throws Exception {
        JoinedEvent sleep = read(new Selection(List.of("ThreadSleep"), List.of(Condition.parse("order=3")), true))
                .get(0);
        assertThat(sleep.text()).startsWith("jdk.ThreadSleep {\n").contains("\n  time = 5")
                .endsWith("\n  context = [\n    order -> 3,\n    stage -> wait,\n  ]\n}\n\n");
        assertThat(sleep.values()).containsEntry("time", "PT0.005S").containsKeys("startTime", "duration",
                "eventThread");
    }

    @Test
    void writesASmallerRecordingWhereTheJdkCan() throws Exception {
        Path smaller = folder.resolve("smaller.jfr");
        Selection selection = new Selection(List.of(), List.of(Condition.parse("order=3")), true);
        try (ContextRecording recording = ContextRecording.open(busy)) {
            if (!ContextRecording.canWrite()) {
                assertThatThrownBy(() -> recording.write(selection, smaller))
                        .isInstanceOf(UnsupportedOperationException.class)
                        .hasMessageContaining("JDK 19");
                return;
            }
            assertThat(recording.write(selection, smaller)).isEqualTo(read(selection).size());
        }
        assertThat(Files.size(smaller)).isLessThan(Files.size(busy));
        assertThat(texts(smaller, Selection.ALL)).isEqualTo(texts(busy, selection));
        // The two scopes of that order, and no others.
        assertThat(texts(smaller, select("sim.Context"))).hasSize(2);
    }

    /** The JDK takes the last definition, and the fields of the one that has any. */
    @ParameterizedTest
    @ValueSource(strings = {"java.lang.Thread", "jdk.types.StackFrame", "long"})
    void aTypeThatIsDefinedTwiceIsReadAsTheJdkReadsIt(String type) throws Exception {
        Path file = Files.write(folder.resolve("repeated.jfr"),
                RepeatedType.in(Files.readAllBytes(busy), type, RepeatedType.Element::withoutChildren));
        List<String> expected = RecordingFile.readAllEvents(file).stream().map(Object::toString).toList();
        List<String> met = new ArrayList<>();
        try (ContextRecording recording = ContextRecording.open(file)) {
            recording.forEach(select("*"), joined -> met.add(joined.event().toString()));
        }
        assertThat(met).isEqualTo(expected).hasSize(RecordingFile.readAllEvents(busy).size());
        assertThat(texts(file, select("ThreadSleep"))).isEqualTo(texts(busy, select("ThreadSleep"))).hasSize(6);
    }

    @Test
    void aTypeWhoseFieldsAreDefinedTwiceIsRefusedAsTheJdkRefusesIt() throws Exception {
        Path file = Files.write(folder.resolve("repeated.jfr"),
                RepeatedType.in(Files.readAllBytes(busy), "jdk.ThreadSleep", UnaryOperator.identity()));
        assertThatThrownBy(() -> RecordingFile.readAllEvents(file)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> texts(file, Selection.ALL)).isInstanceOf(RecordingException.class)
                .hasMessageContaining("the JDK's reader says").hasMessageNotContaining("\n");
    }

    @Test
    void whatIsNoRecordingIsSaidInOneLine() throws Exception {
        byte[] sound = Files.readAllBytes(busy);
        assertRefused(new byte[0], "it is empty");
        assertRefused("PK\3\4 something else, long enough to be anything and more than a header".getBytes(),
                "it is no flight recording");
        assertRefused("short".getBytes(), "it is no flight recording");
        assertRefused(Arrays.copyOf(sound, sound.length - 1), "it is cut off");
        assertRefused(Arrays.copyOf(sound, 40), "it is no flight recording");
        assertRefused(Arrays.copyOf(sound, sound.length + 40),
                "it is cut off in a chunk's header after " + sound.length);
        byte[] unfinished = sound.clone();
        unfinished[64] = 1;
        assertRefused(unfinished, "was never finished");
        byte[] version = sound.clone();
        version[5] = 9;
        assertRefused(version, "its format is version 9");
        assertThatThrownBy(() -> ContextRecording.open(folder)).isInstanceOf(RecordingException.class)
                .hasMessageContaining("is a directory");
        assertThatThrownBy(() -> ContextRecording.open(folder.resolve("none"))).isInstanceOf(RecordingException.class)
                .hasMessageContaining("there is no such file");
    }

    @Test
    void whatIsSaidStaysOneLineWhateverTheFileHolds() {
        RecordingException quoting = new RecordingException(Path.of("a.jfr"),
                "no type jdk.\r\n\u2028x\u0000" + "y".repeat(9999));
        assertThat(quoting.getMessage()).startsWith("a.jfr: no type jdk. x yy").hasSizeLessThan(520);
    }

    @Test
    void moreScopesThanFitAreSaidInOneLine() throws Exception {
        assertThatThrownBy(() -> {
            try (ContextRecording recording = ContextRecording.open(busy, new Bound(5))) {
                recording.forEach(Selection.ALL, joined -> {});
            }
        }).isInstanceOf(RecordingException.class).hasMessageContaining("context scopes")
                .hasMessageContaining("more than the 5 there is room for").hasMessageContaining("-Xmx")
                .hasMessageNotContaining("\n");
    }

    @Test
    void whatTheReadersOwnCodeThrowsIsNotBlamedOnTheFile() throws Exception {
        try (ContextRecording recording = ContextRecording.open(busy)) {
            assertThatThrownBy(() -> recording.forEach(Selection.ALL, joined -> {
                throw new IllegalStateException("mine");
            })).isInstanceOf(IllegalStateException.class).hasMessage("mine");
        }
    }

    private void assertRefused(byte[] bytes, String problem) throws IOException {
        Path file = Files.write(folder.resolve("refused.jfr"), bytes);
        assertThatThrownBy(() -> ContextRecording.open(file)).isInstanceOf(RecordingException.class)
                .hasMessageStartingWith(file.toString()).hasMessageContaining(problem).hasMessageNotContaining("\n");
    }

    private static Set<String> texts(Path file, Selection selection) throws RecordingException {
        Set<String> texts = new HashSet<>();
        try (ContextRecording recording = ContextRecording.open(file)) {
            recording.forEach(selection, joined -> texts.add(joined.text()));
        }
        return texts;
    }

    private static List<JoinedEvent> read(Selection selection) throws RecordingException {
        List<JoinedEvent> events = new ArrayList<>();
        try (ContextRecording recording = ContextRecording.open(busy)) {
            recording.forEach(selection, events::add);
        }
        return events;
    }

    private static Selection select(String type) {
        return new Selection(List.of(type), List.of(), true);
    }

    private static long time(List<JoinedEvent> events, String type) {
        return of(events, type).mapToLong(event -> event.getDuration().toNanos()).sum();
    }

    private static Stream<RecordedEvent> of(List<JoinedEvent> events, String type) {
        return events.stream().map(JoinedEvent::event).filter(event -> name(event).equals(type));
    }

    private static String name(RecordedEvent event) {
        return event.getEventType().getName();
    }
}
