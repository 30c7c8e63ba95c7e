package sim.collector;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import sim.model.text.Text;

/** On a small heap, or with little {@code memory=}, SIM's memories are small too. This makes the line that says what was not kept; on any heap the counters say it. */
final class GivenUp {
    /** A heap below this many bytes is small. One of 512 MB has 455 to 512 for objects, as the garbage collector divides it. */
    private static final long SMALL = 448L << 20;
    /** What is left out on any heap: a bound that is a number, a file, what others sent, or what a full stack kept from being read. */
    private static final Set<String> ON_ANY_HEAP = Set.of("baggage.dropped", "context.values.dropped",
            "counters.folded", "errors.stacks.dropped", "events.dropped", "log.dropped", "recording.dropped",
            "verdicts.dropped");

    private static final String WHERE = ". See docs/troubleshooting.md";

    private GivenUp() {}

    /**
     * Null where the heap is not small, or all was kept.
     *
     * @param heap the heap in bytes by which bounds go
     * @param memory what the option of that name says, which then is what is small; empty if it is not set
     */
    static String line(Map<String, Long> counters, long heap, String memory) {
        String given = counters.entrySet().stream().filter(each -> each.getValue() > 0 && isOfMemory(each.getKey()))
                .map(each -> each.getKey() + " " + each.getValue()).collect(Collectors.joining(", "));
        if (heap >= SMALL || given.isEmpty()) {
            return null;
        }
        String begin = (memory.isEmpty() ? "the heap has " + (heap >> 20) + " MB" : "memory=" + memory + " is set")
                + ", so SIM's memories are small and not all is kept: ";
        return Text.startLine(begin + given, WHERE);
    }

    private static boolean isOfMemory(String counter) {
        return (counter.endsWith(".dropped") || counter.endsWith(".folded") || counter.equals("calls.too.deep")
                || counter.equals("calls.untimed"))
                && !ON_ANY_HEAP.contains(counter);
    }
}
