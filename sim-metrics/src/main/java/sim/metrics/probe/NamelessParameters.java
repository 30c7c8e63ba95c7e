package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import sim.model.text.Text;

/** Values that were written as {@code arg0}, because their method was compiled without its local variables, from which the weaver has the names of parameters: no rule by name hides them. Any thread. */
final class NamelessParameters {
    static final String COUNTER = "contexts.values.nameless";
    /** The most characters of the method, whose end tells most, in the line. */
    private static final int LONGEST = 30;

    private final LongAdder values = new LongAdder();
    private final AtomicBoolean said = new AtomicBoolean();

    /** Counts the values of a call, and says the first. */
    void add(String method, int count) {
        values.add(count);
        if (!said.get() && !said.getAndSet(true)) {
            System.err.println("sim: " + line(method));
        }
    }

    /** 160 characters at most, with what comes before it. Package-private for its test. */
    static String line(String method) {
        int more = method.length() - LONGEST;
        return "the arguments of " + (more <= 0 ? method : Text.ELLIPSIS + method.substring(more + 1))
                + " have no names for redact=: compile with -g (-parameters is not enough), or @WriteToContext(redact = \"arg0\")";
    }

    void count(Map<String, Long> counters) {
        counters.put(COUNTER, values.sum());
    }
}
