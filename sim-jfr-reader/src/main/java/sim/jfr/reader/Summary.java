package sim.jfr.reader;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What happened in a recording: how many events of each type there are, and what threads did in each value of a context's entry. */
public final class Summary {
    /** The most values of the key that get a row of their own. */
    static final int MAX_VALUES = 10_000;

    private final String key;
    private final Map<String, Counts> types = new TreeMap<>();
    private final Map<String, Row> rows = new HashMap<>();
    private final Map<String, Long> keys = new TreeMap<>();
    private final Row without = new Row();
    private final Row beyond = new Row();
    private Type lastType;
    private Counts lastCounts;
    private Map<String, Object> lastContext = Map.of();
    private Row lastRow = without;
    private long pending;
    private boolean allocationSamples;
    private boolean executionSamples;

    Summary(String key) {
        this.key = key;
    }

    /** How many events of a type there are. */
    public static final class Counts {
        long all;
        long inContext;

        public long all() {
            return all;
        }

        /** How many of them are in a context. */
        public long inContext() {
            return inContext;
        }
    }

    /** What threads did in one value of the key. Times are in nanoseconds. An event counts where it ended, with its whole duration. */
    public final class Row {
        long events;
        long asleep;
        long parked;
        long blocked;
        long waiting;
        private long sampledBytes;
        private long bufferBytes;
        private long executionSamplesTaken;
        private long cpuTimeSamplesTaken;

        private Row() {}

        public long events() {
            return events;
        }

        /** Time in {@code Thread.sleep}. */
        public long asleep() {
            return asleep;
        }

        /** Time in {@code LockSupport.park}: locks, queues, futures, idle pools. */
        public long parked() {
            return parked;
        }

        /** Time spent waiting for a monitor that another thread held. */
        public long blocked() {
            return blocked;
        }

        /** Time in {@code Object.wait}. */
        public long waiting() {
            return waiting;
        }

        /** Allocated bytes, from allocation samples. A recording without such samples has them from allocation buffers. */
        public long allocated() {
            return allocationSamples ? sampledBytes : bufferBytes;
        }

        /** Samples of threads that ran Java code. A recording without such samples has CPU-time samples instead. */
        public long samples() {
            return executionSamples ? executionSamplesTaken : cpuTimeSamplesTaken;
        }

        private void add(Walker event, Chunk chunk) {
            events++;
            switch (event.type().name) {
                case "jdk.ThreadSleep" -> asleep += chunk.nanos(event);
                case "jdk.ThreadPark" -> parked += chunk.nanos(event);
                case "jdk.JavaMonitorEnter" -> blocked += chunk.nanos(event);
                case "jdk.JavaMonitorWait" -> waiting += chunk.nanos(event);
                case "jdk.ObjectAllocationSample" -> {
                    sampledBytes += event.amount();
                    allocationSamples = true;
                }
                case "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB" ->
                    bufferBytes += event.amount();
                case "jdk.ExecutionSample" -> {
                    executionSamplesTaken++;
                    executionSamples = true;
                }
                case "jdk.CPUTimeSample" -> cpuTimeSamplesTaken++;
                default -> {
                }
            }
        }
    }

    /** Counts by the event type's name. */
    public Map<String, Counts> types() {
        return Collections.unmodifiableMap(types);
    }

    /** How many events are in a context with a key, by key. */
    public Map<String, Long> keys() {
        return Collections.unmodifiableMap(keys);
    }

    /** Rows by the value as text, for the first 10,000 values. */
    public Map<String, Row> rows() {
        return Collections.unmodifiableMap(rows);
    }

    /** The events whose context has no entry with the key. Without a key: all events. */
    public Row without() {
        return without;
    }

    /** The events of all values past the bound. */
    public Row beyond() {
        return beyond;
    }

    void add(Walker event, Chunk chunk, Map<String, Object> context) {
        if (event.type() != lastType) {
            lastType = event.type();
            lastCounts = types.computeIfAbsent(lastType.name, any -> new Counts());
        }
        lastCounts.all++;
        if (!context.isEmpty()) {
            lastCounts.inContext++;
        }
        // All events of a scope have the same context object.
        if (context != lastContext) {
            flush();
            lastContext = context;
            lastRow = row(context);
        }
        pending++;
        lastRow.add(event, chunk);
    }

    /** Adds the events that were counted since the context last changed. */
    void flush() {
        for (String name : lastContext.keySet()) {
            if (keys.containsKey(name) || keys.size() < MAX_VALUES) {
                keys.merge(name, pending, Long::sum);
            }
        }
        pending = 0;
    }

    private Row row(Map<String, Object> context) {
        if (key == null || !context.containsKey(key)) {
            return without;
        }
        String value = String.valueOf(context.get(key));
        Row known = rows.get(value);
        if (known == null && rows.size() < MAX_VALUES) {
            known = new Row();
            rows.put(value, known);
        }
        return known == null ? beyond : known;
    }
}
