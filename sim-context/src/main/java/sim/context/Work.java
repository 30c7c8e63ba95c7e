package sim.context;

import java.util.ArrayList;
import java.util.List;
import sim.model.rows.ContextRows;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Rest;
import sim.model.snapshot.Stay;
import sim.model.text.Text;

/** The work of a context in stays that have ended: their sums, their packed places, and their times. Guarded by the context's lock. */
final class Work {
    private static final long[] NOTHING = new long[Meter.COUNT];
    /** Heap bytes of packed places beside what is packed. */
    private static final int LATER = 48;

    private Stay stay;
    /** Null unless there was more than one stay. */
    private Stays stays;
    private long calls;
    private long errors;
    private int present;
    /** Null for no work. Never changed after a record refers to it. */
    private long[] totals;
    private boolean told;
    private ContextRows rows = ContextRows.NONE;
    /** Those of later stays, not yet added to {@link #rows}, and how many; null for none. */
    private List<ContextRows> later;
    private int laterRows;
    private Rest rest;
    /** The bound that left the first of these calls without a place; null for none. */
    private String leftOutBy;
    /** Bytes that were taken of the contexts' memory. */
    private int charged;

    long errors() {
        return errors;
    }

    /** Whether it has no places, and no calls elsewhere. */
    boolean isEmpty() {
        return rows.isEmpty() && rest == null;
    }

    /** How many calls it has at no place. */
    long leftOut() {
        return rest == null ? 0 : rest.calls();
    }

    /** Notes which bound left calls without a place. */
    void leftOutBy(String bound) {
        leftOutBy = leftOutBy == null ? bound : leftOutBy;
    }

    String leftOutBy() {
        return leftOutBy;
    }

    /** How many places it has, each stay's for themselves. */
    int size() {
        return rows.size() + laterRows;
    }

    boolean hasLater() {
        return later != null;
    }

    /** Whether the packed places of one more stay can wait to be added up: so that each is unpacked a few times, however many stays there are. */
    boolean canWait(int places) {
        return laterRows + places <= Math.max(PlaceTable.SMALL, rows.size());
    }

    /** Adds a stay. */
    void add(Scope scope, long endMicros) {
        Stay added = new Stay(scope.thread, scope.startMicros, endMicros, 1);
        if (stay == null && stays == null) {
            stay = added;
        } else {
            if (stays == null) {
                stays = new Stays();
                stays.add(stay);
                stay = null;
            }
            stays.add(added);
        }
    }

    /** Adds a scope's sums without its places. */
    void addSums(Scope scope) {
        if (told && totals != null && scope.totals != null) {
            totals = totals.clone();
            told = false;
        }
        // from here on nothing is called: the stack may be full
        calls += scope.calls;
        errors += scope.errors;
        present |= scope.present;
        if (totals == null) {
            totals = scope.totals; // the scope forgets the array
        } else if (scope.totals != null) {
            for (int i = 0; i < totals.length; i++) {
                totals[i] += scope.totals[i];
            }
        }
    }

    /** Replaces the packed places. Returns by how many bytes they have grown. */
    int replace(ContextRows packed, Rest left) {
        int more = packed.length() - rows.length() + restBytes(left) - restBytes(rest);
        for (int i = 0; later != null && i < later.size(); i++) {
            more -= later.get(i).length() + LATER;
        }
        rows = packed;
        rest = left;
        later = null;
        laterRows = 0;
        return more;
    }

    /** Adds the packed places of one more stay. Returns by how many bytes it has grown. */
    int addLater(ContextRows packed, Rest left) {
        Rest all = rest == null ? left : left == null ? rest : sum(rest, left);
        int more = restBytes(all) - restBytes(rest);
        if (!packed.isEmpty()) {
            if (later == null) {
                later = new ArrayList<>(2);
            }
            later.add(packed);
            laterRows += packed.size();
            more += packed.length() + LATER;
        }
        rest = all;
        return more;
    }

    private static Rest sum(Rest a, Rest b) {
        return new Rest(a.calls() + b.calls(), a.errors() + b.errors(), a.selfNanos() + b.selfNanos(),
                a.places() + b.places());
    }

    private static int restBytes(Rest of) {
        return of == null ? 0 : 48;
    }

    /** Notes how much was taken of the contexts' memory. */
    void charge(int bytes) {
        charged += bytes;
    }

    /** Returns the bytes that were taken; the caller gives them back. */
    int release() {
        int bytes = charged;
        charged = 0;
        return bytes;
    }

    /** Adds the packed places to a table. */
    void unpack(PlaceTable into) {
        into.addAll(rows);
        for (int i = 0; later != null && i < later.size(); i++) {
            into.addAll(later.get(i));
        }
        if (rest != null) {
            into.leftOut().add(rest.calls(), rest.errors(), rest.selfNanos(), rest.places());
        }
    }

    /** The present record. The sums of open scopes are read while they change. */
    ContextRecord record(Context context, Scope open, long endMicros, String error, Packing packing,
            boolean again) {
        long allCalls = calls;
        long allErrors = errors;
        int allPresent = present;
        long[] sums = totals == null ? NOTHING : totals;
        Stays threads = null;
        ContextRows all = rows;
        Rest left = rest;
        if (open == null) {
            told = true;
        } else {
            sums = sums.clone();
            threads = stays == null ? new Stays() : stays.copy();
            if (stay != null) {
                threads.add(stay);
            }
            PlaceTable places = packing.another();
            unpack(places);
            for (Scope scope = open; scope != null; scope = scope.next) {
                if (scope.isVoid()) {
                    continue;
                }
                allCalls += scope.calls;
                allErrors += scope.errors;
                allPresent |= scope.present;
                long[] theirs = scope.totals;
                for (int i = 0; theirs != null && i < sums.length; i++) {
                    sums[i] += theirs[i];
                }
                threads.add(new Stay(scope.thread, scope.startMicros, 0, 1));
                PlaceTable at = scope.places;
                if (at != null) {
                    places.addOpen(at);
                }
                places.leftOut().add(scope.leftOut, scope.leftOutErrors, scope.leftOutNanos, 0);
            }
            all = packing.all(places);
            left = places.rest(null);
        }
        return new ContextRecord(context.id(), context.parentId(), context.getName(), context.getTag(),
                Text.name(context.thread()), context.getStart(), endMicros, error, context.valuesToSend(), allCalls,
                allErrors, allPresent, sums, context.trace().high(), context.trace().low(), list(threads), all, left,
                again);
    }

    private List<Stay> list(Stays threads) {
        if (threads == null && stays == null) {
            return stay == null ? List.of() : List.of(named(stay));
        }
        List<Stay> list = new ArrayList<>();
        (threads == null ? stays : threads).list().forEach(each -> list.add(named(each)));
        return list;
    }

    private static Stay named(Stay stay) {
        String thread = Text.name(stay.thread());
        return thread == stay.thread() ? stay : new Stay(thread, stay.startMicros(), stay.endMicros(), stay.times());
    }
}
