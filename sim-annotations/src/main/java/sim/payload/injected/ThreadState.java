package sim.payload.injected;

/** The same as {@link sim.payload.embedded.ThreadState}, for injected probes. */
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
