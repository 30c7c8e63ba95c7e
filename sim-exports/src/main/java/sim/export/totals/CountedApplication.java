package sim.export.totals;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import sim.wire.Batch;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.InstanceTotals;

/** An application while it is counted. It is the lock of its totals and of its instances: two applications never wait for each other. */
final class CountedApplication {
    /** Guarded by this object, as the others are. */
    private final ApplicationTotals totals;
    /** Batches that were stored while nobody counted. */
    private long missed;
    /** Whether it is forgotten: who still has it at hand counts nothing, and takes no series that nobody would give back. */
    private boolean ended;

    CountedApplication(ApplicationTotals totals, long missed) {
        this.totals = totals;
        this.missed = missed;
    }

    String name() {
        return totals.name();
    }

    /**
     * Notes what the store knows of an instance that begins.
     *
     * @param bornMillis when the totals began
     * @return whether that is news
     */
    synchronized boolean opened(InstanceTotals of, long lastSequence, int lastNode, long bornMillis, long now) {
        boolean isBehind = lastSequence > of.lastSequence();
        if (isBehind) { // the server was killed, or nobody knows how many of its batches are older than the totals
            boolean isNewer = of.lastSequence() > 0 || of.startMicros() / 1_000 >= bornMillis;
            missed += isNewer ? lastSequence - of.lastSequence() : 0;
            of.stored(lastSequence, now);
            if (!ended) {
                of.forget(); // places that nobody told are read from the store
            }
        }
        of.stored(of.lastSequence(), now); // it is here
        if (!ended && !of.isPlaced() && lastNode == 0) {
            of.placed();
        }
        return isBehind;
    }

    /**
     * Gives an instance up for others: whoever still has it at hand counts nothing.
     *
     * @return up to which of its batches is counted
     */
    synchronized long giveUp(InstanceTotals of) {
        of.giveUp();
        return of.lastSequence();
    }

    synchronized boolean isPlaced(InstanceTotals of) {
        return of.isPlaced();
    }

    synchronized void placed(InstanceTotals of, List<Place> places, long now) {
        if (ended) {
            return;
        }
        of.placed();
        for (Place each : places) {
            of.placeOf(each.node(), each.parent(), each.name(), InstanceTotals.isSplit(each.owner())
                    ? null
                    : totals.method(each.owner(), each.member(), now));
        }
    }

    /**
     * Counts a batch that was stored, once: not one that a hello has told of before, which is among those that are missed.
     *
     * @return whether it is accounted for
     */
    synchronized boolean count(InstanceTotals of, Batch batch, long now) {
        if (ended || of.isGivenUp()) {
            return false;
        }
        if (batch.sequence() > of.lastSequence()) {
            of.stored(batch.sequence(), now); // first: if it fails half way it is left out, and not missed as well
            totals.count(of, batch.contents(), now);
        }
        return true;
    }

    /** By how many bytes one of its instances grew; one that was given up does not any more. */
    synchronized long grown(InstanceTotals of) {
        return of.isGivenUp() ? 0 : of.grown();
    }

    /** Gives the dictionary of one of its instances up. */
    synchronized void forgetPlaces(InstanceTotals of) {
        if (!ended) {
            of.forget();
        }
    }

    synchronized long[] claims() {
        return totals.claims();
    }

    synchronized void leave(int quota) {
        if (!ended) {
            totals.leave(quota);
        }
    }

    synchronized void enter(int quota, long now) {
        if (!ended) {
            totals.enter(quota, now);
        }
    }

    /** Nothing counts in it any more. Its methods are no places of the instances that count in another one from now on. */
    synchronized void end(Collection<InstanceTotals> others) {
        ended = true;
        totals.release();
        others.forEach(InstanceTotals::forget);
    }

    /** The application and some of its instances as they are at one moment, into what is read. */
    synchronized void copyInto(ReadTotals copy, Collection<InstanceTotals> itsInstances) {
        List<InstanceTotals> copies = new ArrayList<>();
        itsInstances.forEach(each -> copies.add(each.copy()));
        copy.add(totals.copy(), copies, missed);
    }
}
