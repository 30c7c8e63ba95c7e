package sim.instrumentation.aop.users;

/** A class of an application in the package of SIM's aspects, where the original's own tests were. */
public final class Tests {
    private Tests() {}

    public static int work() {
        return 1;
    }
}
