package sim.metrics.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.name.AppendOnlyList;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.model.snapshot.NodeEntry;

/**
 * The application's call tree, of at most {@code limit} places in use. Its memory is bounded by twice as many places and candidates: a place stays when it is no
 * longer in use. It bends before it is full:
 *
 * <pre>
 *  places made
 *  up to a quarter    every caller and name has a place
 *  from 1/4 on        a recursive call, direct or not, counts at the place of its outermost call
 *  from 1/2 on        a call of one method by another of the same circle ({@link Cycles}) counts below the outermost of the circle
 *  places in use
 *  from 3/4 on        a new caller and name is a candidate: it counts under {@code [other]}, at one flat place for its name.
 *                     The last quarter is for candidates that turn out dear ({@link Candidates}), and for entry points
 * </pre>
 *
 * A place is in use until no call has ended there for four drains ({@link UnusedPlaces}). Once places and candidates together are one and a quarter of the limit, candidates go at which no call
 * has ended for as long. Once they are twice the limit, new callers and names count under {@code [other]}; then candidates that take next to nothing go too, and there is room for others again. Places never
 * go: if there are twice as many of them as the limit, new callers and names count under {@code [other]} for as long as the JVM runs.
 * Counts and self times per name stay exact. Threads that meet new places share this object's lock. The collector's thread takes it for a few
 * stores for each candidate that gets its place or goes.
 */
public final class CallTree {
    private final AppendOnlyList<NodeEntry> entries = new AppendOnlyList<>();
    private final Candidates candidates = new Candidates(this);
    /** Made when they are needed: a small program loads no class for them. */
    private UnusedPlaces unusedPlaces;
    private Cycles cycles;
    /** Callers of names that count under {@code [other]} because there is no room for a candidate. Under the lock. */
    private final List<Node> turnedAway = new ArrayList<>();
    private final AtomicLong folded = new AtomicLong();
    private final int limit;
    private final Node root;
    private final Names names;
    private Node other;
    private volatile int places;
    /** How many of these make room for others: see {@link UnusedPlaces}. */
    private volatile int unused;
    /** Whether a drain whose settling has failed had done with the candidates. Only the collector's thread uses it. */
    private boolean areCandidatesSettled;
    /** Of how many changes {@link #settle} has told. Only the collector's thread uses it. */
    private long told;
    /** The sum of what is left of allowances. */
    private volatile int setAside;
    private volatile long recursions;

    public CallTree(int limit, Names names) {
        this.limit = limit;
        this.names = names;
        this.root = new Node(this, 0, 0, null, names.other(), true, false);
    }

    /** Above all nodes; has no numbers. */
    public Node root() {
        return root;
    }

    /** How many callers and names were counted under {@code [other]}, including those that got a place since. Those that went are counted again when they are met again. */
    public long folded() {
        return folded.get();
    }

    /** How many of these got a place, because they turned out dear. */
    public long settled() {
        return candidates.settled();
    }

    /** How many callers and names count at the place of an outer call of the name, or below that of a call that is in a circle with it. */
    public long recursions() {
        return recursions;
    }

    /** The id of a node's name. Without a lock. */
    public int nameOf(int node) {
        return entries.get(node - 1).name();
    }

    /** The id of a node's caller, 0 for none. Without a lock. */
    public int callerOf(int node) {
        return entries.get(node - 1).parent();
    }

    /** Whether calls at a node are outermost on their thread. Without a lock. */
    public boolean isOutermost(int node) {
        return entries.get(node - 1).parent() == 0;
    }

    /** Nodes with an id greater than {@code id}. Without a lock. */
    public List<NodeEntry> after(int id) {
        return entries.after(id);
    }

    /**
     * Adds what candidates gained to their places, gives a place to those that turned out dear, lets go of those that nobody calls, and ends circles that are gone. Called by the collector's thread after all
     * ledgers were drained. If it fails, the next call with the same gain goes on with what is left.
     *
     * @return whether any of that happened since this last returned: threads then look up their calls in progress anew
     */
    public boolean settle(Gathering gathering) {
        if (!areCandidatesSettled) {
            candidates.settle(gathering);
            areCandidatesSettled = true;
        }
        if (2 * places >= limit) {
            unusedPlaces = unusedPlaces == null ? new UnusedPlaces() : unusedPlaces;
            unused = unusedPlaces.count(gathering::eachPlace, entries.size(), this::isOther);
        }
        boolean any = endCycles() | candidates.changes() > told;
        areCandidatesSettled = false;
        told = candidates.changes();
        return any;
    }

    /**
     * Candidates meet the collector's thread. Where there is room for more, those that found none are looked up anew at their next call.
     *
     * @return whether there are such
     */
    synchronized boolean meetCandidates() {
        candidates.meet();
        if (turnedAway.isEmpty() || made() >= mostForCandidates() - limit / 16) {
            return false;
        }
        for (Node each : turnedAway) {
            each.hasTurnedAway = false;
            each.forget(Node::isFlat);
        }
        if (cycles != null) {
            cycles.forgetGone();
        }
        turnedAway.clear();
        return true;
    }

    /** Whether callers count under {@code [other]} because there is no room for a candidate. */
    synchronized boolean turnsAway() {
        return !turnedAway.isEmpty();
    }

