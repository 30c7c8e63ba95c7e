package org.jinspired.probes;

import java.lang.reflect.Method;
import java.util.Iterator;
import org.jinspired.probes.spi.ProbesProvider;

/**
 * The way into the metering runtime for code that probes itself.
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
 * What is read at the two ends, and what becomes of it, is the runtime's and its configuration's business. The provider is
 * chosen when this class is initialised: the class named by the system property
 * {@code org.jinspired.probes.spi.factory}, else one found by {@link java.util.ServiceLoader}, else SIM's own; one that is
 * named and cannot be made fails this class with a message that names the property and the class. Where a
 * parameter is null, NullPointerException is thrown, unless the method says otherwise. None of the interfaces is for
 * clients to implement. Calls of this class are for any thread, and each means the thread it is made on; so do the objects
 * it gives out, but for names, labels and meters, which are everybody's.
 *
 * <p>The signatures are those of the published Probes Open API, so that its clients run unchanged.
 */
public final class Probes {
    private static final ProbesProvider PROVIDER = Providers.load();

    private Probes() {}

    /** The calling thread's context. */
    public static Context context() {
        return PROVIDER.context();
    }

    /** The meter of that name, or null when the runtime has none. */
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

    /** The name of one part; a dot in it is part of it. */
    public static Name name(String value) {
        return PROVIDER.name(value);
    }

    /**
     * The name of a class: its package's parts, then its own. Holds no reference to the class. Where a class was
     * generated, the number or hash at its name's end is left out, as it is when such a class is woven: all lambdas of a class
     * share {@code shop.Basket$$Lambda}.
     */
    public static Name name(Class<?> type) {
        return PROVIDER.name(type);
    }

    /** The name of a method: its declaring class's name, then its own. Overloads share it. */
    public static Name name(Method method) {
        return PROVIDER.name(method);
    }

    /** The name of several parts, split at every dot. */
    public static Name parse(String value) {
        return PROVIDER.parse(value);
    }

    /** The label of that value, or null when the runtime knows none. */
    public static Label label(String value) {
        return PROVIDER.label(value);
    }

    /** An ordered sequence of parts. Interned: equal names are the same object. Any thread. */
    public interface Name {
        /** How many parts, at least 1. */
        int getLength();

        /**
         * The part at an index from 0.
         *
         * @throws IllegalArgumentException when the index is negative or not below {@link #getLength()}
         */
        String valueAt(int index);

        /** The name without its last part, null when that is all. */
        Name getPrefix();

        /** The last part. */
        String getValue();

        /** This name and one part more; a dot in it is part of it. */
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
     * Measures an interval on the thread that created it. Begin and end come in pairs, properly nested; what is not is
     * healed and counted, and never thrown at the caller.
     */
    public interface Probe {
        /** What it is begun under, the same for its life. */
        Name getName();

        /** Reads the meters for the first time. Ignored and counted while the probe is firing. */
        void begin();

        /** Reads them again, and ends what was begun inside and not ended. Ignored and counted while it is not firing. */
        void end();

        /** What was read, a reading a meter; stays until the next {@link #begin()} of this probe. Empty before the first. */
        Iterator<Reading> readings();

        /** The reading of the meter of that name, null when it is not read or the probe was not metered. */
        Reading reading(Name meter);

        /** Begins, runs and ends. What {@code runnable} throws passes through; the probe has ended then too. */
        void run(Runnable runnable);

        /** 0 while it is not firing, positive while it is and is metered, negative while it is and is not metered. */
        int getState();
    }

    /**
     * A thread in the metering runtime, the same for the thread's life. For that thread only: where another uses it, the call
     * means the other's own context, and is counted.
     */
    public interface Context {
        /** The thread's name, as it is now. */
        String getName();

        /** A probe, not begun yet. */
        Probe create(Name name);

        /** A probe, begun. */
        Probe begin(Name name);

        /**
         * Runs {@code runnable} inside a probe named after its class and {@code run}. What it throws passes through; the probe
         * has ended then too.
         *
         * @return the probe, ended, for its readings
         */
        Probe run(Runnable runnable);

