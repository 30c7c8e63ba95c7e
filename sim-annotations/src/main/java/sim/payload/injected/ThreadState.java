package sim.payload.injected;

/** {@link sim.payload.embedded.ThreadState} for injected probes. */
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
