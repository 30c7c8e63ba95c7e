package sim.collector.wire;

/** The numbers both sides agree on. */
public final class Wire {
    public static final int VERSION = 4;
    /** The largest frame, without its length and with its checksum. */
    public static final int MAX_FRAME = 4 << 20;

    /**
     * What a batch makes the store write at most, in table rows of a few columns. A frame of zeros packs a hundred times as many
     * as a collector's own; they would hold up everybody else's.
     */
    public static final long MAX_WEIGHT = 1_000_000;

    /** The largest first frame: who has not said hello yet is not given more memory than that. */
    public static final int MAX_HELLO = 8 << 10;

    /** The counter that is 1 in what a collector ships last. */
    public static final String ENDED = "collector.ended";

    static final String MAGIC = "SIM";

    /** Meters there can be, those of extensions included. */
    public static final int MAX_METERS = 29;

    private Wire() {}
}
