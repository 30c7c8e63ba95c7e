package workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongConsumer;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import sim.jfr.RecordingContext;
import sim.jfr.RecordingContextKey;

/**
 * What one operation with recording contexts takes: {@code CASE RUNS MILLIS}. Prints the CPU time of the calling thread for
 * each run, and what it allocated for an operation in the last.
 */
public final class Contexts {
    private static final RecordingContextKey ORDER = RecordingContextKey.forName("order");
    private static final RecordingContextKey STAGE = RecordingContextKey.forName("stage");
    private static final RecordingContextKey TENANT = RecordingContextKey.forName("tenant");
    private static final String[] TEXTS = {"extract", "transform", "load", "report"};
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UPS = 5;
    private static final int BATCH = 1_000;
    private static final long RECORDED_BYTES = 100_000_000;

    private static Object seen;
    private static RecordingContext.Snapshot snapshot;

    @Name("bench.Work")
    @StackTrace(false)
    static final class Work extends Event {
        long number;
    }

    /** What is done, whether while a recording runs, and in a context of how many entries. */
    public enum Case {
        EVENT_IN_NO_CONTEXT(true, 0, Contexts::event),
        EVENT_IN_ONE_ENTRY(true, 1, Contexts::event),
        EVENT_IN_THREE_ENTRIES(true, 3, Contexts::event),
        CONTEXT_OF_ONE_ENTRY(true, 0, Contexts::one),
        CONTEXT_OF_TWO_ENTRIES(true, 0, Contexts::two),
        CONTEXT_OF_THREE_ENTRIES(true, 0, Contexts::three),
        ACTIVATION_OF_ONE_ENTRY(true, 1, i -> activate()),
        UNRECORDED_CONTEXT_OF_ONE_ENTRY(false, 0, Contexts::one),
        UNRECORDED_CONTEXT_OF_THREE_ENTRIES(false, 0, Contexts::three),
        UNRECORDED_ACTIVATION_OF_ONE_ENTRY(false, 1, i -> activate());

        private final boolean recorded;
        private final int entries;
        private final LongConsumer operation;

        Case(boolean recorded, int entries, LongConsumer operation) {
            this.recorded = recorded;
            this.entries = entries;
            this.operation = operation;
        }

        /** As the report has it. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }
    }

    private Contexts() {}

    public static void main(String[] arguments) {
        Case kase = Case.valueOf(arguments[0]);
        int runs = Integer.parseInt(arguments[1]);
        long nanos = Long.parseLong(arguments[2]) * 1_000_000;
        try (Recording recording = new Recording()) {
            if (kase.recorded) {
                recording.setMaxSize(RECORDED_BYTES);
                recording.start();
            }
            switch (kase.entries) {
                case 0 -> measure(kase, runs, nanos);
                case 1 -> {
                    try (var context = RecordingContext.where(ORDER, 1).build()) {
                        measure(kase, runs, nanos);
                    }
                }
                default -> {
                    try (var context = RecordingContext.where(ORDER, 1).where(STAGE, "load").where(TENANT, "acme")
                            .build()) {
                        measure(kase, runs, nanos);
                    }
                }
            }
        }
    }

    private static void measure(Case kase, int runs, long nanos) {
        snapshot = RecordingContext.snapshot();
        for (int i = 0; i < WARM_UPS; i++) {
            run(kase.operation, nanos);
        }
        double[] last = {};
        for (int i = 0; i < runs; i++) {
            last = run(kase.operation, nanos);
            Figures.print("ns." + i, last[0]);
        }
        Figures.print("bytes", last[1]);
    }

    /** CPU time and bytes for an operation. */
    private static double[] run(LongConsumer operation, long nanos) {
        long thread = Thread.currentThread().getId();
        long bytes = THREADS.getThreadAllocatedBytes(thread);
        long cpu = THREADS.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        long done = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                operation.accept(done + i);
            }
            done += BATCH;
        } while (System.nanoTime() - begin < nanos);
        cpu = THREADS.getCurrentThreadCpuTime() - cpu;
        return new double[]{(double) cpu / done, (double) (THREADS.getThreadAllocatedBytes(thread) - bytes) / done};
    }

    private static void event(long i) {
        Work work = new Work();
        work.number = i;
        work.commit();
    }

    private static void one(long i) {
        try (var context = RecordingContext.where(ORDER, i).build()) {
            seen = context;
        }
    }

    private static void two(long i) {
        try (var context = RecordingContext.where(ORDER, i).where(STAGE, TEXTS[(int) i & 3]).build()) {
            seen = context;
        }
    }

    private static void three(long i) {
        try (var context = RecordingContext.where(ORDER, i).where(STAGE, TEXTS[(int) i & 3])
                .where(TENANT, TEXTS[(int) (i >> 2) & 3]).build()) {
            seen = context;
        }
    }

    private static void activate() {
        try (RecordingContext.Activation activation = snapshot.activate()) {
            seen = activation;
        }
    }
}
