package sim.payload.embedded.telemetry;

/** The unit of a {@link Telemetry}'s numbers. */
public enum TelemetryUnit {
    /** A number. */
    PLAIN,
    /** A number per second. */
    PER_SECOND,
    /** Percent. */
    PERCENT,
    /** Bytes. */
    BYTES,
    /** Milliseconds. */
    MILLISECONDS,
    /** Microseconds. */
    MICROSECONDS,
    /** Nanoseconds. */
    NANOSECONDS
}
