package sim.server.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The call trees of an application's instances: places, numbered so that a caller comes before what it calls. They stand in
 * arrays and are walked without recursion, because a tree may be as deep as it is large. One thread.
 */
final class Forest {
    /** Heap a place takes, in bytes: three arrays and a map, which may all be twice as long as they are full. */
    private static final int BYTES = 72;
    /** Heap a method takes beside the characters of its name, and an instance. */
    private static final int METHOD_BYTES = 200;
    private static final int INSTANCE_BYTES = 200;
    static final int NONE = -1;

    private final Map<String, Integer> instances = new HashMap<>();
    private final LongMap byNode = new LongMap();
    private final Map<Sort.Method, Integer> numbers = new HashMap<>();
    final List<Sort.Method> methods = new ArrayList<>();
    private final BitSet hidden = new BitSet();
    private final BitSet off = new BitSet();
    private final boolean splits;
    private int[] callers = new int[256];
    private int[] methodOf = new int[256];
    /** By place, its number in the store. */
    private int[] nodeOf = new int[256];
    private int size;

    private final Question question;

    /** @param splits whether splitting nodes are shown, or are as their callers */
    Forest(Question question, boolean splits) {
        this.question = question;
        this.splits = splits;
    }

    /** Reads those of the instances that said something in the range, or of all whose contexts are asked for. */
    static Forest read(Question question, Range range, TreePart part) {
        Forest forest = new Forest(question, part.splits());
        if (question.isOfApplication()) {
            forest.readPlaces(range, part);
            return forest;
        }
        boolean ranged = !part.isOfContexts();
        question.each("SELECT n.instance, n.node, n.parent, m.owner, m.member, "
                + NameLevels.IS_OFF + " AND NOT coalesce(?, i.shows_disabled, false) "
                + "FROM nodes n JOIN names m ON m.instance = n.instance AND m.name = n.name "
                + "JOIN instances i ON i.instance = n.instance "
                + "LEFT JOIN scores s ON s.instance = n.instance AND s.name = n.name "
                + "WHERE n.instance IN " + Range.INSTANCES
                + (ranged
                        ? " AND n.instance IN " + question.activeInstances(range)
                        : "")
                + " AND " + Inside.onInstance("n.instance", part.context())
                + " ORDER BY n.instance, n.node", row -> {
                    if (forest.size % 1_024 == 0) {
                        question.reserve(1_024 * BYTES);
                    }
                    forest.add(row.getString(1), row.getInt(2), row.getInt(3), row.getString(4), row.getString(5),
                            row.getBoolean(6));
                }, range.after(part.disabled()));
        return forest;
    }

    /** Reads the places of the application; a name is off where it is so in one of the instances with rows in the range. */
    private void readPlaces(Range range, TreePart part) {
        question.each(
                "SELECT p.place, p.parent, p.owner, p.member, o.owner IS NOT NULL FROM places p LEFT JOIN (SELECT "
                        + "DISTINCT m.owner, m.member FROM scores s JOIN names m ON m.instance = s.instance AND m.name = s.name "
                        + "JOIN instances i ON i.instance = s.instance WHERE " + NameLevels.IS_OFF + " AND "
                        + "i.application = ? AND NOT coalesce(?, i.shows_disabled, false) AND s.instance IN "
                        + question.activeInstances(range) + ") o ON o.owner = p.owner AND "
                        + "o.member = p.member WHERE p.application = ? ORDER BY p.place",
                row -> {
                    if (size % 1_024 == 0) {
                        question.reserve(1_024 * BYTES);
                    }
                    add("", row.getInt(1), row.getInt(2), row.getString(3), row.getString(4), row.getBoolean(5));
                }, range.application(), part.disabled(), range.application());
    }

    /** Reads those of all its instances, or of those that a filter leaves, or of the application where sums are its own, whatever is hidden elsewhere, splits too. */
    static Forest readAll(Question question, Range range, ContextFilter filter) {
        Forest forest = new Forest(question, true);
        Question.Row add = row -> {
            if (forest.size % 1_024 == 0) {
                question.reserve(1_024 * BYTES);
            }
            forest.add(row.getString(1), row.getInt(2), row.getInt(3), row.getString(4), row.getString(5), false);
        };
        if (question.isOfApplication()) {
            question.each("SELECT '', place, parent, owner, member FROM places WHERE application = ? ORDER BY place",
                    add,
                    range.application());
        } else {
            question.each("SELECT n.instance, n.node, n.parent, m.owner, m.member FROM nodes n JOIN names m ON "
                    + "m.instance = n.instance AND m.name = n.name WHERE n.instance IN " + Range.INSTANCES
                    + " AND " + Inside.onInstance("n.instance", filter) + " ORDER BY n.instance, n.node", add,
                    range.with());
        }
        return forest;
    }

