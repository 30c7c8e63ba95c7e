package woven;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import sim.context.Context;
import sim.instrumentation.data.ContextManager;
import sim.instrumentation.data.Contexts;
import sim.metrics.probe.Metering;

/** What an application may rely on of its tasks, inside a context and outside: prints one line a fact. */
public class Unchanged {
    /** Something of the application's that hands work on; selected by pointcuts of its own, in every style. */
    static final class Bus {
        String byConfiguration(String topic, Consumer<List<String>> listener) throws Exception {
            return elsewhere(listener);
        }

        String byCode(int priority, String topic, Consumer<List<String>> listener) throws Exception {
            return elsewhere(listener);
        }

        static String byAnnotationStyle(Consumer<List<String>> listener, long delay) throws Exception {
            return elsewhere(listener);
        }

        private static String elsewhere(Consumer<List<String>> listener) throws Exception {
            List<String> found = new ArrayList<>();
            Metering.runtime().setCurrentContext(null);
            Thread thread = new Thread(() -> listener.accept(found));
            thread.start();
            thread.join();
            return found.toString();
        }
    }

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    public static void main(String[] args) throws Exception {
        long allocated = allocatedWithoutContext();
        System.out.println("allocated without context " + allocated);
        facts("outside ");
        ContextManager.createNewContext("order", "");
        facts("inside ");
        contexts();
        ContextManager.destroyCurrentContext();
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
        System.exit(0);
    }

    private static void facts(String where) throws Exception {
        List<String> said = new ArrayList<>();
        removal(said);
        shutDown(said);
        rejection(said);
        futures(said);
        priorities(said);
        casts(said);
        nulls(said);
        threads(said);
        stacks(said);
        said.forEach(fact -> System.out.println(where + fact));
    }

