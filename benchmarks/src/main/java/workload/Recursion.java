package workload;

/** Knows nothing of metering: what is woven or instrumented from outside, and the bare run when it is not. */
public final class Recursion extends Shape {
    @Override
    public long call(int depth) {
        return depth > 1 ? call(depth - 1) : work();
    }
}
