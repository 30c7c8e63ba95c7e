package sim.agent.idle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.base.name.Name;
import sim.metrics.hotspot.Scorecard;

/**
 * Which classes were loaded without some of their probes and are to have them again, and which of these are to lose them once more, because their names are off. A class waits until no
 * name of it was switched off lately, and twice as long each time it was changed before. On one thread.
 */
final class IdlePlan {
    /** Classes that are kept in mind. */
    static final int MOST = 10_000;
    private static final int MOST_DOUBLINGS = 6;
    private static final long SECOND = 1_000_000;
    /** How often a class that somebody asked for is put off while it runs: half a minute in all. */
    private static final int PATIENCE = 5;

    private final long idleMicros;
    private final Map<Name, Type> types = new HashMap<>();

    /**
     * A class that is to be changed.
     *
     * @param type     its name
     * @param out      names of all methods whose probes are to be out then
     * @param cards    of the names this is for
     * @param isBack   whether probes are to be put back
     * @param isAsked  whether somebody asked for that
     * @param isForced whether that has waited long enough for none of its methods to run
     */
    record Change(Name type, Set<String> out, List<Scorecard> cards, boolean isBack, boolean isAsked,
            boolean isForced) {
        /** Its binary name. */
        String owner() {
            return type.toString();
        }
    }

    private static final class Type {
        Set<String> out = Set.of();
        /** When it may be changed again. */
        long notBefore;
        int changes;
        int refusals;
        boolean stays;
    }

    private static final class Names {
        final Set<String> off = new HashSet<>();
        final List<Scorecard> fresh = new ArrayList<>();
        final List<Scorecard> back = new ArrayList<>();
        final Set<String> out = new HashSet<>();
        boolean isAsked;
        long lastOff = Long.MIN_VALUE;
    }

    /** @param idleMicros how long a name has to be off */
    IdlePlan(long idleMicros) {
        this.idleMicros = idleMicros;
    }

    /** What is to be changed now: first what is to be put back. */
    List<Change> changes(List<Scorecard> idle, long now) {
        List<Change> back = new ArrayList<>();
        List<Change> out = new ArrayList<>();
        grouped(idle).forEach((name, names) -> {
            Type type = leftOut(name, names.out);
            if (type == null && types.size() >= MOST || type != null && type.stays) {
                return;
            }
            long notBefore = type == null ? now : type.notBefore;
            if (!names.back.isEmpty()) {
                if (now >= notBefore || type.refusals == 0) {
                    boolean isForced = names.isAsked && type.refusals >= PATIENCE;
                    back.add(new Change(name, kept(type.out, names.off), names.back, true, names.isAsked, isForced));
                }
            } else if (!names.fresh.isEmpty() && type != null && type.changes > 0 && now >= notBefore
                    && now - names.lastOff >= idleMicros) {
                out.add(new Change(name, names.off, names.fresh, false, false, false));
            }
        });
        back.addAll(out);
        return back;
    }

    /** A class that was loaded without some of its probes: they are out, and nothing was changed yet. */
    private Type leftOut(Name name, Set<String> out) {
        Type type = types.get(name);
        if (type == null && !out.isEmpty() && types.size() < MOST) {
            type = new Type();
            types.put(name, type);
        }
        if (type != null && type.changes == 0 && !out.isEmpty()) {
            type.out = Set.copyOf(out);
        }
        return type;
    }

    private static Map<Name, Names> grouped(List<Scorecard> idle) {
        Map<Name, Names> grouped = new LinkedHashMap<>();
        for (Scorecard card : idle) {
            Name type = card.name().getPrefix();
            if (type == null) {
                continue; // a probe by hand
            }
            Names names = grouped.computeIfAbsent(type, first -> new Names());
            if (card.isOut()) {
                names.out.add(card.name().getValue());
            }
            long since = card.offSince();
            if (since == Long.MAX_VALUE) {
                names.back.add(card);
                names.isAsked |= card.isAsked();
            } else {
                names.off.add(card.name().getValue());
                if (!card.isOut()) {
                    names.fresh.add(card);
                }
                names.lastOff = Math.max(names.lastOff, since);
            }
        }
        return grouped;
    }

    private static Set<String> kept(Set<String> out, Set<String> off) {
        Set<String> kept = new HashSet<>(out);
        kept.retainAll(off);
        return kept;
    }

    /** It is being changed. */
    void begin(Change change) {
        types.computeIfAbsent(change.type, first -> new Type()).out = Set.copyOf(change.out);
    }

    /** It was changed. */
    void done(Change change, long now) {
        Type type = types.get(change.type);
        type.refusals = 0;
        type.notBefore = now + (idleMicros << Math.min(type.changes++, MOST_DOUBLINGS));
        change.cards.forEach(card -> card.setOut(change.out.contains(card.name().getValue())));
    }

    /** A method of it runs: it is asked for again later. */
    void putOff(Change change, long now) {
        Type type = types.computeIfAbsent(change.type, first -> new Type());
        type.notBefore = now + (SECOND << Math.min(type.refusals++, MOST_DOUBLINGS));
    }

    /** It is none of the program's, has no such probes, or cannot be changed: it stays as it is from now on. */
    void leave(Change change) {
        Type type = types.computeIfAbsent(change.type, first -> new Type());
        type.stays = true;
        type.out = Set.of();
        change.cards.forEach(card -> card.setOut(false));
    }
}
