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
 * {@code org.jinspired.probes.spi.factory}, else one found by {@link java.util.ServiceLoader}, else SIM's own. Where a
 * parameter is null, NullPointerException is thrown, unless the method says otherwise. None of the interfaces is for
 * clients to implement.
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

    /** Runs {@code runnable} inside a probe named after its class. What it throws passes through; the probe has ended. */
    public static Probe run(Runnable runnable) {
        return PROVIDER.context().run(runnable);
    }

    /** The name of one part; a dot in it is part of it. */
    public static Name name(String value) {
        return PROVIDER.name(value);
    }

    /** The name of a class: its package's parts, then its own. Holds no reference to the class. */
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

        /** This name and one part more. */
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
        Name getName();

        /** Reads the meters for the first time. Ignored and counted while the probe is firing. */
        void begin();

        /** Reads them again, and ends what was begun inside and not ended. Ignored and counted while it is not firing. */
        void end();

        /** What was read, a reading a meter; stays until the next {@link #begin()} of this probe. */
        Iterator<Reading> readings();

        /** The reading of the meter of that name, null when it is not read. */
        Reading reading(Name meter);

        /** Begins, runs and ends. */
        void run(Runnable runnable);

        /** 0 while it is not firing, positive while it is and is metered, negative while it is and is not metered. */
        int getState();
    }

    /** A thread in the metering runtime, the same for the thread's life. For that thread only. */
    public interface Context {
        /** The thread's name. */
        String getName();

        /** A probe, not begun yet. */
        Probe create(Name name);

        /** A probe, begun. */
        Probe begin(Name name);

        /** Runs {@code runnable} inside a probe named after its class. */
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

        /** This thread's counter of that name, made at the first call. */
        Counter counter(Name name);
    }

    /** Something that is read at a probe's ends; grows only. */
    public interface Meter {
        Name getName();
    }

    /** A meter read by a probe, in the meter's unit. */
    public interface Reading {
        /** The meter's name. */
        Name getName();

        /** The reading at the begin; 0 as long as there is no other. */
        long getLow();

        /** The latest reading. */
        long getHigh();

        /** High less low; 0 as long as there is one reading only. */
        long getDelta();
    }

    /** A classification of names, given by the runtime. */
    public interface Label {
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
        /** The thread as a whole, a change a meter. */
        Iterator<Change> changes();

        /** The thread's change of that meter, or null. */
        Change change(Name meter);

        /** The names whose probes ended in between. */
        Iterator<ChangePoint> changepoints();

        /** A name, or the group of all names it prefixes, or null when nothing of it ended in between. */
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

        /** The sum of their readings, without what was metered inside. */
        long getInherentTotal();

        /** {@link #getInherentTotal()} by {@link #getCount()}, 0 for none. */
        double getInherentAvg();
    }

    /**
     * Values by name. {@link #contains} and {@link #remove} mean the name and every name it prefixes. What is not set is
     * looked for in the configuration; what is nowhere reads as 0, false or null, or as the given default.
     */
    public interface Environment {
        boolean contains(Name name);

        void remove(Name name);

        /** Sets the name to no value, which hides the configuration's. */
        void setNull(Name name);

        /** Whether there is no value. */
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

        String getString(Name name, String defValue);

        void setString(Name name, String newValue);

        Name getName(Name name);

        Name getName(Name name, Name defValue);

        void setName(Name name, Name newValue);
    }

    /** A thread's count of something. Grows only; becomes a meter when the configuration says so. */
    public interface Counter {
        Name getName();

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
