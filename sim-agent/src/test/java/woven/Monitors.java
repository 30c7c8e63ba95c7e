package woven;

import java.util.concurrent.CountDownLatch;
import sim.instrumentation.annotation.Instrument;

/** Waits for monitors that another thread holds: those of synchronized methods that it calls, and one of its own. */
@Instrument
public class Monitors {
    static final Object OWN = new Object();

    static void callsAnInstances(Prices prices) {
        prices.price();
    }

    static void callsAClasses() {
        Prices.all();
    }

    /** What it calls is synchronized and has nothing to wait for. */
    static void waitsItself(Prices prices) {
        synchronized (OWN) {
            OWN.notifyAll();
        }
        prices.first();
        prices.price();
    }

    public static void main(String[] args) throws Exception {
        Report.class.getName();
        Prices prices = new Prices();
        prices.warmUp();
        Holder.whileHeld(prices, () -> callsAnInstances(prices));
        Holder.whileHeld(Prices.class, () -> callsAClasses());
        Holder.whileHeld(OWN, () -> waitsItself(prices));
        Report.print();
    }

    /** What is synchronized, and a method that is not. */
    @Instrument
    static class Prices {
        private static int sum;

        synchronized void price() {
            sum++;
        }

        static synchronized void all() {
            sum++;
        }

        void first() {
            sum++;
        }

        /** The first reading of a thread tells what was before its first call. */
        void warmUp() throws InterruptedException {
            Thread.sleep(150);
        }
    }

    /** Not instrumented: holds a monitor for 300 ms, in which it is waited for. */
    static final class Holder {
        static void whileHeld(Object monitor, Runnable work) throws InterruptedException {
            CountDownLatch held = new CountDownLatch(1);
            Thread holder = new Thread(() -> {
                synchronized (monitor) {
                    held.countDown();
                    try {
                        Thread.sleep(300);
                    } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
            holder.start();
            held.await();
            work.run();
            holder.join();
        }
    }
}
