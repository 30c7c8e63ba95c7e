package sim.metrics.probe;

import sim.metrics.tree.Node;

/**
 * Keeps totals right where the call tree folds recursion. A folded call counts at the place of an outer call, whose total has it already,
 * and it lies within calls at places between, which are no part of that place's outer path. So each frame keeps what is to be left out of its
 * place's total ({@link Frame#out}):
 *
 * <pre>
 *  stack   a1  ──►  b1  ──►  a2         places   a      total: a1
 *                        folded to a             a/b    total: b1 less a2
 * </pre>
 *
 * The same holds for a call in {@code a2} when that is given up, because its name was switched: its place stays below {@code a}, and it is now in
 * {@code b1}. It is <i>displaced</i>.
 *
 * <p>So it does for a call in a circle of names that counts below the outermost call of the circle: it is <i>aside</i>.
 *
 * <p>At every place the total is then self time and the totals of the places inside. A call that is not recursive pays one comparison. The end
 * of a folded one looks for the outer call's frame: as many frames as the recursion has calls between. Only the stack's thread uses it.
 */
final class Recursion {
    private final FrameStack stack;
    /** What is left out of the call that ends now: of the total of its place; and of the total of its place in its flow context. */
    final long[] atPlace;
    final long[] inContext;

    Recursion(FrameStack stack, int width) {
        this.stack = stack;
        this.atPlace = new long[width];
        this.inContext = new long[width];
    }

    /**
     * Prepares the end of the innermost call. Returns whether something was allocated.
     *
     * @param meters those that may have changed since the call began; of others nothing is left out, or would be
     * @param used by meter, wall time at 0
     */
    boolean prepare(Frame frame, int[] meters, long[] used) {
        boolean allocated = stack.readyToFold();
        long[] out = frame.out;
        for (int meter : meters) {
            atPlace[meter] = out == null ? 0 : out[meter];
            inContext[meter] = atPlace[meter];
        }
        if (frame.folded) {
            Frame outer = outer(stack.depth);
            boolean isInside = outer.node == frame.node;
            boolean isInContext = isInside && outer.scope == frame.scope;
            for (int meter : meters) {
                atPlace[meter] = isInside ? used[meter] : atPlace[meter];
                inContext[meter] = isInContext ? used[meter] : inContext[meter];
            }
        }
        return allocated;
    }

    /**
     * Passes on what was left out, when the call at a position leaves the stack. {@code used} is without the wall time; {@code meters} may have changed since the call began. Where the heap
     * had no room for that nothing is passed on, at no frame: its time is in two totals.
     */
    void leave(int at, int[] meters, long usedWall, long[] used) {
        Frame frame = stack.frames[at];
        if (stack.isFolding) {
            passOn(at, frame, meters, usedWall, used);
        }
        frame.clearOut();
    }

    private void passOn(int at, Frame frame, int[] meters, long usedWall, long[] used) {
        Frame caller = stack.frames[at - 1];
        if (frame.isElsewhere()) {
            Frame outer = outer(at);
            for (int meter : meters) {
                long amount = meter == 0 ? usedWall : used[meter];
                caller.out[meter] += amount;
                outer.out[meter] += frame.out[meter] - amount;
            }
            outer.folds = true;
        } else {
            for (int meter : meters) {
                caller.out[meter] += frame.out[meter];
            }
        }
        caller.folds = true;
    }

    /**
     * The nearest frame below a position at the place of the call there, or above the place of one that is aside or displaced. If that one was given up, the nearest that is
     * further up the tree. One at a place beside it, however near the root, is not around it: the caller of a call that is aside is such a one.
     */
    private Frame outer(int of) {
        Node place = stack.frames[of].outside();
        int at = of - 1;
        while (at > 0 && !stack.frames[at].node.isAround(place)) {
            at--;
        }
        return stack.frames[at];
    }
}
