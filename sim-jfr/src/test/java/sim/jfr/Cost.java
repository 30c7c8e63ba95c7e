package sim.jfr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/**
 * What contexts cost, each case in a JVM of its own, taking turns: {@code java sim.jfr.Cost [ROUNDS]} prints the median of
 * the rounds and their range, in ns an operation. {@code java sim.jfr.Cost case NAME} measures one case here.
 */
public final class Cost {
    private static final RecordingContextKey ORDER = RecordingContextKey.forName("order");
    private static final RecordingContextKey STAGE = RecordingContextKey.forName("stage");
    private static final RecordingContextKey TENANT = RecordingContextKey.forName("tenant");
    private static final String[] TEXTS = {"extract", "transform", "load", "report"};
    private static final long WARM_NANOS = 2_000_000_000L;
    private static final long MEASURED_NANOS = 1_000_000_000L;
    private static final int BATCH = 1000;

    private static Object seen;

    @Name("test.Work")
    @StackTrace(false)
    static final class Work extends Event {
        long number;
    }

    private enum Case {
        EVENT_IN_NO_CONTEXT(true, i -> event(i)),
        EVENT_IN_ONE_ENTRY(true, i -> event(i), 1),
        EVENT_IN_THREE_ENTRIES(true, i -> event(i), 3),
        SCOPE_OF_ONE_ENTRY(true, i -> one(i)),
        SCOPE_OF_TWO_ENTRIES(true, i -> two(i)),
        SCOPE_OF_THREE_ENTRIES(true, i -> three(i)),
        ACTIVATION_OF_ONE_ENTRY(true, i -> activate(), 1),
        UNRECORDED_SCOPE_OF_ONE_ENTRY(false, i -> one(i)),
        UNRECORDED_SCOPE_OF_THREE_ENTRIES(false, i -> three(i)),
        UNRECORDED_ACTIVATION_OF_ONE_ENTRY(false, i -> activate(), 1),
        IS_BOUND(false, i -> seen = ORDER.isBound() ? ORDER : STAGE, 1);

        final boolean recorded;
        final LongConsumer operation;
        final int around;

        Case(boolean recorded, LongConsumer operation) {
            this(recorded, operation, 0);
        }

        Case(boolean recorded, LongConsumer operation, int around) {
            this.recorded = recorded;
            this.operation = operation;
            this.around = around;
        }
    }

    private static Snapshot snapshot = Snapshot.EMPTY;

    private Cost() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            System.out.println(measure(Case.valueOf(args[1])));
            return;
        }
        int rounds = args.length == 0 ? 5 : Integer.parseInt(args[0]);
        Map<Case, List<Double>> all = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Case each : Case.values()) {
                Process child = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-cp",
                        System.getProperty("java.class.path"), Cost.class.getName(), "case", each.name())
                        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
                String printed = new String(child.getInputStream().readAllBytes()).strip();
                all.computeIfAbsent(each, any -> new ArrayList<>()).add(Double.parseDouble(printed));
            }
        }
        System.out.println("Java " + Runtime.version() + ", ns an operation, " + rounds + " JVMs each");
        all.forEach((each, figures) -> {
            double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            System.out.printf(java.util.Locale.ROOT, "%-36s %7.1f   (%.1f to %.1f)%n",
                    each.name().toLowerCase().replace('_', ' '), sorted[sorted.length / 2], sorted[0],
                    sorted[sorted.length - 1]);
        });
    }

    private static double measure(Case each) throws Exception {
        try (Recording recording = new Recording()) {
            if (each.recorded) {
                recording.setMaxSize(100_000_000);
                recording.start();
            }
            RecordingContext around = each.around == 0
                    ? null
                    : each.around == 1
                            ? RecordingContext.where(ORDER, 1).build()
                            : RecordingContext.where(ORDER, 1).where(STAGE, "load").where(TENANT, "acme").build();
            snapshot = RecordingContext.snapshot();
            run(each.operation, WARM_NANOS);
            double[] runs = new double[3];
            for (int i = 0; i < runs.length; i++) {
                runs[i] = run(each.operation, MEASURED_NANOS);
            }
            if (around != null) {
                around.close();
            }
            Arrays.sort(runs);
            return runs[1];
        }
    }

    private static double run(LongConsumer operation, long nanos) {
        long begin = System.nanoTime();
        long done = 0;
        long took;
        do {
            for (int i = 0; i < BATCH; i++) {
                operation.accept(done + i);
            }
            done += BATCH;
            took = System.nanoTime() - begin;
        } while (took < nanos);
        return (double) took / done;
    }

    private static void event(long i) {
        Work work = new Work();
        work.number = i;
        work.commit();
    }

    private static void one(long i) {
        try (RecordingContext context = RecordingContext.where(ORDER, i).build()) {
            seen = context;
        }
    }

    private static void two(long i) {
        try (RecordingContext context = RecordingContext.where(ORDER, i).where(STAGE, TEXTS[(int) i & 3]).build()) {
            seen = context;
        }
    }

    private static void three(long i) {
        try (RecordingContext context = RecordingContext.where(ORDER, i).where(STAGE, TEXTS[(int) i & 3])
                .where(TENANT, TEXTS[(int) (i >> 2) & 3]).build()) {
            seen = context;
        }
    }

    private static void activate() {
        try (Activation activation = snapshot.activate()) {
            seen = activation;
        }
    }
}
