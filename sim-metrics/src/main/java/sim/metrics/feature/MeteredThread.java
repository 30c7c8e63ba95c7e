package sim.metrics.feature;

import sim.base.meter.Readings;

/**
 * A thread, its calls in progress, and what features keep on it, as features see them. Only the thread itself calls it, unless a method
 * says otherwise. SIM lends the record of a virtual thread to another one later, so a feature does not keep it.
 */
public interface MeteredThread {
    Thread thread();

    /** Whether what runs on the thread now is not the application's work: nothing may begin. */
    boolean isShut();

    /** Whether it is the record of a virtual thread. */
    boolean isVirtual();

    /** The clock of the thread's calls, in ticks. */
    long tick();

    /** What reads that clock: a feature may keep it, and ask its {@link Readings#tick} on any thread. */
    Readings clock();

    /** How many calls are in progress. */
    int depth();

    /** The number of the innermost call in progress, 0 for none. A call that begins later has a higher number. */
    long call();

    /** Whether the call that had that number at that depth is still in progress. */
    boolean isOpen(int depth, long call);

    /** The place of the innermost call. */
    Place place();

    /** The id of the flow context, 0 for none. */
    long contextId();

    /** When it began, in microseconds since the epoch; 0 for none. */
    long contextMicros();

    /** The features' parts: the one that was added last, null for none. Any thread may ask. */
    ThreadPart parts();

    /** Adds a part. It stays as long as SIM has the record. */
    void add(ThreadPart part);

    /** Takes heap of what all threads share, for as long as SIM has the record; false if there is none. */
    boolean take(long bytes);

    /**
     * The call tree splits at the innermost call: what begins from here on stands below {@code place}.
     *
     * @param tick when the split began
     * @return the number of the split, 0 if it cannot
     */
    long beginSplit(ThreadPart by, Place place, long tick);

    /** Ends a split, and the calls that are still open inside. Nothing happens if it has ended. */
    void endSplit(long split, long tick, Throwable error);

    /** Takes a split out. Calls that began inside stay where they are. Nothing happens if it has ended. */
    void giveUpSplit(long split);

    /** Whether a split has ended. */
    boolean hasEnded(long split);

    /** Makes the thread call {@link ThreadPart#renew} at its next begin or end. Any thread may call it. */
    void renewSoon();
}
