package sim.recording;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Recordings of lists of no meters alone: the shortest blocks there are. */
public final class RecordedLists {
    /** Bytes of a recording's header: what it begins with, three numbers and the checksum. */
    public static final int HEADER = RecordingFormat.MAGIC.length() + 3 + 4;

    private RecordedLists() {}

    /** One list for each number. */
    public static byte[] of(int... ids) {
        CRC32C sum = new CRC32C();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(RecordingFormat.MAGIC.getBytes(StandardCharsets.US_ASCII));
        header.writeBytes(new byte[]{RecordingFormat.VERSION, 0, 0});
        Block.seal(header, bytes, sum);
        for (int id : ids) {
            new Block(RecordingFormat.METERS).add(id).add(0).writeTo(bytes, sum);
        }
        new Block(RecordingFormat.END).add(0).writeTo(bytes, sum);
        return bytes.toByteArray();
    }
}
