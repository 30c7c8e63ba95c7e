package sim.context;

import java.util.function.IntUnaryOperator;
import sim.base.lending.Lent;

/**
 * Gives a call that found its context's table full a row, if it is worth one. A quarter of the places gives way at a time, so that the
 * search for those that explain least is seldom. Any thread.
 */
final class Admission {
    private static final int PART = 4;

    /** Takes those that give way into the sums of a kind. */
    interface Others {
        /** @param stay by slot: which stay in the table, and are not taken */
        void add(Kind kind, PlaceTable table, boolean[] stay);
    }

    private final Others others;
    private final Chooser[] choosers = new Chooser[Math.min(16, 2 * Runtime.getRuntime().availableProcessors())];

    Admission(Others others, IntUnaryOperator callers) {
        this.others = others;
        for (int i = 0; i < choosers.length; i++) {
            choosers[i] = new Chooser(callers);
        }
    }

    /** Makes a row for a call. Returns whether there is one now. */
    boolean admit(PlaceTable table, Kind kind, int node, long beginTick, long self, boolean error) {
        if (!table.admits(beginTick, self, error)) {
            return false;
        }
        if (!table.hasRoom()) {
            giveWay(table, kind, node, beginTick);
        }
        table.enter(node, beginTick);
        return true;
    }

    private void giveWay(PlaceTable table, Kind kind, int node, long beginTick) {
        Chooser chooser = Lent.anyOf(choosers);
        int moves = table.moves;
        try {
            int size = table.size();
            boolean[] stay = chooser.least.of(table, size - Math.max(1, size / PART), node);
            table.moves = moves + 1; // before any change of the table, because the loan of the kind's book is a fence
            others.add(kind, table, stay);
            table.closeUp();
            table.wasFull(beginTick, chooser.least.floor());
        } finally {
            table.moves = moves + 2;
            chooser.held = 0;
        }
    }

    private static final class Chooser extends Lent {
        final Least least;

        Chooser(IntUnaryOperator callers) {
            this.least = new Least(callers);
        }
    }
}
