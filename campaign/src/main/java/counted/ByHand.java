package counted;

import org.jinspired.probes.Probes;
import sim.instrumentation.data.ContextManager;
import sim.instrumentation.data.EventProbe;
import sim.instrumentation.data.MethodProbe;
import sim.instrumentation.data.Probe;

/** What is metered by calls and not by weaving. Any thread. */
final class ByHand {
    private static final Probes.Name ITEM = Probes.parse("hand.item");
    private static final Probes.Name ITEMS = Probes.name("items");

    private ByHand() {}

    /** A probe of the Open API around so many items of a counter. */
    static void items(Ledger ledger, int items) {
        Probes.Context context = Probes.context();
        Probes.Probe probe = context.begin(ITEM);
        ledger.add(Count.HAND);
        for (int i = 0; i < items; i++) {
            context.counter(ITEMS).inc();
            ledger.add(Count.ITEMS);
        }
        probe.end();
    }

    /** A context by hand with another inside; two of the ledger's. */
    static void contexts(String key, String value) {
        ContextManager.createNewContext("outside", "counted").put(key, value);
        ContextManager.createNewContext("inside", "counted").put("n", 1L);
        ContextManager.destroyCurrentContext();
        ContextManager.destroyCurrentContext();
    }

    /** One more, around what follows until {@link #endContext}. */
    static void beginContext() {
        ContextManager.createNewContext("around", "counted");
    }

    static void endContext() {
        ContextManager.destroyCurrentContext();
    }

    static void event(String key, String value) {
        EventProbe event = Probe.createEventProbe("sold");
        event.set(key, value);
        event.fire();
    }

    /** One call at one of many places. */
    static void place(Ledger ledger, String member) {
        MethodProbe probe = Probe.createMethodProbe("places", member).start();
        ledger.add(Count.PLACES);
        probe.end();
    }
}
