package woven;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import sim.context.Context;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.data.ContextManager;
import sim.metrics.probe.Metering;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.TreeRow;

/**
 * Thousands of tasks, each in a context of its own that ends as soon as the task is submitted, through pools of every kind;
 * nested, failing, cancelled and timed out. Compares what each context says with what really ran in it.
 */
public class Pools {
    private static final int TASKS = 10_000;
    private static final String[] KINDS = {"fixed", "cached", "single", "scheduled", "forkjoin", "stages", "priority",
            "perthread", "stealing", "timer", "stream", "invokeall", "futuretask"};

    private static final ThreadPoolExecutor FIXED = (ThreadPoolExecutor) Executors.newFixedThreadPool(4);
    private static final ExecutorService CACHED = Executors.newCachedThreadPool();
    private static final ExecutorService SINGLE = Executors.newSingleThreadExecutor();
    private static final ScheduledExecutorService SCHEDULED = Executors.newScheduledThreadPool(2);
    private static final ForkJoinPool FORK_JOIN = new ForkJoinPool(4);
    private static final ThreadPoolExecutor PRIORITY = new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS,
            new PriorityBlockingQueue<>()) {
        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            ((Ranked) task).seen = true;
        }
    };
    private static final ExecutorService PER_THREAD = perThread();
    private static final ExecutorService STEALING = Executors.newWorkStealingPool(3);
    private static final Timer TIMER = new Timer(true);

    private static final long[] ids = new long[TASKS];
    /** Calls of {@link #work} that were made for a task, by its number. */
    private static final AtomicIntegerArray ran = new AtomicIntegerArray(TASKS);
    /** Contexts that tasks made inside theirs. */
    private static final AtomicIntegerArray made = new AtomicIntegerArray(TASKS);
    private static final AtomicInteger wrong = new AtomicInteger();
    private static final Map<String, AtomicInteger> wrongByKind = new HashMap<>();
    private static final Phaser running = new Phaser(1);
    private static int timedOut;
    private static final ConcurrentLinkedQueue<Future<?>> futures = new ConcurrentLinkedQueue<>();

    @Instrument
    static void work(int n) {
        ran.incrementAndGet(n);
        Context current = ContextManager.getCurrentContext();
        if (current == null || current.id() != ids[n] && current.parentId() != ids[n]) {
            wrong.incrementAndGet();
            wrongByKind.get(KINDS[n % KINDS.length]).incrementAndGet();
        }
    }

    @CreateContext(name = "inner")
    static void inner(int n) {
        made.incrementAndGet(n);
        work(n);
    }

    /** What a task does: all work, some make contexts, some hand on, some fail, some take long. */
    static int task(int n) {
        work(n);
        if (n % 3 == 0) {
            inner(n);
        }
        if (n % 5 == 0) {
            running.register();
            CACHED.execute(() -> {
                work(n);
                FIXED.submit(() -> {
                    inner(n);
                    running.arriveAndDeregister();
                });
            });
        }
        if (n % 97 == 0) {
            pause(20);
        }
        if (n % 7 == 0) {
            throw new IllegalStateException("task " + n);
        }
        return n;
    }

    public static void main(String[] args) throws Exception {
        for (String kind : KINDS) {
            wrongByKind.put(kind, new AtomicInteger());
        }
        for (int n = 0; n < TASKS; n++) {
            Context context = ContextManager.createNewContext("task", Integer.toString(n));
            ids[n] = context.id();
            submit(n);
            ContextManager.destroyCurrentContext();
        }
        int cancelled = 0;
        int failed = 0;
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (CancellationException gone) {
                cancelled++;
            } catch (ExecutionException expected) {
                failed++;
            }
        }
        running.arriveAndAwaitAdvance();
        int leaked = leaked();
        stop();
        compare();
        System.out.println("virtual " + PER_THREAD.getClass().getName().contains("ThreadPerTaskExecutor"));
        System.out.println("wrong " + wrong + " " + wrongByKind);
        System.out.println("leaked " + leaked);
        System.out.println("cancelled " + cancelled);
        System.out.println("timed out " + timedOut);
        System.out.println("failed " + failed);
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
        System.exit(0);
    }

    private static void submit(int n) throws Exception {
        Future<?> future = null;
        switch (KINDS[n % KINDS.length]) {
            case "fixed" -> {
                running.register();
                FIXED.execute(() -> counted(n));
            }
            case "cached" -> future = CACHED.submit(() -> task(n));
            case "single" -> future = SINGLE.submit(new Named(n));
            case "scheduled" ->
                future = SCHEDULED.schedule((Callable<Integer>) () -> task(n), n % 3, TimeUnit.MILLISECONDS);
            case "forkjoin" -> future = FORK_JOIN.submit(new Split(n, 4));
            case "stages" -> {
                running.register();
                CompletableFuture.supplyAsync(() -> task(n), FIXED).handleAsync((value, error) -> {
                    work(n);
                    return n;
                }).thenApply(value -> {
                    work(n);
                    return value;
                }).thenAcceptAsync(value -> inner(n), CACHED)
                        .whenComplete((done, error) -> running.arriveAndDeregister());
            }
            case "priority" -> {
                running.register();
                PRIORITY.execute(new Ranked(n));
            }
            case "perthread" -> future = PER_THREAD.submit(() -> task(n));
            case "stealing" -> future = STEALING.submit(() -> task(n));
            case "timer" -> {
                running.register();
                TIMER.schedule(new TimerTask() {
                    @Override
                    public void run() {
                        counted(n);
                    }
                }, n % 3);
            }
            case "stream" -> IntStream.range(0, 4).parallel().forEach(i -> work(n));
            case "invokeall" -> {
                for (Future<?> one : CACHED.invokeAll(List.of((Callable<Integer>) () -> task(n), new Called(n)))) {
                    futures.add(one);
                }
            }
            default -> {
                FutureTask<Integer> task = new FutureTask<>(() -> task(n));
                FIXED.execute(task);
                future = task;
            }
        }
        if (future != null) {
            futures.add(future);
            if (n % 97 == 0) {
                try {
                    future.get(1, TimeUnit.MILLISECONDS);
                } catch (TimeoutException late) {
                    timedOut++;
                    future.cancel(true);
                } catch (ExecutionException early) {
                    // it failed within the millisecond
                }
            } else if (n % 11 == 0) {
                future.cancel(n % 2 == 0);
            }
        }
    }

    private static void counted(int n) {
        try {
            task(n);
        } catch (IllegalStateException expected) {
            // every seventh
        } finally {
            running.arriveAndDeregister();
        }
    }

    /** Tasks submitted outside any context must find none, on any thread that ran others before. */
    private static int leaked() throws Exception {
        AtomicInteger leaked = new AtomicInteger();
        Runnable look = () -> {
            if (ContextManager.getCurrentContext() != null) {
                leaked.incrementAndGet();
            }
        };
        List<Future<?>> all = new ArrayList<>();
        for (ExecutorService pool : List.of(FIXED, CACHED, SINGLE, SCHEDULED, FORK_JOIN, STEALING,
                PER_THREAD, ForkJoinPool.commonPool())) {
            for (int i = 0; i < 200; i++) {
                all.add(pool.submit(look));
            }
        }
        CountDownLatch timed = new CountDownLatch(1);
        PRIORITY.execute(new Ranked(-1) {
            @Override
            public void run() {
                look.run();
            }
        });
        TIMER.schedule(new TimerTask() {
            @Override
            public void run() {
                look.run();
                timed.countDown();
            }
        }, 1);
        for (Future<?> future : all) {
            future.get();
        }
        timed.await();
        return leaked.get() + (ContextManager.getCurrentContext() == null ? 0 : 1);
    }

    private static void stop() throws Exception {
        for (ExecutorService pool : List.of(FIXED, CACHED, SINGLE, SCHEDULED, FORK_JOIN, STEALING, PRIORITY,
                PER_THREAD)) {
            pool.shutdown();
            if (!pool.awaitTermination(60, TimeUnit.SECONDS)) {
                throw new AssertionError(pool);
            }
        }
    }

    /** What each context says against what was counted beside it. */
    private static void compare() {
        Map<Long, ContextRecord> records = new HashMap<>();
        Metering.runtime().drain().contexts().forEach(record -> records.put(record.id(), record));
        Map<Long, Long> inside = new HashMap<>();
        Map<Long, Integer> children = new HashMap<>();
        long calls = 0;
        int open = 0;
        for (ContextRecord record : records.values()) {
            long places = record.rows().stream().mapToLong(TreeRow::count).sum();
            if (places != record.calls()) {
                System.out.println("unequal " + record);
            }
            open += record.endMicros() == 0 ? 1 : 0;
            calls += record.calls();
            inside.merge(record.name().equals("task") ? record.id() : record.parent(), record.calls(), Long::sum);
            if (!record.name().equals("task")) {
                children.merge(record.parent(), 1, Integer::sum);
            }
        }
        int different = 0;
        long expected = 0;
        for (int n = 0; n < TASKS; n++) {
            expected += ran.get(n);
            if (inside.getOrDefault(ids[n], 0L) != ran.get(n) || children.getOrDefault(ids[n], 0) != made.get(n)) {
                if (different++ < 10) {
                    System.out.println("task " + n + " " + KINDS[n % KINDS.length] + " ran " + ran.get(n) + " counted "
                            + inside.get(ids[n]) + ", made " + made.get(n) + " counted " + children.get(ids[n]));
                }
            }
        }
        System.out.println("contexts " + records.size());
        System.out.println("open " + open);
        System.out.println("calls " + calls + " of " + expected);
        System.out.println("different " + different);
    }

    private static ExecutorService perThread() {
        try {
            return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException before21) {
            return Executors.newCachedThreadPool();
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private record Named(int n) implements Runnable {
        @Override
        public void run() {
            task(n);
        }
    }

    private record Called(int n) implements Callable<Integer> {
        @Override
        public Integer call() {
            return task(n);
        }
    }

    private static class Ranked implements Runnable, Comparable<Ranked> {
        final int n;
        boolean seen;

        Ranked(int n) {
            this.n = n;
        }

        @Override
        public void run() {
            counted(n);
        }

        @Override
        public int compareTo(Ranked other) {
            return Integer.compare(other.n, n);
        }
    }

    private static final class Split extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final int n;
        private final int parts;

        Split(int n, int parts) {
            this.n = n;
            this.parts = parts;
        }

        @Override
        protected void compute() {
            if (parts == 1) {
                work(n);
                return;
            }
            Split left = new Split(n, parts / 2);
            left.fork();
            Split right = new Split(n, parts / 2);
            if (n % 2 == 0) {
                right.compute();
            } else {
                invokeAll(right, new Split(n, 1));
            }
            left.join();
        }
    }
}
