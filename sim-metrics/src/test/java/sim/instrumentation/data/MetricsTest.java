package sim.instrumentation.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import org.junit.jupiter.api.Test;

/** Each single reading, by its published name, moves with what it measures. */
class MetricsTest {
    private static volatile Object sink;

    @Test
    void wallClockTime() throws InterruptedException {
        long before = Metrics.wallClockTime();
        Thread.sleep(5);
        assertThat(Metrics.wallClockTime() - before).isGreaterThanOrEqualTo(4_000_000);
    }

    @Test
    void cpuTimes() {
        long total = Metrics.threadTotalCpuTime();
        long process = Metrics.processTotalCpuTime();
        long user = Metrics.threadUserCpuTime();
        long system = Metrics.threadSystemCpuTime();
        // The kernel splits in steps of 10 ms.
        while (Metrics.threadTotalCpuTime() - total < 60_000_000) {
            sink = new byte[100];
        }
        assertThat(Metrics.threadUserCpuTime() - user + Metrics.threadSystemCpuTime() - system)
                .isGreaterThanOrEqualTo(20_000_000);
        assertThat(Metrics.threadUserCpuTime()).isGreaterThan(user);
        assertThat(Metrics.threadSystemCpuTime()).isGreaterThanOrEqualTo(system);
        assertThat(Metrics.processTotalCpuTime() - process).isGreaterThanOrEqualTo(20_000_000);
    }

    @Test
    void threadCount() throws InterruptedException {
        long before = Metrics.threadCount();
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        assertThat(Metrics.threadCount()).isGreaterThan(before);
    }

    @Test
    void blocking() throws InterruptedException {
        Object monitor = new Object();
        long count = Metrics.threadBlockCount();
        long time = Metrics.threadBlockTime();
        Thread here = Thread.currentThread();
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                synchronized (here) {
                    here.notifyAll();
                }
                while (here.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                pause(20);
            }
        });
        synchronized (here) {
            holder.start();
            here.wait();
        }
        synchronized (monitor) {
            assertThat(Metrics.threadBlockCount()).isGreaterThan(count);
        }
        assertThat(Metrics.threadBlockTime() - time).isGreaterThanOrEqualTo(10_000_000);
        holder.join();
    }

    @Test
    void waiting() {
        long count = Metrics.threadWaitCount();
        long time = Metrics.threadWaitTime();
        pause(20);
        assertThat(Metrics.threadWaitCount()).isGreaterThan(count);
        assertThat(Metrics.threadWaitTime() - time).isGreaterThanOrEqualTo(15_000_000);
    }

    @Test
    void collections() {
        long count = Metrics.threadGccCount();
        long time = Metrics.threadGccTime();
        System.gc();
        assertThat(Metrics.threadGccCount()).isGreaterThan(count).isLessThanOrEqualTo(Metrics.gcCount());
        assertThat(Metrics.threadGccTime()).isGreaterThanOrEqualTo(time).isLessThanOrEqualTo(Metrics.gcTime());
    }

    @Test
    void allocation() {
        long before = Metrics.threadAllocatedBytes();
        sink = new byte[1_000_000];
        assertThat(Metrics.threadAllocatedBytes() - before).isGreaterThanOrEqualTo(1_000_000);
    }

    @Test
    void memory() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        assertThat(Metrics.allocatedMemory()).isBetween(1L, heap.getMax());
        assertThat(Metrics.usedMemory()).isBetween(1L, heap.getMax());
        assertThat(Metrics.freeMemory()).isBetween(0L, heap.getMax());
        assertThat(Metrics.unallocatedMemory()).isBetween(0L, heap.getMax());
    }

    @Test
    void aMethodProbesNameIsItsClassAndMethod() {
        assertThat(Probe.createMethodProbe("shop.Basket", "checkout").getName()).isEqualTo("shop.Basket.checkout");
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
