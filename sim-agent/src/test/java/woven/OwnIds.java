package woven;

import java.util.concurrent.atomic.AtomicLong;

/** Threads whose class answers {@code getId} itself, with the JVM's id of none, of another thread, or of all of them, and by calls that are metered too. */
public final class OwnIds {
    private OwnIds() {}

    public static void main(String[] args) throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        for (int i = 0; i < 100; i++) {
            Worker worker = new Worker(i % 2 == 0 ? -3 : Thread.currentThread().getId(), sum);
            worker.start();
            worker.join();
        }
        System.out.println("sum " + sum);
        Report.print();
    }

    private static final class Worker extends Thread {
        private final long own;
        private final AtomicLong sum;

        Worker(long own, AtomicLong sum) {
            this.own = own;
            this.sum = sum;
        }

        long own() {
            return own;
        }

        @Override
        public long getId() {
            return own();
        }

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                work();
            }
        }

        private void work() {
            sum.addAndGet(getId() < 0 ? 1 : 1_000);
        }
    }
}