    void add(String instance, int node, int parent, String owner, String member, boolean isOff) {
        if (size == callers.length) {
            callers = Arrays.copyOf(callers, size * 2);
            methodOf = Arrays.copyOf(methodOf, size * 2);
            nodeOf = Arrays.copyOf(nodeOf, size * 2);
        }
        int known = instances.computeIfAbsent(instance, added -> {
            question.reserve(INSTANCE_BYTES + Question.bytes(instance));
            return instances.size();
        });
        callers[size] = byNode.get(key(known, parent));
        methodOf[size] = numbers.computeIfAbsent(new Sort.Method(owner, member), added -> {
            question.reserve(METHOD_BYTES + Question.bytes(owner) + Question.bytes(member));
            methods.add(added);
            return methods.size() - 1;
        });
        hidden.set(size, !splits && owner.startsWith(Sort.Method.SPLIT));
        off.set(size, isOff);
        nodeOf[size] = node;
        byNode.put(key(known, node), size++);
    }

    private static long key(int instance, int node) {
        return (long) instance << 32 | node & 0xffffffffL;
    }

    /** The place of an instance's node, or {@link #NONE}. */
    int find(String instance, int node) {
        Integer known = instances.get(instance);
        return known == null ? NONE : byNode.get(key(known, node));
    }

    int size() {
        return size;
    }

    /** The caller, or {@link #NONE} at the top. */
    int caller(int place) {
        return callers[place];
    }

    int method(int place) {
        return methodOf[place];
    }

    /** Whether a place is {@code [other]}, below which stands what found no place of its own. */
    boolean isOther(int place) {
        return methods.get(method(place)).equals(Explained.OTHER);
    }

    /** Whether it is a splitting node that is not to be shown: its numbers are its caller's too. */
    boolean isHidden(int place) {
        return hidden.get(place);
    }

    /** Whether its name is switched off now, and may be folded with others. */
    boolean isOff(int place) {
        return off.get(place);
    }

    /** The method of each place, or {@link #NONE} where it is hidden. */
    int[] byMethod() {
        int[] groups = Arrays.copyOf(methodOf, size);
        for (int place = hidden.nextSetBit(0); place >= 0; place = hidden.nextSetBit(place + 1)) {
            groups[place] = NONE;
        }
        return groups;
    }

    /** By group, the number in the store of the one of its places that has figures; 0 where several have, or none. */
    int[] numbers(int[] groups, PlaceSums places) {
        int[] numbers = new int[Arrays.stream(groups).max().orElse(NONE) + 1];
        BitSet several = new BitSet();
        for (int place = 0; place < size; place++) {
            int group = groups[place];
            if (group == NONE || places.figures(place) == null || several.get(group)) {
                continue;
            }
            several.set(group, numbers[group] != 0);
            numbers[group] = several.get(group) ? 0 : nodeOf[place];
        }
        return numbers;
    }

    /**
     * Those of some places that have none of them in the same group above: their totals are part of no other's.
     *
     * @param groups the group of each place
     */
    BitSet outermost(int[] groups, int count, BitSet places) {
        BitSet outermost = new BitSet(size);
        int[] open = new int[count];
        walk(new Visitor() {
            @Override
            public void enter(int place) {
                if (counts(place) && open[groups[place]]++ == 0) {
                    outermost.set(place);
                }
            }

            @Override
            public void leave(int place) {
                if (counts(place)) {
                    open[groups[place]]--;
                }
            }

            private boolean counts(int place) {
                return places.get(place) && groups[place] != NONE;
            }
        });
        return outermost;
    }

    /** Visits each place before and after all that it calls. */
    void walk(Visitor visitor) {
        int[] first = new int[size];
        int[] next = new int[size];
        Arrays.fill(first, NONE);
        int top = NONE;
        for (int place = size - 1; place >= 0; place--) {
            if (callers[place] == NONE) {
                next[place] = top;
                top = place;
            } else {
                next[place] = first[callers[place]];
                first[callers[place]] = place;
            }
        }
        int place = top;
        while (place != NONE) {
            visitor.enter(place);
            int down = first[place];
            while (down == NONE && place != NONE) { // up, until there is a neighbour
                visitor.leave(place);
                down = next[place];
                place = down == NONE ? callers[place] : place;
            }
            place = down;
        }
    }

    /** What is done at each place. */
    interface Visitor {
        void enter(int place);

        void leave(int place);
    }
}
