package org.jinspired.probes;

import java.lang.reflect.Method;
import java.util.Iterator;
import org.jinspired.probes.spi.ProbesProvider;

/**
 * The entry point to the metering runtime, for code that probes itself.
 *
 * <pre>
 * static final Probes.Name LOAD = Probes.parse("shop.orders.load");
 * ...
 * Probes.Probe probe = Probes.begin(LOAD);
 * try {
 *     work();
 * } finally {
 *     probe.end();
 * }
 * </pre>
 *
 * The runtime and its configuration decide what is read at the two ends, and what happens with it. The provider is chosen when
 * this class is initialised: the class that the system property {@code org.jinspired.probes.spi.factory} names, else one found by
 * {@link java.util.ServiceLoader}, else SIM's own. If the named class cannot be made, the initialisation fails with a message
 * that names the property and the class. A method throws NullPointerException if a parameter is null, unless it says otherwise.
 * Clients implement none of the interfaces. Any thread may call this class, and each call is about the calling thread. The
 * returned objects belong to that thread, except names, labels and meters, which any thread may use.
 *
 * <p>The signatures are those of the published Probes Open API, so its clients run unchanged.
 */
public final class Probes {
    private static final ProbesProvider PROVIDER = Providers.load();

    private Probes() {}

    /** The calling thread's context. */
    public static Context context() {
        return PROVIDER.context();
    }

    /** The meter of that name, or null if the runtime has none. */
    public static Meter meter(Name name) {
        return PROVIDER.meter(name);
    }

    /** A probe of the calling thread, not begun yet. */
    public static Probe create(Name name) {
        return PROVIDER.context().create(name);
    }

    /** A probe of the calling thread, begun. */
    public static Probe begin(Name name) {
        return PROVIDER.context().begin(name);
    }

    /** As {@link Context#run}. */
    public static Probe run(Runnable runnable) {
        return PROVIDER.context().run(runnable);
    }

    /** A name of one part. A dot belongs to the part. */
    public static Name name(String value) {
        return PROVIDER.name(value);
    }

    /**
     * The name of a class: the parts of its package, then its own. It holds no reference to the class. Of a generated class, the
     * number or hash at the end of the name is left out, as when such a class is woven: all lambdas of a class share
     * {@code shop.Basket$$Lambda}.
     */
    public static Name name(Class<?> type) {
        return PROVIDER.name(type);
    }

    /** The name of a method: its declaring class's name, then its own. Overloads share it. */
    public static Name name(Method method) {
        return PROVIDER.name(method);
    }

    /** A name of several parts, split at every dot. */
    public static Name parse(String value) {
        return PROVIDER.parse(value);
    }

    /** The label of that value, or null if the runtime has none. */
    public static Label label(String value) {
        return PROVIDER.label(value);
    }

    /** An ordered sequence of parts. Interned: equal names are the same object. Any thread. */
    public interface Name {
        /** The number of parts, at least 1. */
        int getLength();

        /**
         * The part at an index from 0.
         *
         * @throws IllegalArgumentException when the index is negative or not below {@link #getLength()}
         */
        String valueAt(int index);

        /** The name without its last part; null if there is no other part. */
        Name getPrefix();

        /** The last part. */
        String getValue();

        /** This name with one more part. A dot belongs to the part. */
        Name name(String value);

        /** The labels it carries now; cannot be changed through the iterator. */
        Iterator<Label> labels();

        /** Whether it carries the label now. */
        boolean contains(Label label);

        /** The nearest ancestor whose last part is {@code value}, or null. */
        Name find(String value);

        /** Whether {@code name} is this name's prefix, direct or indirect. A name does not start with itself. */
        boolean startsWith(Name name);

        /** Whether it carries the label {@code disabled}: its probes are not metered. */
        boolean isDisabled();
    }

    /**
     * Measures an interval on the thread that created it. Begins and ends come in pairs, properly nested. If they do not, the
     * runtime heals and counts it, and never throws.
     */
    public interface Probe {
        /** The probe's name, which never changes. */
        Name getName();

        /** Begins: reads the meters for the first time. While the probe is firing, the call is ignored and counted. */
        void begin();

        /**
         * Ends: reads the meters again, and ends what was begun inside and not ended. While the probe is not firing, the call is
         * ignored and counted.
         */
        void end();

        /** The readings, one for each meter. They stay until the next {@link #begin()} of this probe. Empty before the first. */
        Iterator<Reading> readings();

        /** The reading of the meter of that name; null if the meter is not read or the probe was not metered. */
        Reading reading(Name meter);

        /** Begins, runs and ends. An exception of {@code runnable} passes through, after the probe has ended. */
        void run(Runnable runnable);

        /** 0 while it is not firing; while it is firing, positive if it is metered and negative if it is not. */
        int getState();
    }

    /**
     * A thread in the metering runtime, the same object for the thread's life. Only that thread may use it. If another thread
     * does, the call is about that other thread's own context, and is counted.
     */
    public interface Context {
        /** The thread's name, as it is now. */
        String getName();

        /** A probe, not begun yet. */
        Probe create(Name name);

        /** A probe, begun. */
        Probe begin(Name name);

        /**
         * Runs {@code runnable} inside a probe named after its class and {@code run}. An exception passes through, after the
         * probe has ended.
         *
         * @return the probe, ended, for its readings
         */
        Probe run(Runnable runnable);

        /** Saves the present state of the thread's metering. */
        SavePoint savepoint();