        /** Remembers where the thread's metering stands. */
        SavePoint savepoint();

        /** The same, in a savepoint this thread made before; a new one for null or another thread's. */
        SavePoint savepoint(SavePoint savepoint);

        /**
         * What the thread's metering gained since then.
         *
         * @throws IllegalArgumentException when the savepoint is another thread's
         */
        ChangeSet compare(SavePoint savepoint);

        /** Values shared with extensions and with the probes below on the stack. */
        Environment getEnvironment();

        /** The meters read on this thread. */
        Iterator<Meter> meters();

        /** This thread's counter of that name, made at the first call. Past 10,000 names a thread keeps no more: each call makes another, counted. */
        Counter counter(Name name);
    }

    /**
     * Something that is read at a probe's ends; grows only. There always are {@code clock.time}, microseconds since the epoch,
     * and {@code clock.tick}, nanoseconds from an arbitrary moment. Other times are in nanoseconds, {@code alloc.bytes} in
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

        /** High less low; 0 until the probe has ended. */
        long getDelta();
    }

    /** A classification of names, given by the runtime: {@code java}, {@code class}, {@code probe}, {@code disabled} and more. */
    public interface Label {
        /** Its text, the one {@link Probes#label} takes. */
        String getValue();
    }

    /** Where a thread's metering stood. */
    public interface SavePoint {
        /**
         * What was gained from {@code older} to this one.
         *
         * @throws IllegalArgumentException when the other is another thread's, or younger
         */
        ChangeSet compare(SavePoint older);
    }

    /** What a thread's metering gained between two points. Probes that ended in between are in it. Immutable. */
    public interface ChangeSet {
        /**
         * The thread as a whole, a change a meter: how many probes ended, by how much the thread's own readings grew, code
         * outside of probes included, and as inherent total what its probes account for.
         */
        Iterator<Change> changes();

        /** The thread's change of that meter, or null. */
        Change change(Name meter);

        /** The names whose probes ended in between. */
        Iterator<ChangePoint> changepoints();

        /**
         * A name, or the group of all names it prefixes, or null when nothing of it ended in between. A name's total counts
         * calls inside calls of the same name again; a group's counts a call only where none of its callers is in the group.
         */
        ChangePoint changepoint(Name name);
    }

    /** What a name, or a group of names, gained. */
    public interface ChangePoint {
        /** A probe's name or a prefix of it. */
        Name getName();

        /** A change a meter. */
        Iterator<Change> changes();

        /** The change of that meter, or null. */
        Change change(Name meter);
    }

    /** What one meter gained, in its unit. */
    public interface Change {
        /** The meter's name. */
        Name getName();

        /** How many probes ended. */
        long getCount();

        /** The sum of their readings, with what was metered inside. */
        long getTotal();

        /** {@link #getTotal()} by {@link #getCount()}, 0 for none. */
        double getAvg();

        /** The sum of their readings, without what was metered inside; never below 0. */
        long getInherentTotal();

        /** {@link #getInherentTotal()} by {@link #getCount()}, 0 for none. */
        double getInherentAvg();
    }

    /**
     * A thread's values by name. {@link #contains} and {@link #remove} mean the name and every name it prefixes. What is not set
     * is looked for in the configuration, whose text is read as the type that is asked for; what is nowhere reads as 0, false or
     * null, or as the given default. So does a value that was set as another type: nothing is converted. What is set or removed
     * while a probe begun by hand is firing is undone when that ends.
     */
    public interface Environment {
        /** Whether the name, or one it prefixes, is set here or in the configuration. */
        boolean contains(Name name);

        /** Forgets the name's value and those of all it prefixes; the configuration's are seen again. */
        void remove(Name name);

        /** Sets the name to no value, which hides the configuration's. */
        void setNull(Name name);

        /** Whether there is no value: nothing is set, or null is. */
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

        /** What was added so far. */
        long getValue();

        /** Adds 1. */
        void inc();

        /**
         * Adds {@code value}; at {@code Long.MAX_VALUE} a counter stays.
         *
         * @throws IllegalArgumentException when it is negative
         */
        void inc(long value);
    }
}
