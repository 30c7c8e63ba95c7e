package sim.metrics.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Callers and names that came when the call tree was nearly full. Threads keep a tally for each, so that the collector's thread
 * sees at each drain what each of them took, while what it took counts under {@code [other]}. Those that turn out dear get a place, and with
 * it an allowance of places for what they call; and so do cheaper ones, the dearest first, while much is under {@code [other]} of candidates. What they took before stays
 * there. However dear all of them are, one drain gives away a part of what is left, so that what comes later finds some.
 *
 * <p>While the tree has little room for more, those at which no call has ended for some drains go: their slots are for others, and a caller and name that is met again is a
 * candidate anew.
 */
final class Candidates {
    /** A candidate is dear if it took this part of an interval's wall time, or of its CPU time. */
    private static final double DEAR = 1 / 2000.0;
    /** While candidates explain more than this part of an interval under [other], cheaper ones get places. */
    private static final double MUCH = 1 / 400.0;
    /** If this part of an interval is under [other] and no call of a candidate explains it, the calls that took it have not ended yet. */
    private static final double UNEXPLAINED = 1 / 200.0;
    /** That many candidates without an ended call then get a place at a drain, the oldest first. */
    private static final int UNENDED = 32;

    /** The least allowance: a call is seldom dear by itself. Of a cheaper one. */
    private static final int LEAST = 16;
    private static final int LEAST_OF_CHEAPER = 2;
    /** One drain gives away one in so many of the places that are left. */
    private static final int PART = 2;
    /** Candidates at which no call has ended for so many drains go. While callers are turned away, so do those that took next to nothing for as long. */
    private static final int DRAINS = 4;
    /** Next to nothing: what each of so many times the limit would take. */
    private static final int MANY = 8;

    private final CallTree tree;
    /** Those that the collector's thread has not met. This and the slots: under the tree's lock. */
    private final List<Node> newcomers = new ArrayList<>();
    /** Slots that were ever in use, and those that are free again. */
    private int slots;
    private int[] free = new int[0];
    private int freed;
    /** Those without a place, the oldest first. From here on, only the collector's thread uses it. */
    private final List<Node> waiting = new ArrayList<>();
    /** Those that went at the last drain. Their slots are free at the next: until then threads look up their calls in progress anew. */
    private final List<Node> going = new ArrayList<>();
    private int drains;
    /** The allowances of the last drain, and of the one before. Only the collector's thread uses them. */
    private List<Allowance> given = new ArrayList<>();
    private List<Allowance> givenBefore = new ArrayList<>();
    /** How many places this drain may still give away. */
    private int toGive;
    /** Whether a settling that has failed had begun: what it may give away is known then. Only the collector's thread uses it. */
    private boolean isBegun;
    private volatile long settled;
    /** How often threads had a reason to look up their calls in progress anew. */
    private long changes;

    Candidates(CallTree tree) {
        this.tree = tree;
    }

    /** How many have a slot, with those that got a place. Called under the tree's lock. */
    int size() {
        return slots - freed;
    }

    long settled() {
        return settled;
    }

    /** Increases whenever threads have a reason to look up their calls in progress anew. Only the collector's thread asks. */
    long changes() {
        return changes;
    }

    /** Called under the tree's lock. */
    Node add(Node flat, Node parent, boolean isBranch) {
        Node node = tree.candidate(freed > 0 ? free[freed - 1] : -1 - slots, flat, parent, isBranch);
        newcomers.add(node);
        // stores alone from here on
        if (freed > 0) {
            freed--;
        } else {
            slots++;
        }
        return node;
    }

    /** Meets newcomers, and lets others have the slots of those that went: threads have been told of it since. Called by the collector's thread, under the tree's lock. */
    void meet() {
        for (Node each : newcomers) {
            each.usedAt = drains;
        }
        waiting.addAll(newcomers);
        newcomers.clear();
        if (freed + going.size() > free.length) {
            free = Arrays.copyOf(free, freed + 2 * going.size());
        }
        for (Node each : going) {
            free[freed++] = each.slot;
        }
        going.clear();
    }

    /** What a candidate took since the last drain, as a part of what all took. */
    private record Dear(Node node, double part) {}

    void settle(Gathering gathering) {
        if (!isBegun) {
            changes += tree.meetCandidates() ? 1 : 0;
            if (slots == 0) {
                return;
            }
            drains++;
            List<Allowance> none = new ArrayList<>();
            givenBefore.forEach(tree::revoke);
            givenBefore = given;
            given = none;
            toGive = tree.left() / PART;
            isBegun = true;
        }
        List<Dear> dear = new ArrayList<>();
        Gathering.Use whole = gathering.use(place -> true);
        Gathering.Use inside = new Gathering.Use();
        double least = tree.turnsAway() ? 1.0 / MANY / tree.limit() : -1;
        gathering.takeCandidates((node, row) -> {
            node.hasEnded = true;
            if (node.isOther() && !node.isGone()) {
                Gathering.Use use = Gathering.Use.totalOf(row);
                double part = use.partOf(whole);
                inside.add(use);
                node.usedAt = part > least ? drains : node.usedAt;
                if (part > 0) { // who took nothing is not dear, however much is under [other]
                    dear.add(new Dear(node, part));
                }
            }
            return node.id;
        });
        Gathering.Use others = gathering.use(tree::isOther);
        gathering.totalsAsSelf(tree::isOther);
        dear.sort(Comparator.comparingDouble(Dear::part).reversed());
        double explained = inside.partOf(whole);
        double part = others.partOf(whole);
        if (part - explained > UNEXPLAINED) {
            giveUnended(toGive / 2);
        }
        double left = Math.min(part, explained); // what callers took that were turned away, no place of a candidate would show
        for (Dear each : dear) {
            if (toGive > 0 && (each.part >= DEAR || left > MUCH)) {
                give(each.node, each.part, each.part >= DEAR ? LEAST : LEAST_OF_CHEAPER);
                left -= each.part;
            }
        }
        waiting.removeIf(node -> !node.isOther());
        if (tree.isCrowded()) {
            letGo();
        }
        isBegun = false;
    }

    /** Splits stay: who records payloads holds them until the recording ends. If it fails, the next call goes on with what is left. */
    private void letGo() {
        for (Node each : waiting) {
            if (drains - each.usedAt >= DRAINS && !each.isBranch && !each.isGone()) {
                going.add(each);
                tree.letGo(each);
                changes++;
            }
        }
        waiting.removeIf(Node::isGone);
        if (!going.isEmpty()) {
            tree.forget(going);
        }
    }

    /** @param most how many places in all */
    private void giveUnended(int most) {
        int before = toGive;
        int found = 0;
        for (int at = 0; at < waiting.size() && found < UNENDED && before - toGive < most; at++) {
            Node node = waiting.get(at);
            if (!node.hasEnded && node.isOther()) {
                give(node, 1.0 / UNENDED, LEAST);
                found++;
            }
        }
    }

    /** @param least the least allowance */
    private void give(Node node, double part, int least) {
        int more = Math.min(toGive - 1, Math.max(least, (int) (toGive * Math.min(1, part))));
        Allowance allowance = new Allowance();
        given.add(allowance); // first what may fail: who has it in hand can revoke it
        tree.settle(node, allowance, more);
        toGive -= 1 + more;
        settled++;
        changes++;
    }
}
