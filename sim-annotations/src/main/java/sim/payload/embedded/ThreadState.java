package sim.payload.embedded;

/**
 * What the calling thread is to be shown as doing. Accepted so that probes written for the published API compile and run; SIM
 * measures what threads do and shows that.
 */
public enum ThreadState {
    /** It works. */
    RUNNABLE,
    /** It waits for something. */
    WAITING,
    /** It waits for the network or a file. */
    NETIO,
    /** It waits for a monitor. */
    BLOCKED;

    /** From here on the thread is in this state. */
    public void enter() {}

    /** The state entered last ends. */
    public static void exit() {}
}
