package sim.context;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.lending.Lent;
import sim.model.snapshot.KindRecord;
import sim.model.text.Text;

/**
 * The kinds of contexts, and what each came to since the last drain: exact, however few contexts are kept one by one. The
 * sums are in a few sets of books; whoever has some to add takes one that is free for the length of it, and the collector takes
 * a set just to put an empty one in its place. So a thread waits for no other, and an interval is a set of books.
 */
final class Kinds implements Admission.Others {
    /** What counts all contexts that have no kind of their own. */
    static final String OTHER = "[other]";
    private static final int CACHED = 64;
    private static final KindBook[] NONE = {};

    private final ContextMemory memory;
    private final int[] ordinals;
    private final int limit;
    private final int textLength;
    private final int slowest;
    private final Kind other;
    /** How often it was drained. */
    private volatile int drains;
    private final Map<String, Map<String, Kind>> byName = new ConcurrentHashMap<>();
    /** Replaced when there is one more. */
    private volatile Kind[] all;
    /** By hash of both texts; a race costs a look-up. */
    private final Kind[] cache = new Kind[CACHED];
    private final Shelf[] shelves = new Shelf[Math.min(16, 2 * Runtime.getRuntime().availableProcessors())];
    /** What a drain has in its hands: books of one shelf, and the sums of all. */
    private KindBook[] taken = NONE;
    private final Map<Integer, KindBook> drained = new TreeMap<>();
    private final AtomicLong folded = new AtomicLong();
    private final AtomicLong placesFolded = new AtomicLong();

    /**
     * @param limit kinds there may be
     * @param textLength characters kept of a name or tag
     * @param slowest how many of the slowest of each are kept
     */
    Kinds(int limit, int textLength, int slowest, int[] ordinals, ContextMemory memory) {
        this.slowest = slowest;
        this.other = new Kind(0, OTHER, "", "", "", slowest);
        this.all = new Kind[]{other};
        this.limit = limit;
        this.textLength = textLength;
        this.ordinals = ordinals;
        this.memory = memory;
        for (int i = 0; i < shelves.length; i++) {
            shelves[i] = new Shelf();
        }
    }

    /** The kind of that name and tag. Two comparisons for one of the last. */
    Kind of(String name, String tag) {
        int at = (name.hashCode() * 31 + tag.hashCode()) * 0x9E3779B9 >>> 26;
        Kind cached = cache[at];
        if (cached != null && cached.is(name, tag) && (cached.id != 0 || !cached.isToBeTriedAgain(drains))) {
            return cached;
        }
        return cache[at] = find(name, tag);
    }

    private Kind find(String name, String tag) {
        // cut before they are keys: a name of megabytes is not kept
        String key = name.length() > textLength ? Text.cut(name, textLength) : name;
        String group = tag.length() > textLength ? Text.cut(tag, textLength) : tag;
        Map<String, Kind> tags = byName.get(key);
        Kind known = tags == null ? null : tags.get(group);
        return known != null ? known : create(key, group);
    }

    private synchronized Kind create(String key, String group) {
        Map<String, Kind> tags = byName.get(key);
        Kind known = tags == null ? null : tags.get(group);
        if (known != null) {
            return known;
        }
        Kind[] before = all;
        Kind kind = new Kind(before.length, Text.cut(key, textLength), Text.cut(group, textLength), key, group,
                slowest);
        boolean isOneTooMany = before.length > limit;
        if (isOneTooMany || !memory.take(264 + 8L * slowest + 2L * (key.length() + group.length()))) {
            folded.incrementAndGet();
            // told apart by what it is called, and summed up with the others
            return isOneTooMany
                    ? new Kind(0, kind.name, kind.tag, key, group, 0)
                    : Kind.refused(kind.name, kind.tag, key, group, drains);
        }
        byName.computeIfAbsent(key, any -> new ConcurrentHashMap<>(2)).put(group, kind);
        Kind[] more = Arrays.copyOf(before, before.length + 1);
        more[before.length] = kind;
        all = more;
        return kind;
    }

