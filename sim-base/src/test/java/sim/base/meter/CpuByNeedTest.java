package sim.base.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.Meter;

/**
 * What {@link CpuByNeed} promises, held against a thread that is played: it runs and is off the CPU as chance will have it, and
 * begins and ends calls while it runs, so its CPU time is known at every ns.
 */
class CpuByNeedTest {
    private static final int BOUNDARIES = 5_000;
    private static final int SEEDS = 20;
    private static final long WAIT = CpuByNeed.WAIT;

    @ParameterizedTest
    @ValueSource(longs = {1_000, 20_000, 50_000, 1_000_000})
    void whateverTheThreadDoesEachCallIsRightToTheSpan(long span) {
        for (int seed = 0; seed < SEEDS; seed++) {
            Thread played = new Thread(span, seed, 1, 0);
            played.run();
            assertThat(played.largestError).as("seed %d", seed).isLessThanOrEqualTo(span);
            assertThat(played.leastAhead).as("seed %d", seed).isNotNegative();
            assertThat(played.mostAhead).as("seed %d", seed).isLessThanOrEqualTo(span);
        }
    }

    /** Else the bounds above would be bounds of nothing. */
    @Test
    void shortTimesOffTheCpuDoMakeItWrongMeanwhile() {
        Thread played = new Thread(50_000, 1, 1, 0);
        played.run();
        assertThat(played.largestError).isGreaterThan(WAIT);
    }

