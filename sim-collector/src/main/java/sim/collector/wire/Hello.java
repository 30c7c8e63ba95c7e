package sim.collector.wire;

import java.util.List;

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
 * @param showsDisabled whether names the hotspot extension switched off are shown where nobody asks
 * @param extraMeters the labels of the meters extensions added, behind the built-in ones
 */
public record Hello(int version, String application, String instance, String host, long pid, String jvm,
        long startMicros, boolean showsDisabled, List<String> extraMeters) implements Frame {}
