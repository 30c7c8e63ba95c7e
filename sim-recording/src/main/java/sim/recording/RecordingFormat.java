package sim.recording;

/** The constants on which writer and reader of a recording agree. The layout is in RECORDING.md. */
public final class RecordingFormat {
    /** The first characters of a recording. */
    public static final String MAGIC = "SIMR";
    public static final int VERSION = 2;
    /** The kinds of blocks. */
    public static final char NAME = 'N';
    public static final char METERS = 'M';
    public static final char THREAD = 'T';
    public static final char CHUNK = 'C';
    public static final char END = 'E';

    private RecordingFormat() {}
}
