package sim.metrics.feature;

/** What a feature keeps on a thread. Only the thread calls it, unless a method says otherwise. */
public abstract class ThreadPart {
    /** The part that was added before, null for none. */
    public final ThreadPart next;

    /** @param thread the thread to which the part will be added next */
    protected ThreadPart(MeteredThread thread) {
        this.next = thread.parts();
    }

    /** Whether nothing is in progress. SIM keeps the record of a virtual thread until then. Any thread may ask. */
    public abstract boolean isIdle();

    /** Names were switched and calls given up, or {@link MeteredThread#renewSoon} was called: the part drops what is out of date. */
    public void renew() {}

    /** The end of an outer call has closed a split that the part had begun. */
    public void splitClosed() {}

    /** The thread has died: the part counts what was in progress. Called by another thread. */
    public void abandon() {}
}
