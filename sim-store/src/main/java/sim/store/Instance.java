package sim.store;

import java.util.List;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.wire.Batch;
import sim.wire.Hello;

/**
 * What the store has of an instance, kept in memory so that a batch is checked without a query. Immutable; a group of
 * batches makes new ones, which count once the group is committed.
 *
 * @param lastSequence the last batch stored, 0 for none
 * @param lastName the names stored are 1 to this
 * @param lastNode the nodes stored are 1 to this
 * @param counters a hash of the counters stored, so that the same ones are not stored again; 0 for none
 * @param secretHash see {@link SecretHash}; null for none
 * @param application whose process it is
 * @param clock how the application's clock differs from the server's
 * @param startedMicros when it started, by its own clock
 * @param totals what its platform's measures that only grow stood at with its last batch
 */
record Instance(long lastSequence, int lastName, int lastNode, long counters, String secretHash,
        String application, ClockDifference clock, long startedMicros, PlatformTotals totals) {
    static Instance of(Hello hello) {
        return new Instance(0, 0, 0, 0, SecretHash.of(hello.secret()), hello.application(),
                ClockDifference.UNKNOWN, hello.startMicros(), PlatformTotals.NONE);
    }

    Instance withNames(int lastName) {
        return new Instance(lastSequence, lastName, lastNode, counters, secretHash, application, clock,
                startedMicros, totals);
    }

    Instance withNodes(int lastNode) {
        return new Instance(lastSequence, lastName, lastNode, counters, secretHash, application, clock,
                startedMicros, totals);
    }

    Instance with(ClockDifference clock) {
        return new Instance(lastSequence, lastName, lastNode, counters, secretHash, application, clock,
                startedMicros, totals);
    }

    /** What its platform's measures stood at before a batch. */
    PlatformTotals before(Batch batch) {
        return lastSequence == 0 ? PlatformTotals.first(batch, startedMicros) : totals;
    }

    /** @param aside why the last batch is not stored; empty where it is */
    Known known(String aside) {
        return new Known(lastSequence, lastName, lastNode, aside);
    }

    /**
     * The instance once the batch is stored.
     *
     * @param counters their hash, 0 if it brought none
     */
    Instance with(Batch batch, long counters, ClockDifference clock) {
        return new Instance(batch.sequence(), Math.max(lastName, lastName(batch)), Math.max(lastNode, lastNode(batch)),
                counters == 0 ? this.counters : counters, secretHash, application, clock, startedMicros,
                before(batch).after(batch));
    }

    private static int lastName(Batch batch) {
        List<NameEntry> names = batch.names();
        return names.isEmpty() ? 0 : names.get(names.size() - 1).id();
    }

    private static int lastNode(Batch batch) {
        List<NodeEntry> nodes = batch.nodes();
        return nodes.isEmpty() ? 0 : nodes.get(nodes.size() - 1).id();
    }
}
