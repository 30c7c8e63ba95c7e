package sim.base.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A counter of another frequency than it says, which drifts: hours of calls, of which the true time is known. */
class TickScaleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3_600 * SECOND;

    /** A counter, and the true time it is at. */
    private static final class Played {
        final Random random = new Random(5);
        final double perSecond;
        long nanos = 987_654_321_987L;
        /** Exact to far less than a tick over hours. */
        double fraction;
        long ticks = 123_456_789_123_456L;

        Played(double perSecond) {
            this.perSecond = perSecond;
        }

        /** By 200 millionths from its mean, up and down within an hour, as it gets warm and cold. */
        double frequency() {
            return perSecond * (1 + 200e-6 * Math.sin(2 * Math.PI * nanos / HOUR));
        }

        void pass(long time) {
            fraction += time / 1e9 * frequency();
            long whole = (long) fraction;
            ticks += whole;
            fraction -= whole;
            nanos += time;
        }

        /** The collector reads both clocks, some 100 ns apart. */
        void compare(TickScale scale) {
            scale.follow(ticks, nanos + random.nextInt(200) - 100);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {24e6, 100e6, 1e9 + 1, 2.4e9, 3.1e9, 9.7e9})
    void totalsStayTrueOverHours(double perSecond) {
        Played played = new Played(perSecond);
        // by a thousandth wrong, as it may be found at the start
        TickScale scale = new TickScale(1e9 / perSecond * 1.001, played.ticks, played.nanos);
        long began = played.nanos;
        long beganAt = scale.at(played.ticks);
        long total = 0;
        long span = 0;
        while (played.nanos - began < 6 * HOUR) {
            long interval = played.random.nextInt(10) == 0 ? 60 * SECOND : 5 * SECOND;
            for (long left = interval; left > 0;) {
                long call = Math.min(left, 1 + (long) (played.random.nextDouble() * SECOND / 2));
                long begin = played.ticks;
                played.pass(call);
                total += scale.between(begin, played.ticks);
                span += scale.span(played.ticks - begin);
                left -= call;
            }
            played.compare(scale);
        }
        long passed = played.nanos - began;
        // a thousandth of the first interval, and a drift of 200 millionths within a minute
        long bound = 60 * SECOND / 1_000 + SECOND / 10;
        assertThat(Math.abs(total - passed)).isLessThan(bound);
        assertThat(Math.abs(span - passed)).isLessThan(bound);
        assertThat(Math.abs(scale.at(played.ticks) - beganAt - passed)).isLessThan(bound);
    }

    /** Each of them has two or three ticks: what each loses by rounding must not add up. */
    @ParameterizedTest
    @ValueSource(doubles = {24e6, 100e6, 3.1e9})
    void manyShortCallsHaveTheTimeThatPassed(double perSecond) {
        Played played = new Played(perSecond);
        TickScale scale = new TickScale(1e9 / perSecond, played.ticks, played.nanos);
        long began = played.nanos;
        long first = played.ticks;
        long total = 0;
        for (int i = 0; i < 2_000_000; i++) {
            long begin = played.ticks;
            played.pass(101);
            total += scale.between(begin, played.ticks);
        }
        assertThat(total).isEqualTo(scale.between(first, played.ticks));
        assertThat(Math.abs(total - (played.nanos - began))).isLessThan(100_000); // drift alone: 200 millionths of 202 ms
    }

    @Test
    void noTimeGoesBackOrJumpsWhereTheScaleBends() {
        Played played = new Played(2.4e9);
        TickScale scale = new TickScale(1 / 2.4 * 1.01, played.ticks, played.nanos);
        for (int i = 0; i < 1_000; i++) {
            played.pass(5 * SECOND);
            long before = scale.at(played.ticks);
            played.compare(scale);
            assertThat(scale.at(played.ticks)).isEqualTo(before);
            assertThat(scale.at(played.ticks - 3)).isBetween(before - 3, before);
            assertThat(scale.at(played.ticks + 3)).isBetween(before, before + 3);
        }
    }

    /** The machine slept: the counter went on, or began anew, and the clock stood still. */
    @Test
    void anIntervalInWhichTheCounterWasStoppedOrSetChangesNothing() {
        Played played = new Played(2.4e9);
        TickScale scale = new TickScale(1 / 2.4, played.ticks, played.nanos);
        for (long jump : new long[]{3_600L * 2_400_000_000L, -1_000_000_000L, -100_000_000_000_000L}) {
            played.pass(5 * SECOND);
            played.compare(scale);
            played.ticks += jump;
            played.pass(5 * SECOND);
            played.compare(scale);
            long begin = played.ticks;
            played.pass(SECOND);
            assertThat(scale.between(begin, played.ticks)).isBetween(SECOND - 1_000_000, SECOND + 1_000_000);
        }
    }

    @Test
    void comparedTooOftenItLearnsNothingWrong() {
        Played played = new Played(2.4e9);
        TickScale scale = new TickScale(1 / 2.4, played.ticks, played.nanos);
        for (int i = 0; i < 100_000; i++) {
            played.pass(1_000);
            played.compare(scale);
        }
        long begin = played.ticks;
        played.pass(SECOND);
        assertThat(scale.between(begin, played.ticks)).isBetween(SECOND - 300_000, SECOND + 300_000);
    }
}
