package sim.payload.recording;

/** The sums of the payloads of one control object and one event type. */
final class ObjectTally extends Tallies {
    /** Heap bytes of one object. */
    static final int BYTES = 120 + PayloadTally.BYTES;

    final long object;
    final int type;

    ObjectTally(long object, int type) {
        super(false);
        this.object = object;
        this.type = type;
    }

    static int hash(long object, int type) {
        int hash = (int) (object * 31 + type) * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }
}