    @Test
    void aThreadThatIsOffTheCpuForNoLessThanAWaitIsRightToTheNanosecond() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Thread played = new Thread(50_000, seed, WAIT, 0);
            played.run();
            assertThat(played.largestError).as("seed %d", seed).isZero();
            assertThat(played.offs).isGreaterThan(BOUNDARIES / 10);
        }
    }

    @Test
    void theSumIsTheClocksToTheNanosecondWhereverAReadDoesNotFindItAhead() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Thread played = new Thread(50_000, seed, 1, 0);
            played.run();
            assertThat(played.readsThatAgree).as("seed %d", seed).isGreaterThan(played.cpu.reads / 10);
            // and what it is ahead is made up for as soon as the thread has run as long
            played.runFor(50_000);
            played.boundary();
            played.cpu.expire();
            played.boundary();
            assertThat(played.cpu.cpu() - played.first).as("seed %d", seed).isEqualTo(played.used - played.usedAtFirst);
        }
    }

    @Test
    void withoutASpanItIsReadAtEachBoundaryAndNeverWrong() {
        Thread played = new Thread(0, 7, 1, 0);
        played.run();
        assertThat(played.cpu.reads).isEqualTo(BOUNDARIES);
        assertThat(played.largestError).isZero();
    }

    @Test
    void itIsReadOnceInASpanAndAfterLongStretchesAndNoMore() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Thread played = new Thread(50_000, seed, 1, 0);
            played.run();
            assertThat((long) played.cpu.reads).as("seed %d", seed)
                    .isLessThanOrEqualTo(played.longStretches + played.now / 50_000 + 1);
            assertThat(played.cpu.reads).isLessThan(BOUNDARIES / 2);
        }
    }

    /** A read takes some hundred ns, and its thread may be put off the CPU before or after the clock is looked at in it. */
    @Test
    void readsThatTakeTimeAndAreInterruptedAddNoMoreThanARead() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Thread played = new Thread(50_000, seed, 1, 600);
            played.run();
            assertThat(played.largestError).as("seed %d", seed).isLessThanOrEqualTo(50_000 + 2 * 2_500);
            assertThat(played.leastAhead).as("seed %d", seed).isGreaterThanOrEqualTo(-2_500);
        }
    }

    /** What a read takes is its thread's own CPU time, half of it before the clock is looked at. */
    @Test
    void readsThatTakeTimeAreNoneOfTheThreadsWorkAndLeaveNoRemainder() {
        Thread played = new Thread(50_000, 1, 1, 600);
        played.cpu.steady = true;
        long worked = 0;
        for (int i = 0; i < 10_000; i++) {
            long begun = played.boundary();
            begun = played.cpu.estimate(played.now);
            played.runFor(i % 2 == 0 ? 300 : 7_000);
            worked += played.boundary() - begun;
            played.runFor(100);
        }
        assertThat(worked).isEqualTo(10_000 / 2 * (300 + 7_000));
        assertThat(played.cpu.spent()).isEqualTo(played.cpu.spentCpu()).isEqualTo(2L * 600 * played.cpu.reads);
    }

    /** The thread was without a processor then, which is no cost of SIM. */
    @Test
    void ofAReadThatIsInterruptedWhatReadsUsuallyTakeIsSpent() {
        Thread played = new Thread(50_000, 1, 1, 600);
        played.cpu.steady = true;
        usual(played, Prices.CPU);
        long spent = played.cpu.spent();
        long spentCpu = played.cpu.spentCpu();
        played.runFor(60_000);
        played.cpu.interruption = 10_000_000;
        played.boundary();
        assertThat(played.cpu.spent() - spent).isCloseTo(1_200L, within(50L))
                .isEqualTo(played.cpu.spentCpu() - spentCpu);
        assertThat(played.cpu.spent() - spent + played.cpu.interruptedNanos()).isEqualTo(10_000_000 + 1_200);
    }

    @ParameterizedTest
    @ValueSource(ints = {Prices.PROCESS, Prices.SPLIT, Prices.CONTENTION, Prices.LOOK})
    void soItIsOfWhatIsReadWithIt(int kind) {
        Thread played = new Thread(50_000, 1, 1, 0);
        usual(played, kind);
        long spent = played.cpu.spent();
        read(played, kind, 10_000_000);
        assertThat(played.cpu.spent() - spent).isCloseTo(1_200L, within(50L));
        assertThat(played.cpu.spent() - spent + played.cpu.interruptedNanos()).isEqualTo(10_000_000 + 1_200);
    }

    /** What takes long by itself, without a wait. */
    @Test
    void aKindOfReadingThatUsuallyTakesLongIsNotTakenForOneThatWasInterrupted() {
        Thread played = new Thread(50_000, 1, 1, 0);
        for (int i = 0; i < 500; i++) {
            played.cpu.took(played.now, played.now + 7_000, 7_000, Prices.SPLIT);
        }
        long spent = played.cpu.spent();
        long interrupted = played.cpu.interruptedNanos();
        played.cpu.took(played.now, played.now + 20_000, 20_000, Prices.SPLIT);
        assertThat(played.cpu.spent() - spent).isEqualTo(20_000);
        assertThat(played.cpu.interruptedNanos()).isEqualTo(interrupted);
    }

    /** Brings the median of all threads to 1,200 ns, whatever other tests have left. */
    private static void usual(Thread played, int kind) {
        for (int i = 0; i < 500; i++) {
            Prices.of(kind, 1_200);
        }
        assertThat(played.cpu.interruptedNanos()).isZero();
    }

    /** A reading of 1,200 ns of the thread's own CPU, and a time without a processor. */
    private static void read(Thread played, int kind, long wait) {
        long before = played.now;
        played.runFor(1_200);
        played.beOff(wait);
        if (kind == Prices.LOOK) {
            played.cpu.looked(before, played.now);
        } else {
            played.cpu.took(before, played.now, 1_200, kind);
        }
    }

    /** Five us of work and five of parking, in calls of their own. */
    @Test
    void workAndWaitsOfFiveMicrosecondsAreTold() {
        Thread played = new Thread(50_000, 1, 1, 0);
        long worked = 0;
        long waited = 0;
        for (int i = 0; i < 10_000; i++) {
            long begun = played.boundary();
            played.runFor(5_000);
            long between = played.boundary();
            played.beOff(5_000);
            worked += between - begun;
            waited += played.boundary() - between;
        }
        assertThat(worked).isEqualTo(50_000_000);
        assertThat(waited).isZero();
    }

    /** Of four, nobody knows which of the two it was: the sum is right, and each is given half. */
    @Test
    void shorterOnesAreTakenForOneAnother() {
        Thread played = new Thread(50_000, 1, 1, 0);
        long worked = 0;
        long waited = 0;
        for (int i = 0; i < 10_000; i++) {
            long begun = played.boundary();
            played.runFor(4_000);
            long between = played.boundary();
            played.beOff(4_000);
            worked += between - begun;
            waited += played.boundary() - between;
        }
        assertThat(worked + waited).isBetween(40_000_000L, 40_050_000L);
        assertThat(worked).isBetween(15_000_000L, 25_000_000L);
    }

    /** A clock whose CPU time moves in steps, as some systems have it: then no read is below the one before. */
    @Test
    void aCoarseCpuClockNeverGoesBack() {
        Thread played = new Thread(50_000, 3, 1, 0);
        played.cpu.step = 15_625_000;
        played.run();
        assertThat(played.leastDifference).isNotNegative();
    }

    /** A thread that is played. Times are ns. */
    private static final class Thread {
        final PlayedCpu cpu;
        final Random random;
        final long leastOff;
        long now = 1_000_000_007;
        long used = 12_345;
        long first = -1;
        long usedAtFirst;
        long lastBoundary;
        long last;
        long largestError;
        long leastAhead = Long.MAX_VALUE;
        long mostAhead;
        long leastDifference;
        int readsThatAgree;
        int offs;
        int longStretches;

        Thread(long span, int seed, long leastOff, long readTakes) {
            this.random = new Random(seed);
            this.leastOff = leastOff;
            this.cpu = new PlayedCpu(span, this, readTakes);
        }

        /** Calls in one another, up to ten deep, with stretches of all lengths. */
        void run() {
            Deque<long[]> begun = new ArrayDeque<>();
            for (int i = 0; i < BOUNDARIES; i++) {
                boolean begins = begun.isEmpty() || begun.size() < 10 && random.nextBoolean();
                long usedHere = used - cpu.own;
                long told = boundary();
                if (begins) {
                    // what reads took is over then
                    told = cpu.pass(now);
                    begun.push(new long[]{used - cpu.own, told});
                } else {
                    long[] begin = begun.pop();
                    largestError = Math.max(largestError, Math.abs(told - begin[1] - (usedHere - begin[0])));
                }
                stretch();
            }
        }

        private void stretch() {
            for (int parts = random.nextInt(4); parts >= 0; parts--) {
                if (random.nextInt(3) == 0) {
                    beOff(leastOff + length());
                    offs++;
                } else {
                    runFor(length());
                }
            }
        }

        /** From some ns to some ms, every order of magnitude as often; seldom the long ones, lest all stretches be long. */
        private long length() {
            return (long) Math.pow(10, random.nextDouble() * (random.nextInt(20) == 0 ? 7 : 3.5));
        }

        void runFor(long nanos) {
            now += nanos;
            used += nanos;
        }

        void beOff(long nanos) {
            now += nanos;
        }

        /** Returns the CPU time that is told. */
        long boundary() {
            int reads = cpu.reads;
            long usedHere = used - cpu.own;
            longStretches += now - lastBoundary >= WAIT ? 1 : 0;
            long told = cpu.boundary(now);
            lastBoundary = now;
            if (first < 0) {
                first = told;
                usedAtFirst = usedHere;
                last = told;
            }
            leastAhead = Math.min(leastAhead, told - usedHere);
            mostAhead = Math.max(mostAhead, told - usedHere);
            leastDifference = Math.min(leastDifference, told - last);
            last = told;
            readsThatAgree += cpu.reads > reads && told == usedHere ? 1 : 0;
            return told;
        }
    }

    /** Reads the played thread's CPU clock as {@link ThreadMeters} reads the JVM's. */
    private static final class PlayedCpu extends CpuByNeed {
        private final Thread played;
        private final long takes;
        /** Whether each read takes as long, and is never interrupted. */
        boolean steady;
        /** How long the next read is interrupted. */
        long interruption;
        long step = 1;
        int reads;
        /** CPU time that is taken out of all reads. */
        long own;

        PlayedCpu(long span, Thread played, long takes) {
            super(span);
            this.played = played;
            this.takes = takes;
        }

        long boundary(long now) {
            if (isDue(now)) {
                reads++;
                pass();
                long read = (played.used - own) / step * step;
                pass();
                played.beOff(interruption);
                interruption = 0;
                cpu = take(now, read, played.now);
                if (takes > 0 && !steady && played.random.nextInt(5) == 0) {
                    doOwnWork();
                }
                boundary = played.now;
                return cpu;
            }
            return pass(now);
        }

        /** A moment that needs no read. */
        long pass(long now) {
            cpu = estimate(now);
            boundary = now;
            return cpu;
        }

        private void doOwnWork() {
            long before = played.now;
            long usedBefore = played.used;
            pass();
            pass();
            own += played.used - usedBefore;
            took(before, played.now, played.used - usedBefore, Prices.CONTENTION);
        }

        /** Half of what a read takes; one in ten is interrupted. */
        private void pass() {
            if (steady) {
                played.runFor(takes);
            } else if (takes > 0) {
                played.runFor(played.random.nextLong(takes));
                played.beOff(played.random.nextInt(10) == 0 ? played.random.nextLong(5_000_000) : 0);
            }
        }

        @Override
        public int present() {
            return Meter.CPU.bit();
        }

        @Override
        public long tick() {
            return played.now;
        }

        @Override
        public long begin(long[] into) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void end(long tick) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void fill(long[] into) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void disownSince(long allocated) {
            throw new UnsupportedOperationException();
        }
    }
}
