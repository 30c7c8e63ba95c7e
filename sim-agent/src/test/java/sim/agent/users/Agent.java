package sim.agent.users;

/** A class of an application in a package that is named like one of SIM's. */
public final class Agent {
    private Agent() {}

    public static int work() {
        return 1;
    }
}
