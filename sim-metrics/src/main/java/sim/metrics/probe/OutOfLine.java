package sim.metrics.probe;

/**
 * Never loaded, null wherever it is passed. The compilers do not inline a method that has a class in its signature which is
 * not loaded: it stays one call, and what calls it stays small as machine code, whichever of them is compiled first.
 *
 * <p>For the ends and begins of probes that need not be objects, which they are as soon as one of their methods is not
 * inlined where they are used; and what once was compiled into 2,500 bytes of machine code (625 on paths that are seldom
 * taken) is not. With all they do inlined into them that depended on what was compiled first: one JVM in ten allocated a
 * probe at each call. The call gained is 1 to 2 ns. Should the class be loaded, by somebody who lists methods, that is so
 * again, and all else is as it was.
 */
public final class OutOfLine {
    private OutOfLine() {}
}
