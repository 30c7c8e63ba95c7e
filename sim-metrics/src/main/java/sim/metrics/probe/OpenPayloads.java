package sim.metrics.probe;

/** A thread's payloads and splits in progress, as far as its context has to know. Only the thread calls it, unless a method says otherwise. */
abstract class OpenPayloads {
    /** Whether there is none. Any thread may ask. */
    abstract boolean isEmpty();

    /** How many of them are recorded. For other threads: after nothing records any more, or after the thread has ended. */
    abstract int recorded();

    /** Names were switched, and calls given up: drops what is left from before the last time when nothing recorded. */
    abstract void renew();
}
