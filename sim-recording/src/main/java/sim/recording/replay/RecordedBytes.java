package sim.recording.replay;

import java.nio.charset.StandardCharsets;
import sim.model.packed.PackedException;
import sim.model.packed.PackedReader;

/** Reads numbers and texts from the bytes of a recording. */
final class RecordedBytes {
    private final byte[] bytes;
    private final PackedReader in;

    RecordedBytes(byte[] bytes) {
        this.bytes = bytes;
        this.in = new PackedReader(bytes);
    }

    boolean hasMore() {
        return in.hasNext();
    }

    int position() {
        return in.position();
    }

    long next() throws DamagedRecordingException {
        try {
            return in.next();
        } catch (PackedException broken) {
            throw new DamagedRecordingException(broken.getMessage());
        }
    }

    long nextSigned() throws DamagedRecordingException {
        try {
            return in.nextSigned();
        } catch (PackedException broken) {
            throw new DamagedRecordingException(broken.getMessage());
        }
    }

    /** Reads a number of at most {@code most}. */
    int nextCount(int most) throws DamagedRecordingException {
        long value = next();
        if (value < 0 || value > most) {
            throw new DamagedRecordingException("a number is out of range: " + value);
        }
        return (int) value;
    }

    String nextText() throws DamagedRecordingException {
        int length = nextCount(in.left());
        return new String(bytes, in.skip(length), length, StandardCharsets.UTF_8);
    }
}
