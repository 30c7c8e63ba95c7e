package sim.metrics.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import sim.base.name.AppendOnlyList;

/**
 * Callers and names that came when the call tree was nearly full. Threads keep a tally for each, so that the collector's thread
 * sees at each drain what each of them took, while what it took counts under {@code [other]}. Those that turn out dear get a place, and with
 * it an allowance of places for what they call; and so do cheaper ones, the dearest first, while much is under {@code [other]}. What they took before stays
 * there. However dear all of them are, one drain gives away a part of what is left, so that what comes later finds some.
 */
final class Candidates {
    /** A candidate is dear if it took this part of an interval's wall time, or of its CPU time. */
    private static final double DEAR = 1 / 2000.0;
    /** While more than this part of an interval is under [other], cheaper ones get places. */
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

    private final CallTree tree;
    private final AppendOnlyList<Node> all = new AppendOnlyList<>();
    /** By position: whether a call of it has ended. Only the collector's thread uses it. */
    private boolean[] ended = new boolean[0];
    /** The allowances of the last drain, and of the one before. Only the collector's thread uses them. */
    private List<Allowance> given = new ArrayList<>();
    private List<Allowance> givenBefore = new ArrayList<>();
    /** How many places this drain may still give away. */
    private int toGive;
    /** Whether a settling that has failed had begun: what it may give away is known then. Only the collector's thread uses it. */
    private boolean isBegun;
    private volatile long settled;

    Candidates(CallTree tree) {
        this.tree = tree;
    }

    int size() {
        return all.size();
    }

    long settled() {
        return settled;
    }

    /** Called under the tree's lock. */
    Node add(Node flat, Node parent, boolean isBranch) {
        Node node = tree.candidate(-1 - all.size(), flat, parent, isBranch);
        all.add(node);
        return node;
    }

    /** What a candidate took since the last drain, as a part of what all took. */
    private record Dear(Node node, double part) {}

    void settle(Gathering gathering) {
        if (all.size() == 0) {
            return;
        }
        if (ended.length < all.size()) {
            ended = Arrays.copyOf(ended, all.size() + all.size() / 2);
        }
        if (!isBegun) {
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
        gathering.takeCandidates((key, row) -> {
            int at = -1 - key;
            Node node = all.get(at);
            ended[at] = true;
            if (node.isOther()) {
                Gathering.Use use = Gathering.Use.totalOf(row);
                inside.add(use);
                dear.add(new Dear(node, use.partOf(whole)));
            }
            return node.id;
        });
        Gathering.Use others = gathering.use(tree::isOther);
        gathering.totalsAsSelf(tree::isOther);
        dear.sort(Comparator.comparingDouble(Dear::part).reversed());
        double part = others.partOf(whole);
        if (part - inside.partOf(whole) > UNEXPLAINED) {
            giveUnended(toGive / 2);
        }
        for (Dear each : dear) {
            if (toGive > 0 && (each.part >= DEAR || part > MUCH)) {
                give(each.node, each.part, each.part >= DEAR ? LEAST : LEAST_OF_CHEAPER);
                part -= each.part;
            }
        }
        isBegun = false;
    }

    /** @param most how many places in all */
    private void giveUnended(int most) {
        int before = toGive;
        int found = 0;
        for (int at = 0; at < all.size() && at < ended.length && found < UNENDED && before - toGive < most; at++) {
            if (!ended[at] && all.get(at).isOther()) {
                give(all.get(at), 1.0 / UNENDED, LEAST);
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
    }
}