        /** Saves it in a savepoint that this thread made before. For null or another thread's savepoint, makes a new one. */
        SavePoint savepoint(SavePoint savepoint);

        /**
         * What the thread's metering gained since the savepoint.
         *
         * @throws IllegalArgumentException if the savepoint is another thread's
         */
        ChangeSet compare(SavePoint savepoint);

        /** The thread's values, which extensions and the inner probes see. */
        Environment getEnvironment();

        /** The meters read on this thread. */
        Iterator<Meter> meters();

        /**
         * This thread's counter of that name, made at the first call. A thread keeps 10,000 counters. For a further name each
         * call makes a new counter, and the runtime counts that.
         */
        Counter counter(Name name);
    }

    /**
     * Something that is read at a probe's ends, and that only grows. There are always {@code clock.time}, microseconds since the
     * epoch, and {@code clock.tick}, nanoseconds from an arbitrary moment. Other times are in nanoseconds, {@code alloc.bytes} in
     * bytes; an extension's are in its own unit.
     */
    public interface Meter {
        Name getName();
    }

    /** A meter read by a probe, in the meter's unit. */
    public interface Reading {
        /** The meter's name. */
        Name getName();

        /** The reading at the begin; 0 until the probe has ended. */
        long getLow();

        /** The latest reading. */
        long getHigh();

        /** {@link #getHigh()} less {@link #getLow()}; 0 until the probe has ended. */
        long getDelta();
    }

    /** A classification of names, which the runtime gives: {@code java}, {@code class}, {@code probe}, {@code disabled} and more. */
    public interface Label {
        /** The label's text, as {@link Probes#label} takes it. */
        String getValue();
    }

    /** The state of a thread's metering at one moment. */
    public interface SavePoint {
        /**
         * What was gained from {@code older} to this one.
         *
         * @throws IllegalArgumentException if the other is another thread's, or younger
         */
        ChangeSet compare(SavePoint older);
    }

    /** What a thread's metering gained between two savepoints: the probes that ended in between. Immutable. */
    public interface ChangeSet {
        /**
         * The thread as a whole, one change for each meter: how many probes ended; by how much the thread's own readings grew,
         * including code outside of probes; and, as inherent total, the part that its probes account for.
         */
        Iterator<Change> changes();

        /** The thread's change of that meter, or null. */
        Change change(Name meter);

        /** The names whose probes ended in between. */
        Iterator<ChangePoint> changepoints();

        /**
         * The change of a name, or of the group of all names below it; null if none of them ended in between. A name's total
         * counts recursive calls again. A group's total counts a call only if none of its callers is in the group.
         */
        ChangePoint changepoint(Name name);
    }

    /** The gain of a name, or of a group of names. */
    public interface ChangePoint {
        /** A probe's name or a prefix of it. */
        Name getName();

        /** One change for each meter. */
        Iterator<Change> changes();

        /** The change of that meter, or null. */
        Change change(Name meter);
    }

    /** The gain of one meter, in its unit. */
    public interface Change {
        /** The meter's name. */
        Name getName();

        /** How many probes ended. */
        long getCount();

        /** The sum of their readings, with what was metered inside. */
        long getTotal();

        /** {@link #getTotal()} divided by {@link #getCount()}; 0 if there are none. */
        double getAvg();

        /** The sum of their readings, without what was metered inside; never below 0. */
        long getInherentTotal();

        /** {@link #getInherentTotal()} divided by {@link #getCount()}; 0 if there are none. */
        double getInherentAvg();
    }

    /**
     * A thread's values by name. {@link #contains} and {@link #remove} are about the name and every name below it. If a value is
     * not set, it is looked for in the configuration, whose text is read as the requested type. If it is not there either, it
     * reads as 0, false or null, or as the given default. So does a value that was set as another type, because nothing is
     * converted. Changes made while a probe begun by hand is firing are undone when that probe ends.
     */
    public interface Environment {
        /** Whether the name, or one below it, is set here or in the configuration. */
        boolean contains(Name name);

        /** Forgets the values of the name and of all names below it. The values of the configuration are visible again. */
        void remove(Name name);

        /** Sets the name to no value, which hides the configuration's. */
        void setNull(Name name);

        /** Whether there is no value: it is not set, or set to null. */
        boolean isNull(Name name);

        long getLong(Name name);

        long getLong(Name name, long defValue);

        void setLong(Name name, long newValue);

        boolean getBoolean(Name name);

        boolean getBoolean(Name name, boolean defValue);

        void setBoolean(Name name, boolean newValue);

        int getInt(Name name);

        int getInt(Name name, int defValue);

        void setInt(Name name, int newValue);

        double getDouble(Name name);

        double getDouble(Name name, double defValue);

        void setDouble(Name name, double newValue);

        String getString(Name name);

        /** The default may be null. */
        String getString(Name name, String defValue);

        /** A null value is {@link #setNull}. */
        void setString(Name name, String newValue);

        Name getName(Name name);

        /** The default may be null. */
        Name getName(Name name, Name defValue);

        /** A null value is {@link #setNull}. */
        void setName(Name name, Name newValue);
    }

    /** A thread's count of something. Grows only; becomes a meter where {@code probes.counters} names it. */
    public interface Counter {
        Name getName();

        /** The sum of what was added so far. */
        long getValue();

        /** Adds 1. */
        void inc();

        /**
         * Adds {@code value}. A counter stops at {@code Long.MAX_VALUE}.
         *
         * @throws IllegalArgumentException if it is negative
         */
        void inc(long value);
    }
}
