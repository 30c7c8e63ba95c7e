package sim.instrumentation.data;

/**
 * Never loaded. The compilers do not inline a method that has a class in its signature which is not: it stays one call, and
 * what calls it stays small as machine code, whichever of them is compiled first.
 */
final class OutOfLine {
    private OutOfLine() {}
}
