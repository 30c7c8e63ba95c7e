package sim.wire;

/** The numbers on which both sides agree. */
public final class Wire {
    public static final int VERSION = 4;
    /** The largest frame, without its length and with its checksum. */
    public static final int MAX_FRAME = 4 << 20;

    /**
     * The most that a batch may make the store write, in table rows of a few columns. A frame of zeros packs a hundred times as many rows
     * as a real one, and would delay all other collectors.
     */
    public static final long MAX_WEIGHT = 1_000_000;

    /** The largest first frame. A peer that has not said hello gets no more memory than that. */
    public static final int MAX_HELLO = 8 << 10;

    /** The counter that is 1 in the last batch of a collector. */
    public static final String ENDED = "collector.ended";

    /**
     * Counters whose kind begins with it tell what a collector had still to ship behind a batch of its last shipment, such as
     * {@code collector.left.payloads}.
     */
    public static final String LEFT = "collector.left.";

    static final String MAGIC = "SIM";

    /** The most meters, including those of extensions. */
    public static final int MAX_METERS = 29;

    /** The most characters of a meter's or a section's name. */
    static final int LONGEST_NAME = 100;

    private Wire() {}
}
