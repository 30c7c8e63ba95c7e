package sim.metrics.weaving;

/** Why a class could not be woven. Each has a counter of its own, {@code weaving.failed.<label>}. */
public enum WeavingFailure {
    /** The woven class would not have passed the JVM's verifier. */
    VERIFY("verify"),
    /** No stack map frames could be computed for the woven code. */
    FRAMES("frames"),
    /** A method would have exceeded the JVM's 64 KB, or the class its constant pool. */
    TOO_LARGE("too.large"),
    /** The weaver needs a type that cannot be found. */
    MISSING_TYPE("missing.type"),
    /** The weaver threw something else. */
    THREW("threw"),
    /** The class was compiled with aspects that are in no {@code aop.xml}. */
    ASPECTS_LOST("aspects.lost"),
    /** The class or its loader sees another AspectJ runtime than SIM's, or none. */
    RUNTIME("runtime"),
    /** The application's class is in a package of SIM's own. */
    PACKAGE("package"),
    /** The agent came while the program ran, and what the class needs can only be woven as it is loaded. */
    ATTACHED("attached"),
    /** A payload probe or script asks for a method that is not there, or cannot be changed. */
    PROBE("probe"),
    /** The probes of names that are off could not be taken out of a loaded class, or put back. */
    IDLE("idle");

    private final String label;

    WeavingFailure(String label) {
        this.label = label;
    }

    /** Lower case, words joined by dots. */
    public String label() {
        return label;
    }
}
