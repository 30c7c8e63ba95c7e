package sim.metrics.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import sim.base.name.AppendOnlyList;

/**
 * Callers and names that came when the call tree was nearly full. Threads keep a tally for each, so that the collector's thread
 * sees at each drain what each of them took, while what it took counts under {@code [other]}. Those that turn out dear get a place, and with
 * it an allowance of places for what they call. What they took before stays under {@code [other]}.
 */
final class Candidates {
    /** A candidate is dear if it took this part of an interval's wall time, or of its CPU time. */
    private static final double DEAR = 1 / 2000.0;
    /** If this part of an interval is under [other] and no call of a candidate explains it, the calls that took it have not ended yet. */
    private static final double UNEXPLAINED = 1 / 200.0;
    /** That many candidates without an ended call then get a place at a drain, the oldest first. */
    private static final int UNENDED = 32;

    /** The least allowance: a call is seldom dear by itself. */
    private static final int LEAST = 16;

    private final CallTree tree;
    private final AppendOnlyList<Node> all = new AppendOnlyList<>();
    /** By position: whether a call of it has ended. Only the collector's thread uses it. */
    private boolean[] ended = new boolean[0];
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

    boolean settle(Gathering gathering) {
        if (all.size() == 0) {
            return false;
        }
        if (ended.length < all.size()) {
            ended = Arrays.copyOf(ended, all.size() + all.size() / 2);
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
                double part = use.partOf(whole);
                if (part >= DEAR) {
                    dear.add(new Dear(node, part));
                }
            }
            return node.id;
        });
        Gathering.Use others = gathering.use(tree::isOther);
        gathering.totalsAsSelf(tree::isOther);
        dear.sort(Comparator.comparingDouble(Dear::part).reversed());
        long before = settled;
        for (Dear each : dear) {
            give(each.node, each.part);
        }
        if (others.partOf(whole) - inside.partOf(whole) > UNEXPLAINED) {
            giveUnended();
        }
        return settled > before;
    }

    private void giveUnended() {
        int given = 0;
        for (int at = 0; at < all.size() && at < ended.length && given < UNENDED; at++) {
            if (!ended[at] && all.get(at).isOther()) {
                give(all.get(at), 1.0 / UNENDED);
                given++;
            }
        }
    }

    /** At most half of what is left goes to the candidates of one drain: others may turn out dear later. */
    private void give(Node node, double part) {
        int left = tree.left();
        if (left > 0) {
            tree.settle(node, Math.max(LEAST, (int) (left * Math.min(1, part) / 2)));
            settled++;
        }
    }
}