    int limit() {
        return limit;
    }

    /** Whether candidates that nobody calls are to make room. */
    synchronized boolean isCrowded() {
        return 4 * made() >= 5L * limit;
    }

    /** Calls of a candidate count under {@code [other]} from now on, also those in progress. */
    synchronized void letGo(Node candidate) {
        candidate.go(flat(candidate.name));
    }

    /** Candidates that are gone are met anew at their next call. */
    void forget(List<Node> gone) {
        for (Node each : gone) {
            forget(each);
        }
        synchronized (this) {
            if (cycles != null) {
                cycles.forgetGone();
            }
        }
    }

    /** The same for all candidates of one caller. */
    private synchronized void forget(Node gone) {
        if (gone.parent.find(gone.name) == gone) {
            gone.parent.forget(Node::isGone);
        }
    }

    private synchronized boolean endCycles() {
        return cycles != null && cycles.end();
    }

    /** Whether a place is one of those under {@code [other]}, or {@code [other]} itself. Without a lock. */
    boolean isOther(int node) {
        Node flat = other;
        return flat != null && (node == flat.id || entries.get(node - 1).parent() == flat.id);
    }

    /** How many places are left for candidates that turn out dear. A sixteenth of all stays for entry points. */
    int left() {
        return limit - limit / 16 - inUse() - setAside;
    }

    private int inUse() {
        return places - unused;
    }

    /** How many places and candidates there are: threads keep tallies for twice as many as there may be places in use. Under the lock. */
    private long made() {
        return places - candidates.settled() + candidates.size();
    }

    synchronized Node add(Node parent, Name name, boolean isBranch) {
        Node known = parent.find(name);
        if (known != null) {
            return known;
        }
        Node node = choose(parent, name, isBranch);
        if (parent != other) {
            parent.put(node);
        }
        return node;
    }

    /**
     * Gives a candidate a place, and an allowance of further ones for what it calls. If it fails, nothing has changed.
     *
     * @param allowance of none yet
     */
    synchronized void settle(Node candidate, Allowance allowance, int more) {
        Node[] none = Node.noChildren();
        int id = entries.size() + 1;
        entries.add(new NodeEntry(id, candidate.parent.id, names.idOf(candidate.name)));
        // stores alone from here on
        places++;
        setAside += more;
        allowance.left = more;
        candidate.settle(id, allowance, none);
    }

    /** Others may have what is left of an allowance. */
    synchronized void revoke(Allowance allowance) {
        setAside -= allowance.left;
        allowance.left = 0;
    }

    private Node choose(Node parent, Name name, boolean isBranch) {
        if (parent.isOther()) {
            return flat(name);
        }
        Node outermost = isBranch || 4 * places < limit ? null : parent.outermost(name);
        if (outermost != null) {
            recursions++;
            cycles().fold(parent, outermost);
            return outermost;
        }
        Node around = isBranch || cycles == null || 2 * places < limit ? null : cycles.outermost(parent, name);
        if (around != null && around != parent) {
            recursions++;
            cycles.aside(parent, around);
            return add(around, name, false);
        }
        if (hasPlace(parent)) {
            Node node = create(parent, name, isBranch, false);
            places++;
            node.allowance = parent.allowance;
            return node;
        }
        folded.incrementAndGet();
        Node flat = flat(name);
        if (made() < mostForCandidates()) {
            return candidates.add(flat, parent, isBranch);
        }
        if (!parent.hasTurnedAway) {
            turnedAway.add(parent);
            parent.hasTurnedAway = true;
        }
        return flat;
    }

    /** So many places and candidates there may be for another candidate: what dear ones call finds places however many come. */
    private long mostForCandidates() {
        return 2L * limit - limit / 8;
    }

    private Cycles cycles() {
        if (cycles == null) {
            cycles = new Cycles();
        }
        return cycles;
    }

    /** Entry points of threads take of the last quarter too, and of the last sixteenth of all, because nothing is left to see of a thread without one. */
    private boolean hasPlace(Node parent) {
        if (inUse() < limit - limit / 4 && made() < limit + limit / 2) {
            return true;
        }
        if (parent == root) {
            return inUse() < limit && made() < 2L * limit;
        }
        Allowance allowance = parent.allowance;
        if (allowance == null || allowance.left == 0 || made() >= 2L * limit - limit / 16) {
            return false;
        }
        allowance.left--;
        setAside--;
        return true;
    }

    private Node flat(Name name) {
        Node above = nameless();
        Node flat = above.find(name);
        if (flat == null) {
            flat = create(above, name, false, true);
            above.put(flat);
        }
        return flat;
    }

    /** The place {@code [other]} itself. */
    synchronized Node nameless() {
        if (other == null) {
            other = create(root, names.other(), false, true);
        }
        return other;
    }

    private Node create(Node parent, Name name, boolean isBranch, boolean isOther) {
        int id = entries.size() + 1;
        Node node = new Node(this, id, id, parent, name, isBranch, isOther);
        entries.add(new NodeEntry(node.id, parent.id, names.idOf(name)));
        return node;
    }

    /** Makes a candidate for a slot. Called under the lock. */
    Node candidate(int slot, Node flat, Node parent, boolean isBranch) {
        return new Node(this, flat.id, slot, parent, flat.name, isBranch, true);
    }
}
