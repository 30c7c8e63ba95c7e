package extended;

import java.util.concurrent.ThreadLocalRandom;
import org.jinspired.probes.Probes;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * Does what extensions see: threads that call nested places, woven (as weaving calls them) and by hand in turn, allocate,
 * wait, recurse, lose ends and leave something open. Arguments: threads, rounds. Prints its call tree.
 */
public final class Work {
    private static final ProbeSite ROUND = Metering.runtime().site("work.Round", "run");
    private static final ProbeSite LEAF = Metering.runtime().site("work.Leaf", "call");
    private static final Probes.Name STEP = Probes.name("with.a.dot").name("step");
    private static final Probes.Name DESCEND = Probes.parse("work.descend");
    private static final Probes.Name ITEMS = Probes.parse("items");
    static volatile Object sink;

    private Work() {}

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> work(Integer.parseInt(args[1])), "worker\t" + t);
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Probes.begin(Probes.parse("work.open"));
        work(2);
        Rows.print();
    }

    private static void work(int rounds) {
        for (int i = 0; i < rounds; i++) {
            ROUND.begin();
            Probes.Probe step = Probes.begin(STEP);
            Probes.context().counter(ITEMS).inc(i);
            sink = new byte[ThreadLocalRandom.current().nextInt(2_000)];
            for (int leaf = 0; leaf < 3; leaf++) {
                LEAF.begin();
                LEAF.end();
            }
            step.end();
            descend(i % 7);
            if (i % 10 == 3) {
                // an end that never comes, of either kind: the round's end closes them
                LEAF.begin();
                Probes.begin(STEP);
            }
            if (i % 20 == 5) {
                pause();
            }
            ROUND.end();
        }
    }

    private static void descend(int depth) {
        Probes.Probe probe = Probes.begin(DESCEND);
        if (depth > 0) {
            descend(depth - 1);
        }
        probe.end();
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