    private static ThreadPoolExecutor busy(BlockingQueue<Runnable> queue) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, queue);
        pool.execute(() -> {
            try {
                NEVER.await();
            } catch (InterruptedException stop) {
                // shutdownNow
            }
        });
        return pool;
    }

    private static void removal(List<String> said) {
        ThreadPoolExecutor pool = busy(new LinkedBlockingQueue<>());
        Runnable lambda = () -> {};
        Runnable named = new Plain();
        pool.execute(lambda);
        pool.execute(named);
        said.add("contains the named task: " + pool.getQueue().contains(named));
        said.add("removed: " + pool.remove(lambda) + " " + pool.remove(named) + ", again: " + pool.remove(lambda) + " "
                + pool.remove(named) + ", left: " + pool.getQueue().size());
        pool.shutdownNow();
    }

    private static void shutDown(List<String> said) {
        ThreadPoolExecutor pool = busy(new LinkedBlockingQueue<>());
        Runnable lambda = () -> {};
        Runnable named = new Plain();
        pool.execute(lambda);
        pool.execute(named);
        List<Runnable> left = pool.shutdownNow();
        said.add("never ran: " + (left.get(0) == lambda) + " " + (left.get(1) == named));
    }

    private static void rejection(List<String> said) {
        ThreadPoolExecutor pool = busy(new LinkedBlockingQueue<>(1));
        AtomicReference<Runnable> seen = new AtomicReference<>();
        pool.setRejectedExecutionHandler(new RejectedExecutionHandler() {
            @Override
            public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
                seen.set(task);
            }
        });
        Runnable lambda = () -> {};
        pool.execute(new Plain());
        pool.execute(lambda);
        said.add("handler saw the lambda: " + (seen.get() == lambda));
        Runnable named = new Plain();
        pool.execute(named);
        said.add("handler saw the named task: " + (seen.get() == named));
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.AbortPolicy());
        try {
            pool.execute(named);
        } catch (RejectedExecutionException refused) {
            said.add("refusal names it: " + refused.getMessage().startsWith("Task a plain task rejected"));
        }
        pool.shutdownNow();
    }

    private static void futures(List<String> said) throws Exception {
        ThreadPoolExecutor pool = busy(new LinkedBlockingQueue<>());
        FutureTask<String> future = new FutureTask<>(() -> "value");
        pool.execute(future);
        future.cancel(false);
        pool.purge();
        said.add("cancelled and purged: " + future.isCancelled() + ", left: " + pool.getQueue().size());
        pool.shutdownNow();
        ExecutorService single = Executors.newSingleThreadExecutor();
        FutureTask<String> other = new FutureTask<>(() -> "value");
        single.execute(other);
        said.add("future task: " + other.get());
        said.add("with a result: " + single.submit(new Plain(), "result").get());
        said.add("any: " + single.invokeAny(List.of(() -> "any")));
        said.add("all: " + single.invokeAll(Arrays.asList(() -> "a", () -> "b")).size());
        said.add("adapted: " + ForkJoinTask.adapt(() -> "adapted").invoke());
        single.shutdown();
    }

    private static void priorities(List<String> said) {
        ThreadPoolExecutor pool = busy(new PriorityBlockingQueue<>());
        pool.execute(new Ranked(1));
        pool.execute(new Ranked(3));
        pool.execute(new Ranked(2));
        said.add("first in the queue: " + pool.getQueue().peek());
        List<Runnable> order = Collections.synchronizedList(new ArrayList<>());
        Runnable lambda = () -> {};
        ThreadPoolExecutor compared = busy(new PriorityBlockingQueue<>(4, (a, b) -> {
            order.add(a);
            order.add(b);
            return 0;
        }));
        compared.execute(lambda);
        compared.execute(lambda);
        said.add("comparator saw the lambda: " + order.stream().allMatch(task -> task == lambda));
        pool.shutdownNow();
        compared.shutdownNow();
    }

    private static void casts(List<String> said) throws Exception {
        AtomicReference<Object> seen = new AtomicReference<>();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
                if (task instanceof Plain) {
                    ((Plain) task).touch();
                }
            }

            @Override
            protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
                seen.set(((Named<?>) callable).name);
                return super.newTaskFor(callable);
            }
        };
        pool.execute(new Plain());
        said.add("its own type: " + pool.submit(new Named<>("the callable")).get() + ", seen: " + seen.get());
        pool.shutdown();
        Executor direct = new Executor() {
            @Override
            public void execute(Runnable task) {
                ((Plain) task).touch();
                task.run();
            }
        };
        Plain task = new Plain();
        direct.execute(task);
        said.add("executed by its own executor: " + task.runs);
    }

    private static void nulls(List<String> said) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        int refused = 0;
        for (Call call : List.<Call>of(() -> pool.execute(null), () -> pool.submit((Runnable) null),
                () -> pool.submit((Callable<?>) null), () -> pool.invokeAll(null),
                () -> pool.invokeAll(Collections.singletonList(null)), () -> scheduler.schedule((Runnable) null, 1,
                        TimeUnit.SECONDS),
                () -> CompletableFuture.runAsync(null), () -> new Timer(true).schedule(null, 1))) {
            try {
                call.make();
            } catch (NullPointerException expected) {
                refused++;
            }
        }
        said.add("nulls refused: " + refused);
        pool.shutdown();
        scheduler.shutdown();
    }

    private static void threads(List<String> said) throws Exception {
        ThreadFactory factory = task -> new Thread(task, "made by hand");
        ExecutorService pool = Executors.newSingleThreadExecutor(factory);
        pool.execute(() -> {});
        said.add("thread: " + pool.submit(() -> Thread.currentThread().getName()).get());
        pool.shutdown();
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        try {
            thread.start();
        } catch (IllegalThreadStateException expected) {
            said.add("started once");
        }
    }

    /** Frames of SIM in the stack of a task of a class of its own: none. */
    private static void stacks(List<String> said) throws Exception {
        AtomicReference<StackTraceElement[]> stack = new AtomicReference<>();
        Thread thread = new Thread(() -> stack.set(new Throwable().getStackTrace()));
        thread.start();
        thread.join();
        said.add("frames of SIM in a thread: "
                + Arrays.stream(stack.get()).filter(frame -> frame.getClassName().startsWith("sim.")).count());
    }

    /** What tasks find current, inside the context named order. */
    private static void contexts() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        // one object from several contexts: each run has its own, in the order of submission
        Shared shared = new Shared();
        ThreadPoolExecutor fifo = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        for (int i = 0; i < 5; i++) {
            ContextManager.createNewContext("c" + i, "");
            fifo.execute(shared);
            ContextManager.destroyCurrentContext();
        }
        fifo.shutdown();
        fifo.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println("shared object " + shared.found);
        // a handed-over run that calls itself and what it overrides
        Recursive recursive = new Recursive();
        Executor own = new Executor() {
            @Override
            public void execute(Runnable task) {
                Thread thread = new Thread(null, task, "own");
                try {
                    Metering.runtime().setCurrentContext(null); // what the thread finds, it finds by the task
                    thread.start();
                    thread.join();
                } catch (InterruptedException stop) {
                    throw new AssertionError(stop);
                }
            }
        };
        ContextManager.createNewContext("recursion", "");
        own.execute(recursive);
        ContextManager.destroyCurrentContext();
        System.out.println("recursive " + recursive.found + " depth " + recursive.depth);
        // periodic, on a timer and a scheduler
        ContextManager.createNewContext("periodic", "");
        CountDownLatch times = new CountDownLatch(6);
        List<String> periodically = Collections.synchronizedList(new ArrayList<>());
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            private int runs;

            @Override
            public void run() {
                periodically.add(current());
                times.countDown();
                if (++runs == 3) {
                    cancel();
                }
            }
        }, 1, 1);
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        scheduler.scheduleAtFixedRate(() -> {
            periodically.add(current());
            times.countDown();
        }, 1, 5, TimeUnit.MILLISECONDS);
        ContextManager.destroyCurrentContext();
        times.await();
        scheduler.shutdownNow();
        System.out.println("periodic " + periodically.stream().distinct().toList());
        // by hand, and by the application's own aspect
        ContextManager.createNewContext("by hand", "");
        Runnable wrapped = Contexts.wrap((Runnable) () -> System.out.println("by hand " + current()));
        ExecutorService service = Contexts.wrap(pool);
        ContextManager.destroyCurrentContext();
        pool.submit(wrapped).get();
        ContextManager.createNewContext("by a wrapped pool", "");
        service.submit(() -> System.out.println("by a wrapped pool " + current())).get();
        ContextManager.destroyCurrentContext();
        ContextManager.createNewContext("by an aspect", "");
        Context context = ContextManager.getCurrentContext();
        System.out.println("by configuration " + new Bus().byConfiguration("news", found -> found.add(current())));
        Metering.runtime().setCurrentContext(context);
        System.out.println("by code " + new Bus().byCode(3, "news", found -> found.add(current())));
        Metering.runtime().setCurrentContext(context);
        System.out.println("by annotation style " + Bus.byAnnotationStyle(found -> found.add(current()), 5L));
        ContextManager.destroyCurrentContext();
        stages();
        // a pool whose threads the application makes: none of them keeps the context it was made in
        ContextManager.createNewContext("first", "");
        ExecutorService made = Executors.newSingleThreadExecutor(task -> new Thread(() -> task.run()));
        made.submit(() -> {}).get();
        Metering.runtime().setCurrentContext(null);
        System.out.println("after the first " + made.submit(() -> current()).get());
        made.shutdown();
        pool.shutdown();
    }

    /** Functions at every position of a stage's parameters, run by whatever thread completes the stages before. */
    private static void stages() throws Exception {
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> second = new CompletableFuture<>();
        ContextManager.createNewContext("stages", "");
        CompletableFuture<String> all = first.thenCombine(second, (a, b) -> a + b + current())
                .thenCompose(text -> CompletableFuture.supplyAsync(() -> text + current()))
                .whenCompleteAsync((text, error) -> ContextManager.getCurrentContext().put("completed", text))
                .handle((text, error) -> text + current());
        Context context = ContextManager.getCurrentContext();
        Metering.runtime().setCurrentContext(null);
        Thread thread = new Thread(() -> {
            first.complete("1 ");
            second.complete("2 ");
        });
        thread.start();
        System.out.println("through stages " + all.get() + " " + context.get("completed"));
        Metering.runtime().setCurrentContext(context);
        List<String> found = Collections.synchronizedList(new ArrayList<>());
        List<Integer> numbers = IntStream.range(0, 1000).boxed().toList();
        int sum = numbers.parallelStream().filter(n -> found.add(current())).map(n -> found.add(current()) ? n : 0)
                .reduce(0, (a, b) -> found.add(current()) ? a + b : 0, Integer::sum);
        System.out.println("through a stream " + sum + " " + found.stream().distinct().toList() + " "
                + (found.size() >= 3000));
        ContextManager.destroyCurrentContext();
    }

    private static String current() {
        return ContextManager.getCurrentContext() == null ? "none" : ContextManager.getCurrentContext().getName();
    }

    /** Bytes that submitting allocates while no context is current, beyond what it does unwoven: the executors do nothing. */
    private static long allocatedWithoutContext() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Executor nothing = new Executor() {
            @Override
            public void execute(Runnable task) {}
        };
        Executor now = Runnable::run;
        Plain named = new Plain();
        Runnable lambda = () -> {};
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 200; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                nothing.execute(named);
                nothing.execute(lambda);
                now.execute(named);
                now.execute(lambda);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private interface Call {
        void make() throws Exception;
    }

    private static final class Plain implements Runnable {
        int runs;

        void touch() {}

        @Override
        public void run() {
            runs++;
        }

        @Override
        public String toString() {
            return "a plain task";
        }
    }

    private static final class Shared implements Runnable {
        final List<String> found = new ArrayList<>();

        @Override
        public void run() {
            found.add(current());
        }
    }

    private static class Simple implements Runnable {
        final List<String> found = new ArrayList<>();

        @Override
        public void run() {
            found.add(current());
        }
    }

    private static final class Recursive extends Simple {
        int depth;

        @Override
        public void run() {
            super.run();
            if (++depth < 3) {
                run();
            }
            found.add(current());
        }
    }

    private static final class Named<T> implements Callable<T> {
        final T name;

        Named(T name) {
            this.name = name;
        }

        @Override
        public T call() {
            return name;
        }
    }

    private static final class Ranked implements Runnable, Comparable<Ranked> {
        private final int rank;

        Ranked(int rank) {
            this.rank = rank;
        }

        @Override
        public void run() {}

        @Override
        public int compareTo(Ranked other) {
            return Integer.compare(other.rank, rank);
        }

        @Override
        public String toString() {
            return "rank " + rank;
        }
    }
}
