package sim.base.name;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import sim.model.snapshot.NameEntry;
import sim.model.text.Text;

/**
 * All names, and the dictionary of those that are metered. A name lives as long as something refers to it. The dictionary refers to its
 * names and is bounded: if a program never stops making names, further names are counted, and calls of those that nobody has woven are metered as
 * {@code [other]}. Any thread; on the path of a call only at the first one of its name. Threads that admit names share this object's lock, which the collector's thread never takes.
 */
public final class Names {
    /** The most characters of each part of a name that leave this JVM, because some names are statements of megabytes. */
    private static final int MOST_TEXT = 1_000;

    final ReferenceQueue<Name> dead = new ReferenceQueue<>();

    private final Interned first = new Interned(this, null);
    private final AtomicInteger serials = new AtomicInteger();
    private final AppendOnlyList<Name> metered = new AppendOnlyList<>();
    private final AtomicLong overflowed = new AtomicLong();
    private final AtomicInteger alive = new AtomicInteger();
    private final int limit;
    private final long mostAlive;
    private final Name other;

    public Names(int limit) {
        this(limit, Long.MAX_VALUE);
    }

    /**
     * @param limit     how many names may be metered
     * @param mostAlive above so many names that something refers to it is {@link #isCrowded}
     */
    public Names(int limit, long mostAlive) {
        this.limit = limit;
        this.mostAlive = mostAlive;
        this.other = admit(name("[other]"));
    }

    /** The name with one part. */
    public Name name(String value) {
        return first.get(value);
    }

    /** The name whose parts are separated by dots. */
    public Name parse(String dotted) {
        Objects.requireNonNull(dotted, "value");
        Name name = null;
        int from = 0;
        for (int dot = dotted.indexOf('.'); dot >= 0; dot = dotted.indexOf('.', from)) {
            name = name(name, dotted.substring(from, dot));
            from = dot + 1;
        }
        return name(name, dotted.substring(from));
    }

    /** The name of a class, or of a method in a class, as woven code names it. */
    public Name of(Class<?> type, String member) {
        Name name = parse(GeneratedName.stable(type.getName()));
        name.add(Label.JAVA);
        if (member == null) {
            name.add(Label.CLASS);
            return name;
        }
        Name longer = name.name(member);
        longer.add(Label.JAVA);
        return longer;
    }

    /**
     * Takes a name into the dictionary before something is metered under it. Returns it, or {@link #other} when the
     * dictionary is full.
     */
    public synchronized Name admit(Name name) {
        if (name.id != 0) {
            return name;
        }
        if (metered.size() >= limit) {
            overflowed.incrementAndGet();
            return other;
        }
        name.id = metered.size() + 1; // before anybody finds it there
        boolean isAdded = false;
        try {
            metered.add(name);
            isAdded = true;
        } finally {
            if (!isAdded) { // heap or stack is full, and the next name gets this number
                name.id = 0;
            }
        }
        return name;
    }

    /** Whether there are so many names, metered or not, that those of code that never runs take too much of the heap. */
    public boolean isCrowded() {
        return alive.get() >= mostAlive;
    }

    /** The name for everything past a bound. */
    public Name other() {
        return other;
    }

    /** The id of a metered name: from 1, without gaps. */
    public int idOf(Name name) {
        return name.id;
    }

    /** How often a name was refused because of the bound. */
    public long overflowed() {
        return overflowed.get();
    }

    /** Entries with an id greater than {@code id}; long texts are cut. Without a lock. */
    public List<NameEntry> after(int id) {
        List<NameEntry> entries = new ArrayList<>();
        for (Name name : metered.after(id)) {
            entries.add(new NameEntry(name.id, cut(name.owner()), cut(name.getValue()), name.isSynchronized()));
        }
        return entries;
    }

    private static String cut(String text) {
        return Text.cut(text, MOST_TEXT);
    }

    /** A name has come, or has gone. */
    void count(int more) {
        alive.getAndAdd(more);
    }

    int nextSerial() {
        return serials.incrementAndGet();
    }

    void forgetTheDead() {
        for (Reference<? extends Name> gone = dead.poll(); gone != null; gone = dead.poll()) {
            ((Interned.Weak) gone).forget();
        }
    }

    private Name name(Name prefix, String value) {
        return prefix == null ? name(value) : prefix.name(value);
    }
}
