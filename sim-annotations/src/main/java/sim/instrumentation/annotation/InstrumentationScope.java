package sim.instrumentation.annotation;

/** Which members of a type {@link Instrument} selects. */
public enum InstrumentationScope {
    /** Every method and constructor. */
    ALL,
    /** The public ones. */
    PUBLIC,
    /** The private ones. */
    PRIVATE
}
