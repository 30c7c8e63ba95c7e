package workload;

/**
 * The work every system is measured with, in the shape of the MooBench benchmark: a call that calls itself ten deep, the
 * innermost doing the body. What a system adds to a call is the difference to {@link Recursion} unwoven, over the calls.
 */
public abstract class Shape {
    private int steps;
    private int state = 1;

    /** How much the innermost call does; 0 for nothing. */
    public final void setSteps(int steps) {
        this.steps = steps;
    }

    /** A metered call, and {@code depth - 1} inside it. */
    public abstract long call(int depth);

    /** The body: a chain of dependent multiplications, so that its time does not hang on the clock it is measured by. */
    protected final long work() {
        int x = state;
        for (int i = steps; i > 0; i--) {
            x = 31 * x + (x >>> 7);
        }
        state = x;
        return x;
    }
}
