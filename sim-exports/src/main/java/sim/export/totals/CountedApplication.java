package sim.export.totals;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.InstanceTotals;

/** An application while it is counted. It is the lock of its totals and of its instances: two applications never wait for each other. */
final class CountedApplication {
    /** Guarded by this object. */
    final ApplicationTotals totals;
    /** Batches that were stored while nobody counted. Guarded by this object. */
    private long missed;

    CountedApplication(ApplicationTotals totals, long missed) {
        this.totals = totals;
        this.missed = missed;
    }

    /**
     * Notes what the store knows of an instance that begins.
     *
     * @return whether that is news
     */
    synchronized boolean opened(InstanceTotals of, long lastSequence, int lastNode, long now) {
        boolean isBehind = of.lastSequence() > 0 && lastSequence > of.lastSequence();
        if (isBehind) { // the server was killed
            missed += lastSequence - of.lastSequence();
            of.stored(lastSequence, now);
        }
        if (!of.isPlaced() && lastNode == 0) {
            of.placed();
        }
        return isBehind;
    }

    synchronized boolean isPlaced(InstanceTotals of) {
        return of.isPlaced();
    }

    synchronized void placed(InstanceTotals of, List<Place> places, long now) {
        of.placed();
        for (Place each : places) {
            of.placeOf(each.node(), each.parent(), each.name(), InstanceTotals.isSplit(each.owner())
                    ? null
                    : totals.method(each.owner(), each.member(), now));
        }
    }

    /** The application and some of its instances as they are at one moment, into what is read. */
    synchronized void copyInto(ReadTotals copy, Collection<InstanceTotals> itsInstances) {
        List<InstanceTotals> copies = new ArrayList<>();
        itsInstances.forEach(each -> copies.add(each.copy()));
        copy.add(totals.copy(), copies, missed);
    }
}
