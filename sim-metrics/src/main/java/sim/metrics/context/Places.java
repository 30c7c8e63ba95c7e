package sim.metrics.context;

import java.util.List;
import sim.metrics.meter.Meter;
import sim.metrics.snapshot.TreeRow;

/**
 * What a context's calls came to, place by place of the call tree, so that figures can be asked for one context. Open
 * addressing by node id; a bounded number of places, further calls are counted as left out (the context's own sums still
 * have them). One writer at a time; the collector's thread may read beside it and then sees sums while they move.
 */
final class Places {
    private static final int TOTAL = 0;
    private static final int SELF = 1;
    private static final int MAX = 2;

    private final int limit;
    private Place[] table = new Place[8];
    private int size;
    private long leftOut;

    Places(int limit) {
        this.limit = limit;
    }

    /** Adds a finished call. Returns whether something had to be allocated: at a place's first call. */
    boolean add(int node, int[] meters, int present, long[] deltas, long[] inner, boolean error) {
        Place place = find(node);
        boolean isNew = place == null;
        if (isNew) {
            place = create(node);
            if (place == null) {
                leftOut++;
                return false;
            }
        }
        long[] sums = place.sums;
        for (int meter : meters) {
            int at = meter * 3;
            long delta = deltas[meter];
            sums[at + TOTAL] += delta;
            sums[at + SELF] += delta - inner[meter];
            if (delta > sums[at + MAX]) {
                sums[at + MAX] = delta;
            }
        }
        place.present |= present;
        if (error) {
            place.errors++;
        }
        place.count++;
        return isNew;
    }

    void addAll(Places other) {
        for (Place theirs : other.table) {
            if (theirs == null) {
                continue;
            }
            Place place = find(theirs.node);
            if (place == null) {
                place = create(theirs.node);
            }
            if (place == null) {
                leftOut += theirs.count;
            } else {
                place.add(theirs);
            }
        }
        leftOut += other.leftOut;
    }

    /** Adds a row for each place. */
    void rows(List<TreeRow> into) {
        for (Place place : table) {
            if (place != null && place.count > 0) {
                into.add(place.row());
            }
        }
    }

    /** Calls at places past the bound. */
    long leftOut() {
        return leftOut;
    }

    private Place find(int node) {
        Place[] places = table;
        int mask = places.length - 1;
        for (int at = node & mask;; at = at + 1 & mask) {
            Place place = places[at];
            if (place == null || place.node == node) {
                return place;
            }
        }
    }

    private Place create(int node) {
        if (size >= limit) {
            return null;
        }
        if (++size * 2 > table.length) {
            Place[] larger = new Place[table.length * 2];
            for (Place known : table) {
                if (known != null) {
                    insert(larger, known);
                }
            }
            table = larger;
        }
        Place place = new Place(node);
        insert(table, place);
        return place;
    }

    private static void insert(Place[] places, Place place) {
        int mask = places.length - 1;
        int at = place.node & mask;
        while (places[at] != null) {
            at = at + 1 & mask;
        }
        places[at] = place;
    }

    private static final class Place {
        final int node;
        /** Total, self and largest of each meter, by its ordinal. */
        final long[] sums = new long[Meter.COUNT * 3];
        long count;
        long errors;
        int present;

        Place(int node) {
            this.node = node;
        }

        void add(Place other) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] = i % 3 == MAX ? Math.max(sums[i], other.sums[i]) : sums[i] + other.sums[i];
            }
            count += other.count;
            errors += other.errors;
            present |= other.present;
        }

        TreeRow row() {
            long[][] parts = new long[3][Meter.COUNT];
            for (int i = 0; i < sums.length; i++) {
                parts[i % 3][i / 3] = Math.max(0, sums[i]);
            }
            return new TreeRow(node, count, errors, present, parts[TOTAL], parts[SELF], parts[MAX], new long[0]);
        }
    }
}
