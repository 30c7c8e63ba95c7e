package recorded;

import sim.metrics.probe.Metering;
import sim.payload.runtime.JvmPayloads;

/** Reports a failed handler so many times while not one object more fits into the heap. Prints how often SIM threw, and what was counted. */
public final class FullHeapOfPayloads {
    private FullHeapOfPayloads() {}

    public static void main(String[] args) throws InterruptedException {
        int many = Integer.parseInt(args[0]);
        JvmPayloads payloads = JvmPayloads.open();
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getName().equals("sim-rehearsal"))) {
            Thread.sleep(10);
        }
        String line = "a line"; // an object too, when it is first used
        int thrown = 0;
        Object[] held = fill(null, 1 << 20);
        for (int i = 0; i < many; i++) {
            held = fill(held, 16); // where a collection found something
            try {
                payloads.handlerFailed(line);
            } catch (OutOfMemoryError full) {
                thrown++;
            }
        }
        int kept = held == null ? 0 : 1;
        held = null;
        System.out.println("thrown " + thrown);
        System.out.println("kept " + kept);
        System.out.println("failed " + Metering.runtime().counters().get("payloads.handlers.failed"));
    }

    /** Fills the heap with arrays, the last of which are no longer than that. Returns the list of them. */
    private static Object[] fill(Object[] held, int length) {
        Object[] all = held;
        int size = length;
        while (size > 0) {
            try {
                Object[] next = new Object[size];
                next[0] = all;
                all = next;
            } catch (OutOfMemoryError full) {
                size /= 2;
            }
        }
        return all;
    }
}
