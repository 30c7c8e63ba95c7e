package recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadSum;

/**
 * Random programs of nested methods, splits, payloads, exceptions, recursion, threads and recordings that start and stop, on a
 * played clock, against a model that works their figures out in another way: equal to the nanosecond.
 */
class PayloadModelTest {
    private static final int PROGRAMS = Integer.getInteger("sim.programs", 2_000);
    private static final int STEPS = 60;
    private static final int THREADS = 3;

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure() {
            super(null, null, false, false);
        }
    }

    /** What one program must come to. */
    private final class Program {
        final PayloadRuns runs = new PayloadRuns("payload.events.max=20");
        final Random random;
        /** The recording each probe is in, 0 for none. */
        final Map<String, Long> recording = new HashMap<>();
        final Map<String, PayloadSum> leaves = new TreeMap<>();
        final Map<String, PayloadSum> byObject = new TreeMap<>();
        final Map<String, long[]> calls = new TreeMap<>();
        final Map<String, long[]> merged = new TreeMap<>();
        final List<Object> objects = new ArrayList<>(List.of(new Object(), new Object()));
        long recordings;
        long cut;
        int left = STEPS;

        Program(int seed) {
            random = new Random(seed);
            // all probes are met before anything records
            runs.payload(PayloadTest.Queries.class, null, 0);
            runs.payload(PayloadTest.Other.class, null, 0);
            runs.split(PayloadTest.Requests.class, null, () -> {});
            runs.split(PayloadTest.Nested.class, null, () -> {});
            List.of("Queries", "Other", "Requests", "Nested").forEach(probe -> recording.put(probe, 0L));
        }

        /** What one thread is inside of, for the model. */
        private final class Inside {
            String path = "";
            String mergedPath = "";
            /** What metered calls inside the present one took, as with splits shown. */
            long inner;
            final Map<String, Integer> open = new HashMap<>();
        }

        void run() throws InterruptedException {
            for (int thread = 0; thread < THREADS; thread++) {
                left = STEPS / THREADS;
                Thread worker = new Thread(() -> body(new Inside(), 0));
                worker.start();
                worker.join();
                if (random.nextBoolean()) {
                    runs.drain();
                }
            }
            runs.drain();
        }

        private void body(Inside in, int depth) {
            int statements = 1 + random.nextInt(6);
            for (int i = 0; i < statements && left > 0; i++) {
                left--;
                runs.clock.passes(random.nextInt(1_000));
                switch (depth > 12 ? 9 : random.nextInt(10)) {
                    case 0, 1, 2 -> call(in, depth);
                    case 3, 4 -> payload(in, depth, random.nextBoolean() ? "Queries" : "Other");
                    case 5, 6 -> split(in, depth, random.nextBoolean() ? "Requests" : "Nested");
                    case 7 -> record();
                    case 8 -> attempt(in, depth);
                    default -> runs.clock.passes(random.nextInt(500));
                }
                if (random.nextInt(60) == 0) {
                    runs.drain();
                }
            }
        }

        /** A body that ends by an exception, which is caught here. */
        private void attempt(Inside in, int depth) {
            try {
                call(in, depth, () -> {
                    body(in, depth + 1);
                    throw new Failure();
                });
            } catch (Failure expected) {
                // caught where the model knows
            }
        }

        private void call(Inside in, int depth) {
            call(in, depth, () -> body(in, depth + 1));
        }

        private void call(Inside in, int depth, Runnable body) {
            String name = "m" + random.nextInt(3); // so that recursion is common
            String path = in.path;
            String mergedPath = in.mergedPath;
            long outer = in.inner;
            in.path = (path.isEmpty() ? "" : path + "/") + name;
            in.mergedPath = (mergedPath.isEmpty() ? "" : mergedPath + "/") + name;
            in.inner = 0;
            long begun = runs.clock.now;
            try {
                runs.call(name, body);
            } finally {
                long took = runs.clock.now - begun;
                for (long[] sums : List.of(calls.computeIfAbsent(in.path, added -> new long[3]),
                        merged.computeIfAbsent(in.mergedPath, added -> new long[3]))) {
                    sums[0]++;
                    sums[1] += took;
                    sums[2] += took - in.inner;
                }
                in.path = path;
                in.mergedPath = mergedPath;
                in.inner = outer + took;
            }
        }

        private void payload(Inside in, int depth, String probe) {
            boolean isQueries = probe.equals("Queries");
            int which = isQueries ? random.nextInt(3) : 2;
            Object object = which == 2 ? null : objects.get(which);
            PayloadTest.Type type = !isQueries || random.nextBoolean() ? null : PayloadTest.Type.WRITE;
            String text = "text " + random.nextInt(4);
            long into = recording.get(probe);
            boolean isInner = in.open.getOrDefault(probe + into, 0) > 0;
            String path = in.path;
            long begun = runs.clock.now;
            in.open.merge(probe + into, 1, Integer::sum);
            runs.api.enter(isQueries ? PayloadTest.Queries.class : PayloadTest.Other.class, object, type);
            boolean fails = random.nextInt(8) == 0;
            body(in, depth + 1);
            runs.api.exit(text, fails ? new Failure() : null);
            in.open.merge(probe + into, -1, Integer::sum);
            if (into != 0 && !isInner) {
                add(probe, into, path, text, runs.clock.now - begun, fails, which == 2 ? "none" : "object " + which,
                        type == null ? -1 : type.ordinal());
            }
        }

        private void add(String probe, long into, String path, String text, long took, boolean fails, String object,
                int type) {
            if (recording.get(probe) != into) {
                cut++;
                return;
            }
            PayloadSum sum = new PayloadSum(1, fails ? 1 : 0, took, took);
            leaves.merge(into + " " + probe + " " + path + ": " + text, sum, PayloadSum::plus);
            byObject.merge(into + " " + probe + " " + object + " " + type, sum, PayloadSum::plus);
        }

        private void split(Inside in, int depth, String probe) {
            boolean isReentrant = probe.equals("Nested");
            String text = random.nextInt(6) == 0 ? null : "s" + random.nextInt(2);
            long into = recording.get(probe);
            boolean splits = into != 0 && text != null && (isReentrant || in.open.getOrDefault(probe, 0) == 0);
            String path = in.path;
            long begun = runs.clock.now;
            runs.api.enterSplit(isReentrant ? PayloadTest.Nested.class : PayloadTest.Requests.class, text);
            if (splits) {
                in.open.merge(probe, 1, Integer::sum);
                in.path = (path.isEmpty() ? "" : path + "/") + "<" + text + ">";
            }
            body(in, depth + 1);
            runs.api.exitSplit(null);
            if (splits) {
                long took = runs.clock.now - begun;
                long[] sums = calls.computeIfAbsent(in.path, added -> new long[3]);
                sums[0]++;
                sums[1] += took;
                in.path = path;
                in.open.merge(probe, -1, Integer::sum);
                if (isReentrant) {
                    add(probe, into, path, text, took, false, "none", -1);
                }
            }
        }

        private void record() {
            String probe = List.of("Queries", "Other", "Requests", "Nested", "all").get(random.nextInt(5));
            List<String> which = probe.equals("all") ? List.copyOf(recording.keySet()) : List.of(probe);
            if (random.nextInt(3) > 0) {
                boolean begins = which.stream().anyMatch(each -> recording.get(each) == 0);
                recordings += begins ? 1 : 0;
                which.forEach(each -> recording.merge(each, recordings, (now, next) -> now == 0 ? next : now));
                runs.api.startRecording(probe, random.nextBoolean());
            } else {
                which.forEach(each -> recording.put(each, 0L));
                runs.api.stopRecording(probe);
            }
        }

        void check(int seed) {
            assertThat(runs.leaves()).as("leaves of %d", seed).isEqualTo(leaves);
            assertThat(sums()).as("objects of %d", seed).isEqualTo(byObject);
            assertThat(text(runs.calls(false))).as("calls of %d", seed).isEqualTo(text(calls));
            assertThat(text(runs.calls(true))).as("calls merged of %d", seed).isEqualTo(text(merged));
            assertThat(runs.counter("payloads.cut")).as("cut of %d", seed).isEqualTo(cut);
            for (String none : List.of("payloads.lost", "splits.lost", "payload.failures", "payloads.folded")) {
                assertThat(runs.counter(none)).as("%s of %d", none, seed).isZero();
            }
            long kept = runs.events.stream().filter(event -> event.kind() == PayloadEvent.Kind.PAYLOAD).count();
            long summed = runs.minutes.stream().mapToLong(minute -> minute.sum().count()).sum();
            assertThat(runs.counter("payload.events.consolidated")).as("minutes of %d", seed).isEqualTo(summed);
            long all = leaves.values().stream().mapToLong(PayloadSum::count).sum();
            assertThat(kept + summed + runs.counter("payload.events.dropped")).as("events of %d", seed)
                    .isLessThanOrEqualTo(all);
        }

        private Map<String, PayloadSum> sums() {
            Map<String, PayloadSum> sums = new TreeMap<>();
            Map<Long, String> names = new HashMap<>(Map.of(0L, "none"));
            // objects get their numbers in the order they are met
            runs.objects.values().forEach(object -> names.put(object.id(), object.name()));
            for (ObjectRow row : runs.objectRows) {
                String name = names.get(row.object());
                sums.merge(row.recording() + " " + runs.probes.get(row.probe()).name() + " "
                        + (row.object() == 0 ? "none" : "object " + named(name)) + " " + row.type(), row.sum(),
                        PayloadSum::plus);
            }
            return sums;
        }

        private int named(String name) {
            return Integer.parseInt(name.substring(name.length() - 1));
        }

        private Map<String, String> text(Map<String, long[]> sums) {
            Map<String, String> text = new TreeMap<>();
            sums.forEach((path, values) -> text.put(path, values[0] + " " + values[1] + " " + values[2]));
            return text;
        }
    }

    @Test
    void everyProgramComesToWhatTheModelSays() throws InterruptedException {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Program program = new Program(seed);
            for (int i = 0; i < program.objects.size(); i++) {
                program.runs.api.open(PayloadTest.Queries.class, program.objects.get(i), "object " + i);
            }
            program.run();
            program.check(seed);
        }
    }
}
