package woven;

import java.util.concurrent.CountDownLatch;
import sim.instrumentation.annotation.Instrument;

/** Methods that each cost one thing, but for what asking the JVM's beans about it costs. */
@Instrument
public class Costs {
    private static final Object MONITOR = new Object();
    static volatile byte[] garbage;

    static void sleeps() throws InterruptedException {
        Truth.entered();
        Thread.sleep(200);
        Truth.left();
    }

    static void burns() {
        Truth.entered();
        java.lang.management.ThreadMXBean threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long until = threads.getCurrentThreadCpuTime() + 200_000_000;
        while (threads.getCurrentThreadCpuTime() < until) {
            for (int i = 0; i < 10_000; i++) {
                Math.sin(i);
            }
        }
        Truth.left();
    }

    static void isBlocked() {
        Truth.entered();
        synchronized (MONITOR) {
            MONITOR.notifyAll();
        }
        Truth.left();
    }

    static void allocates() {
        Truth.entered();
        for (int i = 0; i < 100; i++) {
            garbage = new byte[1 << 20];
        }
        Truth.left();
    }

    static void startsSeven() throws InterruptedException {
        Truth.entered();
        for (int i = 0; i < 7; i++) {
            new Thread(() -> {}).start();
        }
        Truth.left();
    }

    static void collectsTwice() {
        Truth.entered();
        System.gc();
        System.gc();
        Truth.left();
    }

    static void doesNothing() {}

    /** Is slow: the first call that is kept makes the thread's ring, 300 KB that no method allocated. */
    static void warmsUp() throws InterruptedException {
        Thread.sleep(150);
    }

    public static void main(String[] args) throws Exception {
        Report.class.getName();
        System.gc(); // so that what loading the classes left behind is not collected in one of the methods
        doesNothing();
        Truth.of("warmsUp", Costs::warmsUp);
        Truth.of("sleeps", Costs::sleeps);
        Truth.of("burns", Costs::burns);
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = new Thread(() -> Holder.hold(held));
        holder.start();
        held.await();
        Truth.of("isBlocked", Costs::isBlocked);
        holder.join();
        Truth.of("allocates", Costs::allocates);
        Truth.of("startsSeven", Costs::startsSeven);
        Thread.sleep(100);
        Truth.of("collectsTwice", Costs::collectsTwice);
        Report.print();
    }

    /** Not instrumented: holds the monitor for 200 ms. */
    static final class Holder {
        static void hold(CountDownLatch held) {
            synchronized (MONITOR) {
                held.countDown();
                try {
                    Thread.sleep(200);
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
