package counted;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An application of the campaign: works until its standard input ends, then a little in a shutdown hook, and keeps its own
 * account in a {@link Ledger}.
 *
 * <p>{@code counted.Program LEDGER SEED STYLE THREADS PAUSE_MICROS PLACES OPERATIONS MOST_CALLS}. The style is
 * {@code threads}, {@code pool}, {@code virtual}, {@code newborn}, which gives every few operations a thread of their own, {@code waiting}:
 * virtual threads that all wait inside a call at a time, or {@code full}: the heap is full again and again.
 */
public final class Program {
    private static final int BURST = 20;

    private final Ledger ledger;
    private final Random seeds;
    private final int threads;
    private final int pauseMicros;
    private final int places;
    private final Set<String> may;
    private final long mostCalls;
    private final Recorded recorded;
    private volatile boolean ending;

    private Program(String... args) throws IOException {
        ledger = new Ledger(Path.of(args[0]));
        seeds = new Random(Long.parseLong(args[1]));
        threads = Integer.parseInt(args[3]);
        pauseMicros = Integer.parseInt(args[4]);
        places = Integer.parseInt(args[5]);
        may = Set.of(args[6].split("\\+"));
        mostCalls = Long.parseLong(args[7]);
        recorded = may.contains("payloads") ? new Recorded(ledger) : null;
    }

    public static void main(String... args) throws Exception {
        Program program = new Program(args);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            program.ledger.add(Count.BROKEN);
            thrown.printStackTrace();
        });
        Thread listener = new Thread(program::listen, "listener");
        listener.setDaemon(true);
        listener.start();
        Worker last = program.worker();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> program.burst(last), "closing"));
        System.out.println("working");
        switch (args[2]) {
            case "threads" -> program.platformThreads();
            case "waiting" -> program.waitingThreads();
            case "full" -> program.fullHeap();
            case "newborn" -> program.newbornThreads();
            case "pool" -> program.pool(Executors.newFixedThreadPool(program.threads));
            case "virtual" -> program.pool(
                    (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
            default -> throw new IllegalArgumentException(args[2] + " is no style");
        }
        program.ledger.add(Count.DONE);
        System.out.println("done");
    }

    private void listen() {
        try {
            while (System.in.read() >= 0) {
                // until it ends
            }
        } catch (IOException closed) {
            // then it has ended
        }
        ending = true;
    }

    private Worker worker() {
        return new Worker(ledger, may, seeds.nextLong(), places, recorded);
    }

    private boolean goesOn() {
        return !ending && ledger.get(Count.INNER) < mostCalls;
    }

    private void platformThreads() throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Worker worker = worker();
            Thread thread = new Thread(() -> work(worker), "worker-" + i);
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
    }

    private void work(Worker worker) {
        if (may.contains("everyplace")) {
            worker.everyPlace();
        }
        while (goesOn()) {
            burst(worker);
        }
    }

    private void burst(Worker worker) {
        for (int i = 0; i < BURST; i++) {
            worker.once();
        }
        pause();
    }

    private void waitingThreads() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        while (goesOn()) {
            CountDownLatch inside = new CountDownLatch(threads);
            CountDownLatch gate = new CountDownLatch(1);
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add((Thread) start.invoke(null, (Runnable) () -> Work.waiting(ledger, inside, gate)));
            }
            inside.await();
            gate.countDown();
            for (Thread thread : all) {
                thread.join();
            }
        }
    }

    /** All that allocates catches what it meets. The threads call metered methods, which allocate nothing. */
    private void fullHeap() throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(this::callOn, "worker-" + i);
            all.add(thread);
            thread.start();
        }
        fill(0);
        while (goesOn() && ledger.get(Count.INNER) < 10_000) {
            TimeUnit.MILLISECONDS.sleep(10); // all that they run is linked then, which a full heap has no room for
        }
        while (goesOn()) {
            TimeUnit.MILLISECONDS.sleep(500); // SIM ships
            fill(1 << 18);
        }
        for (Thread thread : all) {
            thread.join();
        }
    }

    private void callOn() {
        while (goesOn()) {
            try {
                Work.outer(ledger, 6);
            } catch (OutOfMemoryError notOfTheProgram) {
                ledger.add(Count.BROKEN);
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(pauseMicros));
        }
    }

    /** A chain of arrays until not one more fits, the first of that size, held for a moment. */
    private static void fill(int first) {
        Object[] held = null;
        int size = first;
        while (size > 0) {
            try {
                Object[] next = new Object[size];
                next[0] = held;
                held = next;
            } catch (OutOfMemoryError full) {
                size /= 8; // each try costs a collection
            }
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        Reference.reachabilityFence(held);
    }

    private void newbornThreads() throws InterruptedException {
        while (goesOn()) {
            List<Thread> some = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Worker worker = worker();
                Thread thread = new Thread(() -> burst(worker), "newborn-" + i);
                some.add(thread);
                thread.start();
            }
            for (Thread thread : some) {
                thread.join();
            }
        }
    }

    private void pool(ExecutorService pool) throws Exception {
        Semaphore free = new Semaphore(threads * 2);
        List<Future<?>> last = new ArrayList<>();
        while (goesOn()) {
            free.acquire();
            Worker worker = worker();
            last.add(pool.submit(() -> {
                burst(worker);
                free.release();
            }));
            last.removeIf(Future::isDone);
        }
        for (Future<?> each : last) {
            each.get();
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
    }

    private void pause() {
        if (pauseMicros > 0) {
            try {
                TimeUnit.MICROSECONDS.sleep(pauseMicros);
            } catch (InterruptedException nobodyDoes) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
