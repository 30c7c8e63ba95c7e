package sim.metrics.tree;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;
import sim.base.name.Name;
import sim.base.name.Names;

/**
 * {@link Node#child}: looked up without a lock in a table that another thread fills or replaces. Fails on any hardware when
 * the look-up under the lock is left out. That a node seen through the race is whole rests on its final fields, which only
 * weaker hardware would show.
 */
@JCStressTest
@Description("Threads that meet the same places at once get the same nodes, one a place.")
@Outcome(id = "true, 4", expect = ACCEPTABLE, desc = "One node for each of four places: the table grew at the third.")
@Outcome(expect = FORBIDDEN, desc = "A place has two nodes, or one that was lost.")
@State
public class OneNodeAPlace {
    private static final Names NAMES = new Names(10);
    private static final Name A = NAMES.name("a");
    private static final Name B = NAMES.name("b");
    private static final Name C = NAMES.name("c");

    private final CallTree tree = new CallTree(10, NAMES);
    private final Node[] one = new Node[4];
    private final Node[] other = new Node[4];

    @Actor
    public void oneThread() {
        Node root = tree.root();
        one[0] = root.child(A);
        one[1] = root.child(B);
        one[2] = root.child(C);
        one[3] = one[2].child(A);
    }

    @Actor
    public void anotherThread() {
        Node root = tree.root();
        other[2] = root.child(C);
        other[3] = other[2].child(A);
        other[1] = root.child(B);
        other[0] = root.child(A);
    }

    @Arbiter
    public void compare(ZI_Result result) {
        result.r1 = java.util.Arrays.equals(one, other) && one[3].parent == one[2];
        result.r2 = tree.after(0).size();
    }
}
