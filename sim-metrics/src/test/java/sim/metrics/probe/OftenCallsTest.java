package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.base.config.Options;
import sim.base.meter.Readings;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/**
 * Calls whose readings of each meter that most calls change are a step further at each end. However SIM counts the calls, each of these meters has
 * the sums that follow from that: one that is added, and of which a line is missing in {@code OftenMeters} or {@code Counting}, has not.
 */
class OftenCallsTest {
    private static final int CALLS = 1_000;
    private static final int STEP = 7;
    private static final List<Meter> OFTEN = Arrays.stream(Meter.values())
            .filter(each -> each != Meter.WALL && (each.bit() & Meter.SELDOM) == 0).toList();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"QUICK | meters=all",
            "GENERAL | meters=all,histograms=wall+alloc.bytes", "QUICK | meters=all,events=all,events.ring=8192"})
    void eachHasASumThatFollowsFromItsReadings(Mode mode, String options) {
        for (boolean isTimeAlone : new boolean[]{false, true}) {
            for (boolean isInContext : new boolean[]{false, true}) {
                Metering metering = metering(options);
                ProbeSite outer = metering.site("test", "outer");
                ProbeSite called = metering.site("test", "called");
                called.card().read(isTimeAlone ? MeasureGroup.TIME.bit() : MeasureGroup.EVERY);
                call(metering, outer, called, isInContext, mode); // the first ones make places
                metering.drain();
                call(metering, outer, called, isInContext, mode);
                Snapshot snapshot = metering.drain();
                int read = isTimeAlone ? MeasureGroup.metersOf(MeasureGroup.TIME.bit()) : -1;
                for (Meter meter : OFTEN) {
                    String what = meter.label() + ", " + options + (isTimeAlone ? ", time alone" : "")
                            + (isInContext ? ", in a context" : "");
                    int at = meter.ordinal();
                    int step = (read & meter.bit()) != 0 ? STEP : 0;
                    TreeRow in = snapshot.rows().get(1);
                    TreeRow out = snapshot.rows().get(0);
                    assertThat(List.of(in.count(), in.total()[at], in.self()[at], in.max()[at])).as(what)
                            .containsExactly((long) CALLS, (long) CALLS * step, (long) CALLS * step, (long) step);
                    assertThat(List.of(out.total()[at], out.self()[at])).as("around it: " + what)
                            .containsExactly(3L * CALLS * STEP, CALLS * (3L * STEP - step));
                    if (isInContext) {
                        ContextRecord context = snapshot.contexts().get(0);
                        assertThat(context.totals()[at]).as("the context: " + what).isEqualTo(3L * CALLS * STEP);
                    }
                    if (options.contains("events=all")) {
                        assertThat(snapshot.invocations().stream().filter(each -> each.node() == in.node())
                                .mapToLong(each -> reading(each, meter)).sum()).as("one by one: " + what)
                                .isEqualTo((long) CALLS * step);
                    }
                }
            }
        }
    }

    private static long reading(Invocation call, Meter meter) {
        return (call.present() & meter.bit()) != 0 ? call.readings()[meter.ordinal()] : 0;
    }

    private static void call(Metering metering, ProbeSite outer, ProbeSite called, boolean isInContext, Mode mode) {
        if (isInContext) {
            metering.createContext("request", "test");
        }
        for (int i = 0; i < CALLS; i++) {
            Object out = outer.begin();
            Object in = called.begin();
            assertThat(((Frame) in).owner.mode).isEqualTo(mode);
            called.end(in, null);
            outer.end(out, null);
        }
        if (isInContext) {
            metering.endContext(null);
        }
    }

    private static Metering metering(String options) {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        return new Metering(Options.load(options + ",compensation=false", properties), (thread, virtual) -> new Steps(),
                false);
    }

    /** Each meter is a step further at each end, in the field from which the usual end takes it too. */
    private static final class Steps extends Readings {
        /** Those of the source: {@code cpu}, {@code bytes}, and what is added beside them. */
        private static final List<Field> NUMBERS = Arrays.stream(Readings.class.getDeclaredFields())
                .filter(each -> each.getType() == long.class && Modifier.isProtected(each.getModifiers()))
                .peek(each -> each.setAccessible(true)).toList();

        private long now;

        @Override
        public int present() {
            return OFTEN.stream().mapToInt(Meter::bit).sum() | Meter.WALL.bit();
        }

        @Override
        public long tick() {
            return 1_000;
        }

        @Override
        public long begin(long[] into) {
            advance();
            fill(into);
            return tick();
        }

        @Override
        public void end(long tick) {
            advance();
        }

        private void advance() {
            now += STEP;
            try {
                for (Field number : NUMBERS) {
                    number.setLong(this, now);
                }
            } catch (IllegalAccessException impossible) {
                throw new AssertionError(impossible);
            }
        }

        @Override
        public void fill(long[] into) {
            for (Meter meter : OFTEN) {
                into[meter.ordinal()] = now;
            }
        }

        @Override
        public void disownSince(long allocated) {
            // what SIM allocates is in no reading here
        }
    }
}
