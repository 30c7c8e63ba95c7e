package sim.base.meter;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Instant;

/**
 * The one clock. A tick is a tick of the JVM's own counter if an agent has made it accessible (the invariant TSC, read by an intrinsic in
 * 7 to 12 ns). Otherwise it is a nanosecond of {@link System#nanoTime} (25 to 30 ns on the machine measured).
 */
public final class Clock {
    /** The length of a tick, found together with the counter. */
    private static double nanosPerTick = 1;
    private static final MethodHandle COUNTER = counter();
    /** Two clocks cannot be compared if their readings are this many ns apart, because the thread has lost its processor in between. */
    private static final long FAR_APART = 10_000;
    /** The nominal frequency of a counter is used if the measured one differs by at most this part; otherwise the measured one. */
    private static final double BELIEVED = 0.001;
    /** Null if a tick is a nanosecond. */
    private static final TickScale SCALE = COUNTER == null ? null : scale();

    /** A tick with its time in epoch microseconds. The collector's thread writes it, any thread reads it. */
    private static volatile Anchor anchor = Anchor.now();

    private Clock() {}

    /** The source of ticks: {@code counter} or {@code nanoTime}. */
    public static String source() {
        return COUNTER == null ? "nanoTime" : "counter";
    }

    /** The current tick. Monotonic per thread. */
    public static long ticks() {
        if (COUNTER == null) {
            return System.nanoTime();
        }
        try {
            return (long) COUNTER.invokeExact();
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Nanoseconds in a number of ticks. */
    public static long nanos(long ticks) {
        return COUNTER == null ? ticks : SCALE.span(ticks);
    }

    /** About how many ticks so many nanoseconds are. */
    public static long ticksIn(long nanos) {
        return COUNTER == null ? nanos : (long) (nanos / nanosPerTick);
    }

    /** Nanoseconds from one tick to another. */
    public static long between(long begin, long end) {
        return COUNTER == null ? end - begin : SCALE.between(begin, end);
    }

    /** Nanoseconds at a tick, since no particular time. */
    public static long nanosAt(long tick) {
        return COUNTER == null ? tick : SCALE.at(tick);
    }

    /** Microseconds since the epoch at a tick. */
    public static long epochMicros(long tick) {
        Anchor at = anchor;
        return at.micros + Math.floorDiv(between(at.tick, tick), 1000L);
    }

    /** Microseconds since the epoch. */
    public static long epochMicros() {
        return epochMicros(ticks());
    }

    /** Compares with the system's clocks again. Called by the collector's thread every few seconds. */
    public static void synchronise() {
        if (COUNTER != null) {
            Pair now = Pair.now();
            if (now.apart < FAR_APART) {
                SCALE.follow(now.tick, now.nanos);
            }
        }
        anchor = Anchor.now();
    }

    /** The counter and {@code nanoTime} at one moment: the closest of three pairs of readings. */
    private record Pair(long tick, long nanos, long apart) {
        static Pair now() {
            Pair closest = null;
            for (int tries = 0; tries < 3; tries++) {
                long before = System.nanoTime();
                long tick = ticks();
                long after = System.nanoTime();
                if (closest == null || after - before < closest.apart) {
                    closest = new Pair(tick, before + (after - before) / 2, after - before);
                }
            }
            return closest;
        }
    }

    private record Anchor(long tick, long micros) {
        /** The closest of three pairs of readings, because a thread may lose its processor between two readings. */
        static Anchor now() {
            Anchor closest = null;
            long apart = Long.MAX_VALUE;
            for (int tries = 0; tries < 3; tries++) {
                long before = ticks();
                Instant now = Instant.now();
                long gap = ticks() - before;
                if (gap < apart) {
                    apart = gap;
                    closest = new Anchor(before + gap / 2,
                            now.getEpochSecond() * 1_000_000 + now.getNano() / 1000);
                }
            }
            return closest;
        }
    }

    private static MethodHandle counter() {
        try {
            Class<?> jvm = Class.forName("jdk.jfr.internal.JVM");
            MethodHandle handle = MethodHandles.lookup().findStatic(jvm, "counterTime",
                    MethodType.methodType(long.class));
            return keepsTime(handle, ticksPerSecond(jvm)) ? handle : null;
        } catch (Throwable closed) {
            return null;
        }
    }

    private static TickScale scale() {
        Pair now = Pair.now();
        return new TickScale(nanosPerTick, now.tick, now.nanos);
    }

    private static double ticksPerSecond(Class<?> jvm) throws Throwable {
        MethodType type = MethodType.methodType(long.class);
        try {
            return (long) MethodHandles.lookup().findStatic(jvm, "getTicksFrequency", type).invoke();
        } catch (ReflectiveOperationException instance) {
            Object self = MethodHandles.lookup().findStatic(jvm, "getJVM", MethodType.methodType(jvm)).invoke();
            return (long) MethodHandles.lookup().findVirtual(jvm, "getTicksFrequency", type).invoke(self);
        }
    }

    /**
     * Compares the counter with nanoTime for 2 ms. A counter that is wrong by more than 2 % is not used. Neither is one of exactly 1 GHz,
     * which means that the JVM has no fast counter: it reads the same clock as nanoTime, and without an intrinsic.
     */
    private static boolean keepsTime(MethodHandle handle, double perSecond) throws Throwable {
        if (perSecond < 1e6 || perSecond == 1e9) {
            return false;
        }
        long nanos = System.nanoTime();
        long ticks = (long) handle.invokeExact();
        long until = nanos + 2_000_000;
        long now;
        do {
            now = System.nanoTime();
        } while (now < until);
        double measured = ((long) handle.invokeExact() - ticks) / perSecond * 1e9;
        double off = Math.abs(measured / (now - nanos) - 1);
        nanosPerTick = 1e9 / perSecond * (off < BELIEVED ? 1 : (now - nanos) / measured);
        return off < 0.02;
    }
}
