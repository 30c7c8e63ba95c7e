package sim.jfr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/**
 * Threads that open, close, forget, snapshot and activate contexts at random, and say in events what their context is; the
 * reader must find the same. {@code java sim.jfr.RandomWork FILE THREADS STEPS CHUNKS SEED [virtual]}
 */
public final class RandomWork {
    private static final String[] NAMES = {"order", "stage", "tenant", "class", "a b"};

    @Name("test.Expected")
    @StackTrace(false)
    static final class Expected extends Event {
        String context;
    }

    private RandomWork() {}

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[1]);
        int steps = Integer.parseInt(args[2]);
        int chunks = Integer.parseInt(args[3]);
        boolean virtual = args.length > 5;
        AtomicReferenceArray<RecordingContext.Snapshot> shared = new AtomicReferenceArray<>(8);
        AtomicInteger done = new AtomicInteger();
        var before = RecordingContext.where(RecordingContextKey.forName("before"), true).build();
        try (Recording recording = new Recording()) {
            recording.start();
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Random random = new Random(Long.parseLong(args[4]) + i);
                Runnable work = () -> work(random, steps, shared, done);
                Thread thread = virtual
                        ? (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work)
                        : new Thread(work, "work-" + i);
                if (!virtual) {
                    thread.start();
                }
                all.add(thread);
            }
            tell();
            Path part = Files.createTempFile("part", ".jfr");
            for (int i = 1; i < chunks; i++) {
                // A dump begins a new chunk; spread over the work.
                while (done.get() < (long) threads * steps * i / chunks) {
                    Thread.sleep(1);
                }
                tell();
                recording.dump(part);
            }
            Files.delete(part);
            for (Thread thread : all) {
                thread.join();
            }
            before.close();
            tell();
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
    }

    private static void work(Random random, int steps, AtomicReferenceArray<RecordingContext.Snapshot> shared,
            AtomicInteger done) {
        Deque<RecordingScope> open = new ArrayDeque<>();
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    if (open.size() < 12) {
                        open.push(context(random, step));
                    }
                }
                case 3, 4 -> {
                    if (!open.isEmpty()) {
                        open.pop().close();
                    }
                }
                case 5 -> {
                    if (random.nextInt(50) == 0 && open.size() > 2) {
                        // The eldest but one: what is inside is healed.
                        RecordingScope eldest = open.pollLast();
                        open.pollLast().close();
                        open.clear();
                        open.push(eldest);
                    }
                }
                case 6 -> shared.set(random.nextInt(8), RecordingContext.snapshot());
                case 7 -> {
                    RecordingContext.Snapshot snapshot = shared.get(random.nextInt(8));
                    if (snapshot != null && open.size() < 12) {
                        open.push(snapshot.activate());
                    }
                }
                default -> tell();
            }
            done.incrementAndGet();
        }
        tell();
        if (!open.isEmpty()) {
            open.getLast().close();
        }
        tell();
    }

    private static RecordingContext context(Random random, int step) {
        RecordingContext.Builder builder = RecordingContext.where(key(random), "text " + random.nextInt(20));
        for (int more = random.nextInt(3); more > 0; more--) {
            switch (random.nextInt(4)) {
                case 0 -> builder.where(key(random), step);
                case 1 -> builder.where(key(random), random.nextBoolean());
                case 2 -> builder.where(key(random), random.nextInt(10) / 4.0);
                default -> builder.where(key(random), "a longer text, \"such as\" these " + random.nextInt(3));
            }
        }
        return builder.build();
    }

    private static RecordingContextKey key(Random random) {
        return RecordingContextKey.forName(NAMES[random.nextInt(NAMES.length)]);
    }

    private static void tell() {
        RecordingScope scope = Current.scope();
        Expected event = new Expected();
        event.context = new java.util.TreeMap<>(scope == null ? java.util.Map.of() : scope.toMap()).toString();
        event.commit();
    }
}
