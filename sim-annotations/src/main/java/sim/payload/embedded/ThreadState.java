package sim.payload.embedded;

/**
 * The state in which the published API shows the calling thread. It exists so that probes written for that API compile and run.
 * SIM ignores it, and shows what it measures.
 */
public enum ThreadState {
    /** The thread works. */
    RUNNABLE,
    /** The thread waits for something. */
    WAITING,
    /** The thread waits for the network or a file. */
    NETIO,
    /** The thread waits for a monitor. */
    BLOCKED;

    /** The thread enters this state. */
    public void enter() {}

    /** The thread leaves the state that it entered last. */
    public static void exit() {}
}
