package sim.context;

import java.util.ArrayList;
import java.util.List;
import sim.model.rows.ContextRowPacker;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;

/** The sums of the contexts of a kind since the last drain, or of a part of them: see {@link Kinds}. One thread at a time. */
final class KindBook {
    private static final int BYTES = 260;

    private final Kind kind;
    private final PlaceTable places;
    private final PlaceTable rest;
    private final long[] totals = new long[Meter.COUNT];
    private long contexts;
    private long failed;
    private long kept;
    private long wallNanos;
    private long calls;
    private long errors;
    private int present;
    private final DurationTally durations;

    private KindBook(Kind kind, PlaceTable places, PlaceTable rest, ContextMemory memory) {
        this.kind = kind;
        this.durations = new DurationTally(memory);
        this.places = places;
        this.rest = rest;
    }

    /** A book of a kind; null where there is no room. */
    static KindBook create(Kind kind, int[] ordinals, ContextMemory memory) {
        PlaceTable places = PlaceTable.create(PlaceTable.UNBOUNDED, ordinals, memory);
        return places == null ? null : create(kind, places, ordinals, memory);
    }

    /** The same whatever room there is. */
    static KindBook createAnyway(Kind kind, int[] ordinals, ContextMemory memory) {
        return create(kind, PlaceTable.createAnyway(PlaceTable.UNBOUNDED, ordinals, memory), ordinals, memory);
    }

    private static KindBook create(Kind kind, PlaceTable places, int[] ordinals, ContextMemory memory) {
        memory.give(-BYTES);
        return new KindBook(kind, places, PlaceTable.createAnyway(1, ordinals, memory), memory);
    }

    void ended(boolean isFailed, boolean isKept, long nanos) {
        durations.makeRoom(nanos);
        durations.add(nanos); // the last that may fail, so that all of it is counted or nothing
        contexts++;
        failed += isFailed ? 1 : 0;
        kept += isKept ? 1 : 0;
        wallNanos += nanos;
    }

    /** One that was counted has failed. */
    void failed() {
        failed++;
    }

    /**
     * Adds work: the outermost calls of a scope, and all by place.
     *
     * @param more its totals; null where it has no calls
     * @param at its calls by place; null for none
     */
    void add(long moreCalls, long moreErrors, int read, long[] more, PlaceTable at) {
        calls += moreCalls;
        errors += moreErrors;
        present |= read;
        for (int i = 0; more != null && i < totals.length; i++) {
            totals[i] += more[i];
        }
        if (at != null) {
            places.moveAll(at, rest);
        }
    }

    /** Adds the calls at places that give way in their context. */
    void addOthers(PlaceTable of, boolean[] stay) {
        places.moveOthers(of, stay, rest);
    }

    /** Adds a call its context has no place for. */
    void add(int node, int[] meters, int read, long[] deltas, long[] inner, boolean error) {
        if (places.add(node, meters, read, deltas, inner, error) == PlaceTable.FULL) {
            rest.add(0, meters, read, deltas, inner, error);
        }
    }

    /** Adds another book of the same kind, whole or not at all; in a book whose memory has no bound. */
    void addAll(KindBook other) {
        places.makeRoom(other.places);
        rest.makeRoom(other.rest);
        durations.makeRoom(other.durations);
        // nothing is allocated from here on
        contexts += other.contexts;
        failed += other.failed;
        kept += other.kept;
        wallNanos += other.wallNanos;
        calls += other.calls;
        errors += other.errors;
        present |= other.present;
        for (int i = 0; i < totals.length; i++) {
            totals[i] += other.totals[i];
        }
        places.addAll(other.places);
        rest.addAll(other.rest);
        durations.add(other.durations);
    }

    /** How many calls had no place even here. */
    long folded() {
        return rest.size() == 0 ? 0 : rest.count(0);
    }

    Kind kind() {
        return kind;
    }

    KindRecord record(ContextRowPacker packer) {
        if (rest.size() > 0) {
            rest.pack(0, packer);
        }
        places.packByNode(packer);
        return new KindRecord(kind.name, kind.tag, contexts, failed, kept, wallNanos, calls, errors, present, totals,
                packer.take(), durations.longest(), durations.pairs());
    }

    /** Bytes it takes of the contexts' memory. */
    long bytes() {
        return BYTES + places.bytes() + rest.bytes() + durations.bytes();
    }

    static List<KindRecord> records(Iterable<KindBook> books) {
        ContextRowPacker packer = new ContextRowPacker();
        List<KindRecord> records = new ArrayList<>();
        for (KindBook book : books) {
            records.add(book.record(packer));
        }
        return records;
    }
}
