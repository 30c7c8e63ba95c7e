package sim.jfr.reader;

import java.util.Map;

/** A scope: a thread's time from one tick to another, and the entries that hold in it. 56 bytes until they are asked for. */
final class Interval {
    final long from;
    final long to;
    /** Where its event is, or -1 if it has none. */
    final long position;
    /** Whether the event is in the chunk at hand, so that the entries can be read again. */
    final boolean local;
    /** The entries this scope adds, or has if it is whole; null: not read yet. */
    Map<String, Object> own;
    boolean whole;
    /** The scope around it on its thread; settled by {@link Timeline}. */
    Interval outer;
    /** All entries that hold in it, once asked for. */
    Map<String, Object> context;

    Interval(long from, long to, long position, boolean local) {
        this.from = from;
        this.to = to;
        this.position = position;
        this.local = local;
    }

    boolean contains(long tick) {
        return from <= tick && tick < to;
    }
}
