package sim.base.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

class ThreadMetersTest {
    private static final long UNREAD = Long.MIN_VALUE;

    /** What one of the two ends does not read has wrong sums. Wall time is the clock, which the caller reads. */
    @ParameterizedTest
    @EnumSource(Meter.class)
    void aMeterIsReadAtBothEndsAsItsGroupSays(Meter meter) {
        ThreadMeters readings = new ThreadMeters(Thread.currentThread(), (1 << Meter.COUNT) - 1, false, 0, true);
        boolean isAlways = MeasureGroup.of(meter) == MeasureGroup.TIME && meter != Meter.WALL;
        long[] into = new long[Meter.COUNT];
        Arrays.fill(into, UNREAD);
        readings.beginQuick(into);
        assertThat(into[meter.ordinal()] != UNREAD).as("at a begin of which only time is wanted").isEqualTo(isAlways);
        Arrays.fill(into, UNREAD);
        readings.begin(into);
        assertThat(into[meter.ordinal()] != UNREAD).as("at a begin").isEqualTo(meter != Meter.WALL);
        Arrays.fill(into, UNREAD);
        readings.end(readings.tick());
        readings.fill(into);
        assertThat(into[meter.ordinal()] != UNREAD).as("at an end").isEqualTo(meter != Meter.WALL);
    }

    /**
     * The usual end of a call takes these from the fields, the loops take them from the array. A field of the same name in a subclass would have the
     * readings, and the one that the usual end takes would stay 0.
     */
    @Test
    void whatTheUsualEndTakesFromAFieldIsInTheReadings() throws IllegalAccessException {
        ThreadMeters readings = new ThreadMeters(Thread.currentThread(), (1 << Meter.COUNT) - 1, false, 0, true);
        List<Field> numbers = Arrays.stream(Readings.class.getDeclaredFields())
                .filter(each -> each.getType() == long.class && Modifier.isProtected(each.getModifiers())).toList();
        assertThat(numbers).extracting(Field::getName).contains("cpu", "bytes");
        long[] into = new long[Meter.COUNT];
        for (Field number : numbers) {
            for (Class<?> type = ThreadMeters.class; type != Readings.class; type = type.getSuperclass()) {
                assertThat(Arrays.stream(type.getDeclaredFields()).map(Field::getName)).as("fields of " + type)
                        .doesNotContain(number.getName());
            }
            number.setAccessible(true);
            long odd = 0x5EED_0000_0000_0000L + numbers.indexOf(number);
            number.setLong(readings, odd);
            readings.fill(into);
            assertThat(into).as("the readings with " + number.getName()).contains(odd);
        }
    }

    /** Nobody keeps CPU time of the process young where nobody reads it. */
    @Test
    void theProcessIsAskedForTheMetersThatAreReadAlone() {
        long later = System.nanoTime() + 1_000_000_000;
        ProcessMeters.collections(later);
        ProcessMeters.threadsStarted(later);
        int others = Meter.GC_COUNT.bit() | Meter.GC_TIME.bit() | Meter.THREADS_STARTED.bit();
        assertThat(ProcessMeters.isOld(later + 500_000, others)).isFalse();
        assertThat(ProcessMeters.isOld(later + 500_000, Meter.WALL.bit())).isFalse();
        assertThat(ProcessMeters.isOld(later + 500_000, others | Meter.PROCESS_CPU.bit())).isTrue();
        ProcessMeters.cpu(later);
        assertThat(ProcessMeters.isOld(later + 50_000, others | Meter.PROCESS_CPU.bit())).isFalse();
    }

    /** That time is before the call's begin, also where the process is found to have used none. It is that of a getter fifty times over. */
    @Test
    void anEmptyCallHasNothingOfTheTimeThatSlowReadingsTook() {
        ThreadMeters readings = new ThreadMeters(Thread.currentThread(), (1 << Meter.COUNT) - 1, false, 50_000, false);
        long[] into = new long[Meter.COUNT];
        long[] slow = new long[400];
        long[] call = new long[slow.length];
        for (int i = 0; i < 200_000; i++) { // interpreted, what surrounds a reading takes as long
            readings.expire();
            readings.begin(into);
            readings.end(readings.tick());
        }
        for (int i = 0; i < slow.length; i++) {
            work();
            long spent = readings.spent();
            long begin = readings.begin(into);
            long end = readings.tick();
            slow[i] = readings.spent() - spent;
            call[i] = Clock.between(begin, end);
            readings.end(end);
        }
        Arrays.sort(slow);
        assertThat(slow[0]).as("each slow reading is time of SIM's").isPositive();
        assertThat(Arrays.stream(call).min().getAsLong()).as("ns in the shortest call").isPositive()
                .isLessThan(slow[slow.length / 2]);
    }

    /** So long that each slow reading is due. */
    private static void work() {
        long until = System.nanoTime() + 150_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }
}
