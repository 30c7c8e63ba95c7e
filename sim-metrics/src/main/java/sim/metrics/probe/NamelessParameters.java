package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Values that were written as {@code arg0}, because their method was compiled without its local variables, from which the weaver has the names of parameters: no rule by name hides them. Any thread. */
final class NamelessParameters {
    static final String COUNTER = "contexts.values.nameless";

    private final LongAdder values = new LongAdder();
    private final AtomicBoolean said = new AtomicBoolean();

    /** Counts the values of a call, and says the first. */
    void add(String method, int count) {
        values.add(count);
        if (!said.get() && !said.getAndSet(true)) {
            System.err.println("sim: the arguments of " + method
                    + " are written as arg0, arg1..., because its class was compiled without names "
                    + "of parameters; redact= cannot hide them by name: compile with -g (-parameters is not enough), or name them in @WriteToContext(redact = \"arg0\"). "
                    + "Further ones are counted as " + COUNTER);
        }
    }

    void count(Map<String, Long> counters) {
        counters.put(COUNTER, values.sum());
    }
}
