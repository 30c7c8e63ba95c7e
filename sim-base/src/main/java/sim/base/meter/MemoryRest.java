package sim.base.meter;

/**
 * A second in which nobody asks again for memory that was refused. Where the heap is full each attempt makes a full collection or two, and a thread
 * that makes one at each call stands still. One for each thing that is asked for. Any thread; one that sees a rest late makes one attempt more.
 */
public final class MemoryRest {
    private static final long NANOS = 1_000_000_000;
    private static final Again AGAIN = new Again();

    /** In ns of {@link Clock#nanosAt}. Not volatile: it is read where memory would be made, and a late reading costs one attempt. */
    private long until = Long.MIN_VALUE;

    /** Thrown instead of asking during a rest; made ahead. */
    @SuppressWarnings("serial")
    private static final class Again extends OutOfMemoryError {
        Again() {
            super("not asked for: the heap had no room a moment ago");
        }

        /** Leaves it out: it would keep the classes on the stack, and with them their loaders. */
        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Begins a rest: memory was refused. */
    public void begin() {
        until = Clock.nanosAt(Clock.ticks()) + NANOS;
    }

    /** The same, unless the failure only says that there is a rest: it would never be over. */
    public void begin(OutOfMemoryError failure) {
        if (failure != AGAIN) {
            begin();
        }
    }

    /** Whether memory may be asked for. Without a rest so far this is one comparison. */
    public boolean isOver() {
        return until == Long.MIN_VALUE || Clock.nanosAt(Clock.ticks()) >= until;
    }

    /** Ends what needs memory where it may not be asked for. */
    public void check() {
        if (!isOver()) {
            throw AGAIN;
        }
    }
}
