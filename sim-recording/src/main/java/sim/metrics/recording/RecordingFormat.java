package sim.metrics.recording;

/** What writer and reader of a recording agree on. The layout is in RECORDING.md. */
public final class RecordingFormat {
    /** What a recording begins with; any thread, and nobody changes it. */
    public static final String MAGIC = "SIMR";
    public static final int VERSION = 2;
    /** Kinds of blocks. */
    public static final char NAME = 'N';
    public static final char METERS = 'M';
    public static final char THREAD = 'T';
    public static final char CHUNK = 'C';
    public static final char END = 'E';

    private RecordingFormat() {}
}
