package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.meter.Readings;
import sim.metrics.tree.AskedTally;
import sim.model.snapshot.Meter;

/** How deep the calls of SIM are below a woven method. architecture.md draws both ways. */
class CallDepthTest {
    private static final String BEGIN = "ProbeSite.begin ProbeSite.beginOutOfLine OutOfLine.begin ThreadContext.begin"
            + " ThreadContext.readByLevel ThreadContext.readMeters";

    @Test
    void anEndIsSevenCallsAwayFromTheTally() {
        String way = "ProbeSite.end ProbeSite.endOutOfLine OutOfLine.endFrame ThreadContext.end Counting.end ";
        assertThat(waysToTheTally("meters=wall")).hasSize(1).containsOnly(way + "Ledger.addWall AskedTally.add");
        assertThat(waysToTheTally("meters=thread.cpu+alloc.bytes")).hasSize(3)
                .containsOnly(way + "OftenMeters.add AskedTally.add");
    }

    @Test
    void aBeginIsSevenCallsAwayFromTheClock() {
        assertThat(waysToTheClock("wall", Meter.WALL.bit())).containsExactly(BEGIN + " AskedClock.tick");
    }

    @Test
    void aBeginIsEightCallsAwayFromTheMetersWhereAllAreRead() {
        assertThat(waysToTheClock("all", (1 << Meter.COUNT) - 1))
                .containsExactly(BEGIN + " ThreadContext.readMore AskedClock.begin");
    }

    private static List<String> waysToTheClock(String named, int meters) {
        AskedClock clock = new AskedClock(meters);
        Options options = Options.load("meters=" + named + ",compensation=false,hotspot.enabled=false",
                new Properties());
        ProbeSite site = new Metering(options, clock, true).site("test", "called");
        for (int i = 0; i < 1_000; i++) {
            site.end(site.begin(), null);
        }
        clock.isAsked = true;
        site.begin();
        return clock.answers;
    }

    private static List<String> waysToTheTally(String options) {
        Runs runs = new Runs(options + ",compensation=false");
        ProbeSite site = runs.site("called");
        for (int i = 0; i < 1_000; i++) {
            site.end(site.begin(), null);
        }
        Frame begun = (Frame) site.begin();
        AskedTally<String> asked = AskedTally.like(begun.tally, CallDepthTest::way);
        begun.tally = asked;
        site.end(begun, null);
        return asked.answers();
    }

    /** SIM's calls below this test, the outermost first. */
    private static String way() {
        List<String> innermostFirst = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.dropWhile(each -> !isAsked(each))
                        .takeWhile(each -> each.getDeclaringClass() != CallDepthTest.class)
                        .map(each -> each.getDeclaringClass().getSimpleName() + "." + each.getMethodName())
                        .collect(Collectors.toList()));
        Collections.reverse(innermostFirst);
        return String.join(" ", innermostFirst);
    }

    private static boolean isAsked(StackWalker.StackFrame frame) {
        return frame.getDeclaringClass() == AskedTally.class
                || frame.getDeclaringClass() == AskedClock.class && !frame.getMethodName().equals("ask");
    }

    /** A clock that can be asked who reads it. */
    private static final class AskedClock extends Readings implements Readings.Source {
        private final List<String> answers = new ArrayList<>();
        private final int meters;
        private boolean isAsked;

        AskedClock(int meters) {
            this.meters = meters;
        }

        @Override
        public int meters() {
            return meters;
        }

        @Override
        public Readings of(Thread thread, boolean virtual) {
            return this;
        }

        @Override
        public int present() {
            return meters;
        }

        @Override
        public long tick() {
            ask();
            return 1_000;
        }

        @Override
        public long begin(long[] into) {
            ask();
            return 1_000;
        }

        private void ask() {
            if (isAsked) {
                answers.add(way());
            }
        }

        @Override
        public void end(long tick) {
            // wall time alone
        }

        @Override
        public void fill(long[] into) {
            // wall time alone
        }

        @Override
        public void disownSince(long allocated) {
            // nothing of it is read
        }
    }
}
