package sim.payload.injected.telemetry;

/** What the numbers of a {@link Telemetry} count. */
public enum TelemetryUnit {
    /** A number. */
    PLAIN,
    /** Something a second. */
    PER_SECOND,
    /** Hundredths. */
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
