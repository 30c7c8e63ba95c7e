package sim.collector;

import java.util.Map;
import java.util.stream.Collectors;

/** On a small heap SIM's memories are small too. This makes the line that says what was not kept; on any heap the counters say it. */
final class GivenUp {
    /** A heap below this many bytes is small. */
    private static final long SMALL = 512L << 20;

    private GivenUp() {}

    /** Null where the heap is not small, or all was kept. */
    static String line(Map<String, Long> counters, long heap) {
        String given = counters.entrySet().stream().filter(each -> each.getValue() > 0 && isOfMemory(each.getKey()))
                .map(each -> each.getKey() + " " + each.getValue()).collect(Collectors.joining(", "));
        return heap >= SMALL || given.isEmpty()
                ? null
                : "the heap has " + (heap >> 20) + " MB, so SIM's memories are small and not all is kept: " + given
                        + ". The program runs on; docs/troubleshooting.md says what each is and which option to raise";
    }

    private static boolean isOfMemory(String counter) {
        return counter.endsWith(".dropped") || counter.endsWith(".folded") || counter.equals("calls.too.deep");
    }
}
