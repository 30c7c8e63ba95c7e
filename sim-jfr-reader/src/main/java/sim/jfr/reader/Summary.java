package sim.jfr.reader;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What happened in a recording: how many events of each type, and what threads did in each value of a context entry. */
public final class Summary {
    /** Values of the key that get a row of their own. */
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

    /** Events of a type. */
    public static final class Counts {
        long all;
        long inContext;

        public long all() {
            return all;
        }

        /** Those that are in a context. */
        public long inContext() {
            return inContext;
        }
    }

    /** What threads did in one value of the key. Times are nanoseconds; an event counts where it ends, with all of its time. */
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

        /** In {@code Thread.sleep}. */
        public long asleep() {
            return asleep;
        }

        /** By {@code LockSupport.park}: locks, queues, futures, idle pools. */
        public long parked() {
            return parked;
        }

        /** At a monitor another thread held. */
        public long blocked() {
            return blocked;
        }

        /** In {@code Object.wait}. */
        public long waiting() {
            return waiting;
        }

        /** Bytes by allocation samples; by allocation buffers in a recording that has no samples. */
        public long allocated() {
            return allocationSamples ? sampledBytes : bufferBytes;
        }

        /** Samples of threads that ran Java code; CPU-time samples in a recording that has no others. */
        public long samples() {
            return executionSamples ? executionSamplesTaken : cpuTimeSamplesTaken;
        }

        private void add(Walker event, Chunk chunk) {
            events++;
            switch (event.type().name) {
                case "jdk.ThreadSleep" -> asleep += chunk.nanos(event.durationTicks());
                case "jdk.ThreadPark" -> parked += chunk.nanos(event.durationTicks());
                case "jdk.JavaMonitorEnter" -> blocked += chunk.nanos(event.durationTicks());
                case "jdk.JavaMonitorWait" -> waiting += chunk.nanos(event.durationTicks());
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

    /** By the event type's name. */
    public Map<String, Counts> types() {
        return Collections.unmodifiableMap(types);
    }

    /** How many events are in a context with a key, by key. */
    public Map<String, Long> keys() {
        return Collections.unmodifiableMap(keys);
    }

    /** By the value as text, of the first 10,000 values. */
    public Map<String, Row> rows() {
        return Collections.unmodifiableMap(rows);
    }

    /** Events whose context has no entry with the key; without a key, all. */
    public Row without() {
        return without;
    }

    /** Events in further values of the key. */
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
        // The same object for all events of a scope.
        if (context != lastContext) {
            flush();
            lastContext = context;
            lastRow = row(context);
        }
        pending++;
        lastRow.add(event, chunk);
    }

    /** Counts what was put off while the context stayed the same. */
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
