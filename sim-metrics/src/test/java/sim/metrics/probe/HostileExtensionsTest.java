package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.jinspired.probes.measure.ProbesMeasure;
import org.jinspired.probes.measure.ProbesMeasureFactory;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Extensions that fail in ways nobody expects: the application notices nothing, its calls are metered, and a line says which. */
class HostileExtensionsTest {
    @Test
    void anExceptionThatCannotBeSaidSwitchesTheExtensionOffAndNothingElse() {
        Runs runs = Runs.with("probes.interceptors=untold,meters=wall", "interceptor.untold", UntoldInterceptor.class);
        String said = said(() -> call(runs, 10));
        assertThat(said.lines()).singleElement().asString().startsWith(
                "sim: the interceptor 'untold' failed and is switched off: " + Untold.class.getName());
        runs.drain();
        assertThat(runs.rows().get("called").count()).isEqualTo(10);
        assertThat(runs.counter("metering.failures")).isZero();
    }

    @Test
    void aFactoryWhoseExceptionCannotBeSaidFailsNoCall() {
        Runs runs = Runs.with("probes.strategies=untold,meters=wall", "strategy.untold", UntoldStrategy.class);
        String said = said(() -> call(runs, 3));
        assertThat(said).contains("the strategy 'untold' failed and is switched off");
        runs.drain();
        assertThat(runs.rows().get("called").count()).isEqualTo(3);
    }

    /** Printing is no work for a full stack: the next drain says it. */
    @Test
    void oneThatOverflowsTheStackIsSaidByTheNextDrain() {
        Runs runs = Runs.with("probes.interceptors=deep,meters=wall", "interceptor.deep", DeepInterceptor.class);
        assertThat(said(() -> call(runs, 3))).isEmpty();
        assertThat(said(runs::drain).lines()).singleElement().asString().isEqualTo(
                "sim: the interceptor 'deep' failed and is switched off: java.lang.StackOverflowError");
        assertThat(said(runs::drain)).isEmpty();
        assertThat(runs.rows().get("called").count()).isEqualTo(3);
        assertThat(runs.counter("extensions.failures")).isEqualTo(1);
    }

    /** The end it asks for is shown to it inside its own callback; what it begins there is not metered. */
    @Test
    void anInterceptorThatEndsWhatItIsShownIsStillInsideItsCallback() {
        Runs runs = Runs.with("probes.interceptors=ending,meters=wall", "interceptor.ending", EndingInterceptor.class);
        EndingInterceptor.runs = runs;
        for (int i = 0; i < 3; i++) {
            runs.metering.context().begin(runs.name("test.called")).end();
        }
        runs.drain();
        assertThat(runs.rows()).containsOnlyKeys("called");
        assertThat(runs.rows().get("called").count()).isEqualTo(3);
    }

    /** Who fails while another says so, and has the stream that is to print it. */
    @Test
    @Timeout(60)
    void theirFailureIsSaidUnderNoLockOfOurs() throws Exception {
        Runs runs = Runs.with("probes.interceptors=two,meters=wall", "interceptor.two", BothInterceptor.class);
        PrintStream before = System.err;
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(heard, true);
        System.setErr(stream);
        try {
            Thread other = new Thread(() -> call(runs, 1));
            BothInterceptor.other = other;
            synchronized (stream) {
                call(runs, 1);
            }
            other.join();
        } finally {
            System.setErr(before);
        }
        assertThat(heard.toString().lines()).hasSize(1);
        runs.drain();
        assertThat(runs.rows().get("called").count()).isEqualTo(2);
    }

    /** An interrupt is the application's, whoever waits when it comes. */
    @Test
    void anInterruptThatIsTakenIsGivenBack() {
        Runs runs = Runs.with("probes.interceptors=taking,probes.strategies=taking,probes.measures=taking,meters=wall",
                "interceptor.taking", TakingInterceptor.class, "strategy.taking", TakingStrategy.class,
                "measure.taking", TakingMeasure.class);
        ProbeSite site = runs.site("called");
        Thread.currentThread().interrupt();
        Object begun = site.begin();
        assertThat(Thread.interrupted()).isTrue();
        Thread.currentThread().interrupt();
        site.end(begun, null);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(TakingInterceptor.taken).isGreaterThanOrEqualTo(4);
    }

