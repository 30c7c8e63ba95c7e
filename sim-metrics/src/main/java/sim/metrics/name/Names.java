package sim.metrics.name;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.snapshot.NameEntry;

/**
 * The dictionary of names. Bounded: a program that makes up names without end gets {@code [other]} for the rest, and
 * the rest is counted. Any thread; never on the path of a call.
 */
public final class Names {
    private final Map<String, Map<String, Name>> byOwner = new ConcurrentHashMap<>();
    private final List<NameEntry> entries = new ArrayList<>();
    private final AtomicLong overflowed = new AtomicLong();
    private final int limit;
    private final Name other;

    public Names(int limit) {
        this.limit = limit;
        this.other = add("", "[other]");
    }

    /** The one name of that owner and member. */
    public Name intern(String owner, String member) {
        Map<String, Name> members = byOwner.get(owner);
        Name name = members == null ? null : members.get(member);
        return name != null ? name : add(owner, member);
    }

    /** The name for everything past a bound. */
    public Name other() {
        return other;
    }

    /** How often a name was refused for the bound. */
    public long overflowed() {
        return overflowed.get();
    }

    /** Entries with an id greater than {@code id}. */
    public synchronized List<NameEntry> after(int id) {
        return List.copyOf(entries.subList(Math.min(id, entries.size()), entries.size()));
    }

    private synchronized Name add(String owner, String member) {
        Map<String, Name> members = byOwner.get(owner);
        Name known = members == null ? null : members.get(member);
        if (known != null) {
            return known;
        }
        if (entries.size() >= limit) {
            overflowed.incrementAndGet();
            return other;
        }
        Name name = new Name(entries.size() + 1, owner, member);
        entries.add(new NameEntry(name.id, owner, member));
        byOwner.computeIfAbsent(owner, ignored -> new ConcurrentHashMap<>(4)).put(member, name);
        return name;
    }
}
