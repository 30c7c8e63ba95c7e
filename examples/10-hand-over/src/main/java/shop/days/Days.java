package shop.days;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;

/**
 * Lesson 10: the same three steps as lesson 1, on pools that several days share at a time. It knows nothing of SIM but the
 * annotations: the lines in {@code aop.xml} make every task count in the day that submitted it.
 */
public final class Days {
    private static final int FILES = 6;

    private final ExecutorService extractors = pool("extract");
    private final ExecutorService transformers = pool("transform");
    private final ExecutorService loader = Executors.newSingleThreadExecutor(task -> new Thread(task, "load"));
    private final Orders orders = new Orders();

    public static void main(String[] arguments) throws Exception {
        Duration time = Duration.parse("PT" + arguments[1].toUpperCase(Locale.ROOT));
        long until = System.nanoTime() + time.toNanos();
        Days days = new Days();
        int loaded = 0;
        int day = 0;
        do {
            List<CompletableFuture<Integer>> two = List.of(days.day("day-" + day++), days.day("day-" + day++));
            for (CompletableFuture<Integer> one : two) {
                loaded += one.get();
            }
        } while (System.nanoTime() < until);
        days.stop();
        System.out.println("days: " + day + " days, " + loaded + " orders loaded");
    }

    /** A context of its own for every day. It has ended long before its last order is loaded, and is still named as theirs. */
    @Instrument
    @CreateContext(name = "day", tag = "shop")
    @WriteToContext
    CompletableFuture<Integer> day(String name) throws Exception {
        List<Future<List<String>>> files = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            int number = file;
            files.add(extractors.submit(() -> orders.extract(name, number)));
        }
        List<CompletableFuture<List<String>>> priced = new ArrayList<>();
        for (Future<List<String>> file : files) {
            List<String> lines = file.get();
            priced.add(CompletableFuture.supplyAsync(() -> orders.transform(lines), transformers));
        }
        return CompletableFuture.allOf(priced.toArray(new CompletableFuture<?>[0]))
                .thenApplyAsync(done -> orders.load(priced.stream().map(CompletableFuture::join).toList()), loader);
    }

    private void stop() {
        extractors.shutdown();
        transformers.shutdown();
        loader.shutdown();
    }

    private static ExecutorService pool(String name) {
        AtomicInteger threads = new AtomicInteger();
        return Executors.newFixedThreadPool(3, task -> new Thread(task, name + "-" + threads.getAndIncrement()));
    }
}
