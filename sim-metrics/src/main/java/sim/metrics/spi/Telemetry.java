package sim.metrics.spi;

/**
 * A number of the JVM, its host or a library, such as the length of a queue: the collector reads it at every drain, and the page
 * draws it under <em>Platform</em>. SIM's own measures of the platform are telemetries, too. Yours needs a public constructor
 * without parameters, and is named in {@code META-INF/services/sim.metrics.spi.Telemetry}, in a jar that the runtime's class
 * loader sees. SIM calls all methods on the collector's thread.
 */
public interface Telemetry {
    /** The name, in lower case with dots: {@code orders.waiting}. Of two telemetries with one name and unit, SIM reads one and counts the other as failed. */
    String name();

    /** The unit: {@code count}, {@code bytes}, {@code ns}, {@code percent}, or a word of your own. */
    String unit();

    /** Returns the number now, or NaN if there is none; SIM then sends none. Should take at most a millisecond. */
    double read() throws Exception;
}
