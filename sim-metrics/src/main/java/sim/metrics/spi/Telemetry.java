package sim.metrics.spi;

/**
 * A number of the JVM, its host or a library, such as the length of a queue: the collector reads it at every drain, and the
 * page draws it under <em>Platform</em>. SIM's own measures of the platform are its first users. Others have a public constructor without
 * parameters and are named in {@code META-INF/services/sim.metrics.spi.Telemetry}, in a jar the runtime's class loader sees.
 * All methods are called on the collector's thread.
 */
public interface Telemetry {
    /** What it is, lower case with dots: {@code orders.waiting}. Two of one name are one line. */
    String name();

    /** Of what: {@code count}, {@code bytes}, {@code ns}, {@code percent}, or a word of its own. */
    String unit();

    /** The number now; NaN where it cannot be had, and then none is told. To take no more than a millisecond. */
    double read() throws Exception;
}
