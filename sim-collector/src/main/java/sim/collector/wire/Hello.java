package sim.collector.wire;

/**
 * The collector's first frame.
 *
 * @param version the wire's version
 * @param application the name users know
 * @param instance unique for this JVM's life
 * @param host where it runs
 * @param pid the process there
 * @param jvm the JVM's name and version
 * @param startMicros when the JVM started, microseconds since the epoch
 */
public record Hello(int version, String application, String instance, String host, long pid, String jvm,
        long startMicros) implements Frame {}
