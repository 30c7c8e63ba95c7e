package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;
import org.junit.jupiter.api.Test;

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