    /** Whether a context of a kind is one of its slowest since the last drain. Asked once, when it ends. */
    boolean isSlowest(Kind kind, long nanos) {
        return kind.slowest.isOne(nanos, drains);
    }

    /** The one whose contexts are counted together with these. */
    Kind counted(Kind kind) {
        return kind.id == 0 ? other : kind;
    }

    /** Adds a scope's work, unless it is null; and the context that has ended with it, or null for none. */
    void add(Kind kind, Scope scope, Context ended, boolean failed, boolean kept, long nanos) {
        Shelf shelf = Lent.anyOf(shelves);
        try {
            KindBook book = shelf.book(kind);
            if (ended != null) {
                book.ended(failed, kept, nanos);
                ended.inKind = true; // at once: the stack may be at its end
                ended.folded = book.kind() == other;
            }
            if (scope != null) {
                book.add(scope.calls, scope.errors, scope.present, scope.totals, scope.places);
            }
        } finally {
            shelf.held = 0;
        }
    }

    /** Counts a context as failed that was counted when it ended. */
    void failed(Context ended) {
        Shelf shelf = Lent.anyOf(shelves);
        try {
            shelf.book(ended.folded ? other : ended.kind()).failed();
        } finally {
            shelf.held = 0;
        }
    }

    /** Adds the calls at places that give way in a context. */
    @Override
    public void add(Kind kind, PlaceTable of, boolean[] stay) {
        Shelf shelf = Lent.anyOf(shelves);
        try {
            shelf.book(kind).addOthers(of, stay);
        } finally {
            shelf.held = 0;
        }
    }

    /** Adds a call a context has no place for. */
    void add(Kind kind, int node, int[] meters, int read, long[] deltas, long[] inner, boolean error) {
        Shelf shelf = Lent.anyOf(shelves);
        try {
            shelf.book(kind).add(node, meters, read, deltas, inner, error);
        } finally {
            shelf.held = 0;
        }
    }

    /**
     * What each kind came to since the last drain. Where it fails, for want of memory, what was taken is told the next time. The
     * collector's thread only.
     */
    void drain(List<KindRecord> into) {
        addTaken();
        for (Shelf shelf : shelves) {
            shelf.borrowSoon();
            taken = shelf.books;
            shelf.books = NONE;
            shelf.held = 0;
            addTaken();
        }
        into.addAll(KindBook.records(drained.values()));
        drained.values().forEach(book -> placesFolded.addAndGet(book.folded()));
        drained.clear();
        drains++;
        for (Kind kind : all) {
            kind.places = 0;
            kind.failed = 0;
        }
    }

    private void addTaken() {
        for (int i = 0; i < taken.length; i++) {
            KindBook book = taken[i];
            if (book != null) {
                drained.computeIfAbsent(book.kind().id,
                        id -> KindBook.createAnyway(book.kind(), ordinals, new ContextMemory(Long.MAX_VALUE)))
                        .addAll(book);
                taken[i] = null;
                memory.give(book.bytes());
            }
        }
    }

    /** Adds how often a kind, or a place of one, was one too many. */
    void count(Map<String, Long> counters) {
        counters.put("contexts.kinds.folded", folded.get());
        counters.put("contexts.kinds.places.folded", placesFolded.get());
    }

    /** A set of books, of one borrower at a time. */
    private final class Shelf extends Lent {
        /** By the kind's id. */
        KindBook[] books = NONE;

        KindBook book(Kind kind) {
            if (kind.id >= books.length) {
                books = Arrays.copyOf(books, Math.max(kind.id + 1, Math.min(limit, books.length * 2)));
            }
            KindBook book = books[kind.id];
            if (book == null) {
                book = kind.id == 0
                        ? KindBook.createAnyway(other, ordinals, memory)
                        : KindBook.create(kind, ordinals, memory);
                if (book == null) {
                    return book(other);
                }
                books[kind.id] = book;
            }
            return book;
        }
    }
}
