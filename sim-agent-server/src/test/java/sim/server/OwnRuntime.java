package sim.server;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import sim.base.config.Options;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;

/** A runtime of the test's own, whose figures are shipped as a collector ships them. */
public final class OwnRuntime {
    private static final int ONE_IN_SO_MANY = MeasureGroup.EVERY | Scorecard.ONE_IN - 1 << Scorecard.GROUPS;

    private final Metering metering;

    public OwnRuntime(String options) {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        metering = new Metering(Options.load(options, properties));
    }

    public ProbeSite site(String member) {
        return metering.site("own.Program", member);
    }

    /** One of which one call in so many is read. */
    public ProbeSite sampled(String member) {
        ProbeSite site = site(member);
        site.card().read(ONE_IN_SO_MANY);
        return site;
    }

    /** A call, with what it does. */
    public static void call(ProbeSite site, Runnable inside) {
        Object begun = site.begin();
        inside.run();
        site.end(begun, null);
    }

    /** So many places of other names, one call each. */
    public void fill(int places) {
        for (int i = 0; i < places; i++) {
            call(site("other" + i), () -> {});
        }
    }

    /** Is busy for so long. */
    public static void spin(long micros) {
        long until = System.nanoTime() + micros * 1_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    /** All of it, as of now. */
    public Batch batch() {
        List<TreeRow> rows = metering.drain().rows(); // a candidate may get its place by that
        return new Batch(1, Batches.now() - 10_000_000, Batches.now() - 1_000_000, metering.namesAfter(0),
                metering.nodesAfter(0), rows, List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), Map.of());
    }
}
