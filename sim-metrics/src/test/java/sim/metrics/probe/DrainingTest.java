package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.base.event.Bounded;
import sim.metrics.weaving.WeavingFailure;
import sim.metrics.weaving.WeavingReport;
import sim.model.snapshot.Snapshot;

/** A drain that ends on its way, as where its thread is stopped: what it has taken is told by the next one. */
@SuppressWarnings({"deprecation", "removal"})
class DrainingTest {
    private static final Error STOPPED = new ThreadDeath();
    /** What a probe that was never ended is reported to, by the drain that finds its thread dead. */
    private static final PrintStream STOPPING = new PrintStream(OutputStream.nullOutputStream()) {
        @Override
        public void println(String line) {
            throw STOPPED;
        }
    };

    @Test
    void whatWasTakenIsToldByTheNext() throws Exception {
        Runs runs = new Runs("meters=wall,probes.strict=true,events=all");
        onThread(() -> call(runs, "before", 7));
        onThread(() -> {
            call(runs, "dying", 5);
            runs.metering.fire("sold", java.util.Map.of());
            runs.metering.createContext("work", "");
            runs.site("open").begin();
            runs.metering.context().begin(runs.name("test.hand"));
        });
        onThread(() -> call(runs, "after", 3));
        PrintStream before = System.err;
        System.setErr(STOPPING);
        try {
            assertThatThrownBy(runs.metering::drain).isSameAs(STOPPED);
        } finally {
            System.setErr(before);
        }
        Snapshot next = runs.drain();
        assertThat(runs.row("before").count()).isEqualTo(7);
        assertThat(runs.row("dying").count()).isEqualTo(5);
        assertThat(runs.row("after").count()).isEqualTo(3);
        assertThat(next.invocations()).hasSize(15);
        assertThat(next.events()).hasSize(1);
        assertThat(next.kinds()).singleElement().satisfies(kind -> assertThat(kind.contexts()).isEqualTo(1));
        assertThat(runs.counter("calls.lost")).as("the call that was open").isEqualTo(1);
        assertThat(runs.counter("probes.lost")).isEqualTo(1);
        assertThat(runs.drain().isEmpty()).as("and by that one alone").isTrue();
        assertThat(runs.counter("calls.lost")).isEqualTo(1);
    }

    /** All runtimes of a JVM have one report of what was not woven: that of a rehearsal took what nobody was told then. */
    @Test
    void aRehearsalLeavesToTheRuntimeWhatTheJvmTells() {
        Runs rehearsed = new Runs("");
        rehearsed.metering.rehearse();
        WeavingReport.ofJvm().failed(WeavingFailure.VERIFY, "shop.Order", "of the test");
        assertThat(rehearsed.drain().events()).isEmpty();
        assertThat(new Runs("").drain().events()).filteredOn(each -> each.name().equals("sim.weaving.failed"))
                .anySatisfy(each -> assertThat(each.values()).containsEntry("class", "shop.Order"));
    }

    /** Latches, and the file of remembered names, take time: calls meanwhile are not those of the next interval. */
    @Test
    void whatIsCalledWhileNamesAreTriedAgainBelongsToTheSnapshot() throws Exception {
        Runs runs = new Runs(
                "meters=wall,hotspot.threshold=1h,hotspot.threshold.inherent=1h,hotspot.initial=30,hotspot.retrial=0s");
        call(runs, "cold", 100);
        runs.drain();
        ProbeSite cold = runs.site("cold");
        call(runs, "cold", 1_000); // its trial ends, and another one is due
        Snapshot[] taken = new Snapshot[1];
        Thread drains = new Thread(() -> taken[0] = runs.metering.drain());
        drains.setDaemon(true);
        synchronized (cold.latch()) { // as if to open it took long
            drains.start();
            await().until(() -> drains.getState() == Thread.State.BLOCKED);
            call(runs, "dear", 5);
        }
        drains.join();
        assertThat(taken[0].rows()).filteredOn(row -> row.count() == 5).hasSize(1);
    }

    @Test
    void aQueueKeepsWhatCouldNotBeTaken() {
        Bounded<String> queue = new Bounded<>(3);
        queue.offer("a");
        queue.offer("b");
        queue.offer("c");
        List<String> taken = new ArrayList<>();
        assertThatThrownBy(() -> queue.drain(element -> {
            if (element.equals("b")) {
                throw STOPPED;
            }
            taken.add(element);
        })).isSameAs(STOPPED);
        assertThat(queue.offer("d")).isTrue();
        assertThat(queue.offer("e")).as("there are three again").isFalse();
        queue.drain(taken);
        assertThat(taken).containsExactly("a", "b", "c", "d");
        assertThat(queue.dropped()).isEqualTo(1);
    }

    private static void onThread(Runnable work) throws InterruptedException {
        Thread thread = new Thread(work, "metered");
        thread.start();
        thread.join();
    }

    private static void call(Runs runs, String member, int times) {
        ProbeSite site = runs.site(member);
        for (int i = 0; i < times; i++) {
            site.end(site.begin(), null);
        }
    }
}
