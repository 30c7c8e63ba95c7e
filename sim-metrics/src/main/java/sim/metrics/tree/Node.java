package sim.metrics.tree;

import java.util.function.Predicate;
import sim.base.name.Name;
import sim.metrics.feature.Place;

/**
 * A place in the application's call tree. The structure is shared by all threads; places stay, and candidates that nobody calls any more go. The numbers are in each
 * thread's {@link Tally}, found by {@link #slot}.
 */
public final class Node implements Place {
    /**
     * The place at which calls here count: from 1, without gaps; 0 is the root. A candidate has that of its name under {@code [other]}
     * until it gets one of its own. Written under the tree's lock only; who reads an earlier one counts the call where it counted before.
     */
    public int id;
    public final Node parent;
    public final Name name;
    /** Where ledgers look for its tally: the id, or below 0 for what began as a candidate. A candidate that is gone leaves its slot to another. */
    final int slot;
    /** How far below the root. */
    public final int depth;
    /** Whether recursion is not folded past it: what is called below the text of a split stays below that text. */
    final boolean isBranch;
    /** The allowance by which places below it are made past the share of newcomers; null without one. */
    Allowance allowance;
    /** Of a candidate: the drain that last found calls there, or met it. These two: only the collector's thread uses them. */
    int usedAt;
    /** Whether a call of a candidate has ended. */
    boolean hasEnded;
    /** Whether a name called from here counts under {@code [other]}, because there was no room for a candidate. Under the tree's lock. */
    boolean hasTurnedAway;
    /** How recursion from here is folded; null if none is. */
    Fold fold;

    private final CallTree tree;
    /**
     * Open addressing by {@link Name#hash}. Replaced or filled only under the tree's lock and then published by this
     * volatile field; a reader that sees an older table finds a hole and asks under the lock. A volatile read is a plain
     * load on x86.
     */
    private volatile Node[] children;
    private int childCount;
    private boolean isOther;
    /** Calls here that were counted in shared books, as long as nobody needs to know of more. Racy: threads may lose a few. */
    private int shared;
    /** Where calls of a candidate count that is gone; null of every other. A thread that sees it late counts a call where it counted before. */
    private Node flat;

    Node(CallTree tree, int id, int slot, Node parent, Name name, boolean isBranch, boolean isOther) {
        this.tree = tree;
        this.id = id;
        this.slot = slot;
        this.parent = parent;
        this.name = name;
        this.depth = parent == null ? 0 : parent.depth + 1;
        this.isBranch = isBranch;
        this.isOther = isOther;
        this.children = noChildren();
    }

    /** The place of a call to {@code called} from here. For a known place, one hash probe and no lock. */
    public Node child(Name called) {
        Node known = find(called);
        return known != null ? known : tree.add(this, called, false);
    }

    @Override
    public int id() {
        return id;
    }

    /** Like {@link #child} for a split of the tree: it is never taken for recursion. */
    @Override
    public Node branch(Name text) {
        Node known = find(text);
        return known != null ? known : tree.add(this, text, true);
    }

    /** The place of calls, whoever makes them, whose names find no room. */
    public Node nameless() {
        return tree.nameless();
    }

    /** Whether calls here count under {@code [other]}. */
    public boolean isOther() {
        return isOther;
    }

    /** Whether it is the place of a name under {@code [other]}, whoever calls it, and no candidate. */
    public boolean isFlat() {
        return isOther && slot >= 0;
    }

    /** Where calls here count from now on: elsewhere only for a candidate that is gone. */
    Node counted() {
        Node instead = flat;
        return instead == null ? this : instead;
    }

    /** Of so many shared books, those that have the one tally of calls here. A candidate's are those of its slot, whatever its name and its id: the next in the slot finds the tally there. */
    public int bookOf(int many) {
        return Math.floorMod(counted().slot, many);
    }

    boolean isGone() {
        return flat != null;
    }

    /** A call here is counted in shared books. */
    public void share() {
        Node place = counted();
        int known = place.shared;
        if (known < Integer.MAX_VALUE) {
            place.shared = known + 1;
        }
    }

    /** Whether so many calls here were counted in shared books. */
    boolean isSharedBy(int calls) {
        return shared >= calls;
    }

    /** The candidate makes room: its calls count under {@code [other]}, as they did. Called under the tree's lock only. */
    void go(Node instead) {
        flat = instead;
    }

    /** A recursive call from here has ended. */
    public void folds() {
        Fold known = fold;
        if (known != null && !known.isUsed) {
            known.isUsed = true;
        }
    }

    /** Whether it is the place itself or one above it. */
    public boolean isAround(Node place) {
        Node at = place;
        while (at.depth > depth) {
            at = at.parent;
        }
        return at == this;
    }

    /** The place here or above, next to the root, that has the name; null if none has. Looks no further up than a branch. */
    Node outermost(Name called) {
        Node found = null;
        for (Node at = this; at != null && !at.isBranch; at = at.parent) {
            if (at.name == called) {
                found = at;
            }
        }
        return found;
    }

    /** A table of no places. */
    static Node[] noChildren() {
        return new Node[4];
    }

    /**
     * Gives a candidate a place of its own. What was called from it is looked up anew. Called under the tree's lock only. Stores alone.
     *
     * @param none a new {@link #noChildren}
     */
    void settle(int place, Allowance with, Node[] none) {
        id = place;
        allowance = with;
        isOther = false;
        childCount = 0;
        children = none;
    }

    /** The same; null if it was not met yet. Makes nothing. */
    public Node find(Name called) {
        Node[] table = children;
        if (table == null) {
            return null;
        }
        int mask = table.length - 1;
        int i = called.hash & mask;
        Node known = table[i];
        while (known != null && known.name != called) {
            i = i + 1 & mask;
            known = table[i];
        }
        return known;
    }

    /** Called under the tree's lock only. */
    void put(Node child) {
        Node[] table = children;
        if (++childCount * 2 > table.length) {
            Node[] larger = new Node[table.length * 2];
            for (Node known : table) {
                if (known != null) {
                    insert(larger, known);
                }
            }
            table = larger;
        }
        insert(table, child);
        children = table;
    }

    /** Forgets the children that a test accepts: what is called from here is looked up anew. Called under the tree's lock only. */
    void forget(Predicate<Node> which) {
        Node[] table = children;
        Node[] left = new Node[table.length];
        int found = 0;
        for (Node known : table) {
            if (known != null && !which.test(known)) {
                insert(left, known);
                found++;
            }
        }
        if (found < childCount) {
            childCount = found;
            children = left;
        }
    }

    private static void insert(Node[] table, Node child) {
        int mask = table.length - 1;
        int i = child.name.hash & mask;
        while (table[i] != null) {
            i = i + 1 & mask;
        }
        table[i] = child;
    }

    /** How recursive calls from one place are folded, and whether they still happen: a circle of names ends when they no longer do. Under the tree's lock but where said. */
    static final class Fold {
        final Node innermost;
        /** Of the places at which such calls count, the one next to the root. */
        Node outermost;
        /** Whether such a call has ended since the collector last looked. Any thread sets it, without a lock: one that is lost comes again. */
        boolean isUsed = true;
        /** The drain that last found it used. */
        int usedAt;

        Fold(Node innermost, Node outermost) {
            this.innermost = innermost;
            this.outermost = outermost;
        }
    }
}
