package sim.metrics.weaving;

import sim.model.packed.Numbered;

/** Why a class could not be woven. Each has a counter of its own, {@code weaving.failed.<label>}. */
public enum WeavingFailure implements Numbered {
    /** The woven class would not have passed the JVM's verifier. */
    VERIFY(0, "verify"),
    /** No stack map frames could be computed for the woven code. */
    FRAMES(1, "frames"),
    /** A method would have exceeded the JVM's 64 KB, or the class its constant pool. */
    TOO_LARGE(2, "too.large"),
    /** The weaver needs a type that cannot be found. */
    MISSING_TYPE(3, "missing.type"),
    /** The weaver threw something else. */
    THREW(4, "threw"),
    /** The class was compiled with aspects that are in no {@code aop.xml}. */
    ASPECTS_LOST(5, "aspects.lost"),
    /** The class or its loader sees another AspectJ runtime than SIM's, or none. */
    RUNTIME(6, "runtime"),
    /** The application's class is in a package of SIM's own. */
    PACKAGE(7, "package"),
    /** The agent came while the program ran, and what the class needs can only be woven as it is loaded. */
    ATTACHED(8, "attached"),
    /** A payload probe or script asks for a method that is not there, or cannot be changed. */
    PROBE(9, "probe"),
    /** The probes of names that are off could not be taken out of a loaded class, or put back. */
    IDLE(10, "idle");

    private final int number;
    private final String label;

    WeavingFailure(int number, String label) {
        this.number = number;
        this.label = label;
    }

    @Override
    public int number() {
        return number;
    }

    /** Lower case, words joined by dots. */
    public String label() {
        return label;
    }
}
