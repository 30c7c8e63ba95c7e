package woven;

import sim.instrumentation.data.ContextManager;
import sim.metrics.probe.Metering;

/** Hooks that call what they are hooks of: {@link SelfHooks}. Without an end to that this program has none. */
public class SelfHooked {
    private final int id;

    SelfHooked(int id) {
        this.id = id;
    }

    int getId() {
        return id;
    }

    String work() {
        return "worked " + getId();
    }

    /** The default hooks write its argument, whose text it is asked for. */
    static String described(SelfHooked one) {
        return "one of " + one.getId();
    }

    @Override
    public String toString() {
        return described(this);
    }

    /** Answers for itself whether it is interrupted, and SIM asks that around each hook. */
    static class Answering extends Thread {
        @Override
        public boolean isInterrupted() {
            return super.isInterrupted();
        }

        @Override
        public void run() {
            boolean before = isInterrupted();
            interrupt();
            System.out.println("interrupted " + before + " " + isInterrupted());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ContextManager.createNewContext("hooked", "woven");
        SelfHooked hooked = new SelfHooked(7);
        System.out.println(hooked.work());
        System.out.println(hooked);
        System.out.println(ContextManager.getCurrentContext().getValues());
        Thread answering = new Answering();
        answering.start();
        answering.join();
        System.out.println("left out " + (Metering.runtime().counters().get("hooks.left.out") > 0));
        System.out.println("failures " + Metering.runtime().counters().get("metering.failures"));
    }
}
