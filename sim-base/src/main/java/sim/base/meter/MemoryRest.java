package sim.base.meter;

/**
 * A second in which nobody asks again for memory that was refused. Where the heap is full each attempt makes a full collection or two, and a thread
 * that makes one at each call stands still. One for each thing that is asked for. Any thread; one that sees a rest late makes one attempt more.
 */
public final class MemoryRest {
    private static final long NANOS = 1_000_000_000;

    /** In ns of {@link Clock#nanosAt}. Not volatile: it is read where memory would be made, and a late reading costs one attempt. */
    private long until = Long.MIN_VALUE;

    /** Begins a rest: memory was refused. */
    public void begin() {
        until = Clock.nanosAt(Clock.ticks()) + NANOS;
    }

    /** Whether memory may be asked for. Without a rest so far this is one comparison. */
    public boolean isOver() {
        return until == Long.MIN_VALUE || Clock.nanosAt(Clock.ticks()) >= until;
    }
}
