package woven;

import sim.instrumentation.data.ContextManager;
import sim.metrics.probe.Metering;

/** What hooks fail for ({@link FailingHooks}): the program goes on in the context it is in. */
public final class FailingHooked {
    private FailingHooked() {}

    static void beginsNone(int deep) {
        if (deep > 0) {
            beginsNone(deep - 1);
        }
        say("begins none");
    }

    static void beginsNoneAndThrows() {
        throw new IllegalStateException("the application's");
    }

    static void beginsHalf() {
        say("begins half");
    }

    static void beginsByDefault(int deep) {
        if (deep > 0) {
            beginsByDefault(deep - 1);
        }
        say("begins by default");
    }

    static void overflows() {}

    static void isRead() {}

    static void isEndless() {}

    private static void say(String what) {
        System.out.println(what + " in " + ContextManager.getCurrentContext().getName());
    }

    public static void main(String[] args) {
        ContextManager.createNewContext("outer", "");
        beginsNone(2);
        try {
            beginsNoneAndThrows();
        } catch (IllegalStateException expected) {
            say(expected.getMessage());
        }
        beginsHalf();
        beginsByDefault(1);
        overflows();
        isRead();
        isEndless();
        say("done");
        System.out.println("failures " + Metering.runtime().counters().get("metering.failures"));
        System.out.println("values " + ContextManager.getCurrentContext().size());
        ContextManager.destroyCurrentContext();
        System.out.println("left " + ContextManager.getCurrentContext());
        Metering.runtime().drain();
    }
}