    /** Its class answers for itself, and that method is metered: an answer to SIM is no call of the application's. */
    @Test
    void aThreadIsAskedForAnInterruptInsideTheCallback() throws InterruptedException {
        Runs runs = Runs.with("probes.interceptors=taking,probes.strategies=taking,probes.measures=taking,meters=wall",
                "interceptor.taking", TakingInterceptor.class, "strategy.taking", TakingStrategy.class,
                "measure.taking", TakingMeasure.class);
        ProbeSite site = runs.site("answer");
        call(runs, 1); // what SIM does once in a JVM is done
        Thread answering = new Thread(() -> {
            Thread.currentThread().interrupt();
            call(runs, 1);
        }) {
            @Override
            public boolean isInterrupted() {
                Object begun = site.begin();
                try {
                    return super.isInterrupted();
                } finally {
                    site.end(begun, null);
                }
            }
        };
        answering.start();
        answering.join();
        runs.drain();
        assertThat(runs.rows()).containsOnlyKeys("called");
        assertThat(runs.rows().get("called").count()).isEqualTo(2);
        assertThat(runs.counter("extensions.failures")).isZero();
    }

    /** Wherever the stack ends while a thread's extensions are made, they are made later, and not given up. */
    @Test
    void aThreadThatIsMetOnAFullStackHasItsExtensionsLater() throws Exception {
        for (int room = 1; room < 60; room++) {
            Runs runs = Runs.with("probes.interceptors=counting,meters=wall", "interceptor.counting",
                    CountingInterceptor.class);
            call(runs, 1);
            runs.drain();
            ProbeSite site = runs.site("called");
            int last = room;
            CountingInterceptor.begun = 0;
            Thread thread = new Thread(null, () -> {
                try {
                    full(site, new int[]{0}, last);
                } catch (StackOverflowError full) {
                    // the stack's end
                }
                CountingInterceptor.begun = 0;
                site.end(site.begin(), null);
            }, "full", 256 << 10);
            thread.start();
            thread.join();
            assertThat(CountingInterceptor.begun).as("room " + room).isEqualTo(1);
        }
    }

    /** Goes to the end of the stack and back by some frames, and calls there. */
    private static void full(ProbeSite site, int[] left, int room) {
        try {
            full(site, left, room);
        } catch (StackOverflowError end) {
            if (left[0]++ == room) {
                site.end(site.begin(), null);
            }
            throw end;
        }
    }

    private static void call(Runs runs, int times) {
        ProbeSite site = runs.site("called");
        for (int i = 0; i < times; i++) {
            site.end(site.begin(), null);
        }
    }

    private static String said(Runnable work) {
        PrintStream before = System.err;
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        System.setErr(new PrintStream(heard, true));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return heard.toString();
    }

    private static final class Untold extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    public static final class UntoldInterceptor extends Quiet {
        @Override
        public void begin(Probes.Probe probe) {
            throw new Untold();
        }
    }

    public static final class DeepInterceptor extends Quiet {
        @Override
        public void begin(Probes.Probe probe) {
            begin(probe);
        }
    }

    public static final class EndingInterceptor extends Quiet {
        static Runs runs;

        @Override
        public void begin(Probes.Probe probe) {
            probe.end();
            runs.metering.context().begin(runs.name("test.inside")).end();
        }
    }

    public static final class BothInterceptor extends Quiet {
        static Thread other;

        @Override
        public void begin(Probes.Probe probe) {
            if (Thread.currentThread() != other) {
                other.start();
                while (other.getState() != Thread.State.BLOCKED && other.isAlive()) {
                    Thread.onSpinWait(); // it is about to print
                }
            }
            throw new IllegalStateException("by both");
        }
    }

    public static final class CountingInterceptor extends Quiet {
        static volatile int begun;

        @Override
        public void begin(Probes.Probe probe) {
            begun++;
        }
    }

    public static final class TakingInterceptor extends Quiet {
        static int taken;

        static void take() {
            taken += Thread.interrupted() ? 1 : 0;
        }

        @Override
        public ProbesInterceptor create(Probes.Context context) {
            take();
            return this;
        }

        @Override
        public void begin(Probes.Probe probe) {
            take();
        }

        @Override
        public void end(Probes.Probe probe) {
            take();
        }
    }

    public static final class TakingStrategy implements ProbesStrategyFactory {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesStrategy create(Probes.Context context) {
            return probe -> {
                TakingInterceptor.take();
                return 0;
            };
        }
    }

    public static final class TakingMeasure implements ProbesMeasureFactory {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesMeasure create(Probes.Context context) {
            return () -> {
                TakingInterceptor.take();
                return 0;
            };
        }
    }

    /** A factory that is its own interceptor. */
    abstract static class Quiet implements ProbesInterceptorFactory, ProbesInterceptor {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesInterceptor create(Probes.Context context) {
            return this;
        }

        @Override
        public void end(Probes.Probe probe) {
            // not of interest
        }
    }

    public static final class UntoldStrategy implements ProbesStrategyFactory {
        @Override
        public void init(Probes.Environment environment) {
            throw new Untold();
        }

        @Override
        public ProbesStrategy create(Probes.Context context) {
            return null;
        }
    }
}
