package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;
import sim.wire.Sections;

/** What measures of the platform that only grow gained. */
class PlatformTotalsTest {
    private static final long STARTED = 1_700_000_000_000_000L;
    private static final String CPU = PlatformMeasure.CPU_TIME.label();

    @Test
    void ofAProgramThatHasJustStartedTheFirstReadingIsTheGain() {
        Batch first = batch(1, STARTED, 700);
        PlatformTotals before = PlatformTotals.first(first, STARTED);
        assertThat(before.gainsTo(before.after(first))).containsEntry(CPU, 700L);
    }

    /** It counts since the host's start: a program's start would have gained all of that. */
    @Test
    void whatTheNetworkOfTheHostCarriedIsNoGainOfAProgram() {
        Batch first = batch(1, STARTED, 700);
        PlatformTotals before = PlatformTotals.first(first, STARTED);
        assertThat(before.gainsTo(before.after(first))).doesNotContainKeys(PlatformMeasure.NET_RECEIVED.label(),
                PlatformMeasure.NET_SENT.label());
    }

    @Test
    void afterAFirstBatchThatWasSetAsideTheNextGainIsNotKnown() {
        Batch aside = new Batch(1, 0, 0, Contents.NONE);
        PlatformTotals then = PlatformTotals.first(aside, STARTED).after(aside);
        PlatformTotals next = then.after(batch(2, STARTED + 30 * 86_400_000_000L, 2_000_000));
        assertThat(then.gainsTo(next)).isEmpty();
        assertThat(next.gainsTo(next.after(batch(3, STARTED + 30 * 86_400_005_000_000L, 2_000_500)))).containsEntry(CPU,
                500L);
    }

    /** The store keeps totals by their place: one that is added comes last. */
    @Test
    void theOrderInWhichTotalsAreKeptNeverChanges() {
        assertThat(PlatformMeasure.growing()).containsExactly(PlatformMeasure.CPU_TIME, PlatformMeasure.CPU_JIT,
                PlatformMeasure.CPU_GC, PlatformMeasure.CPU_SIM, PlatformMeasure.CPU_JVM, PlatformMeasure.GC_COUNT,
                PlatformMeasure.GC_TIME, PlatformMeasure.THREADS_STARTED, PlatformMeasure.CPU_QUEUED);
        assertThat(PlatformTotals.of("1,2,3,4,5,6,7,8,9").gainsTo(PlatformTotals.of("2,4,6,8,10,12,14,16,18")))
                .containsEntry(CPU, 1L).containsEntry(PlatformMeasure.GC_COUNT.label(), 6L)
                .containsEntry(PlatformMeasure.CPU_QUEUED.label(), 9L);
    }

    /** Which of the two a chart shows is decided by a pattern of the page. It has gains of the host's network too. */
    @Test
    void thePageShowsTheSameOnesByTheirGains() throws Exception {
        String page = Files.readString(Path.of("src/main/resources/web/js/series.js"));
        Matcher found = Pattern.compile("(?m)^const CUMULATIVE = /(.*)/;$").matcher(page);
        assertThat(found.find()).isTrue();
        Pattern cumulative = Pattern.compile(found.group(1));
        List<PlatformMeasure> shown = Stream.of(PlatformMeasure.values())
                .filter(each -> cumulative.matcher(each.label()).find()).toList();
        assertThat(shown).containsExactlyInAnyOrderElementsOf(Stream.concat(PlatformMeasure.growing().stream(),
                Stream.of(PlatformMeasure.NET_RECEIVED, PlatformMeasure.NET_SENT)).toList());
    }

    private static Batch batch(long sequence, long from, double cpu) {
        return new Batch(sequence, from, from + 5_000_000, Contents.NONE.with(Sections.PLATFORM,
                List.of(new PlatformSample(from + 5_000_000,
                        Map.of(CPU, cpu, PlatformMeasure.NET_RECEIVED.label(), 5e12,
                                PlatformMeasure.NET_SENT.label(), 1e12)))));
    }
}
