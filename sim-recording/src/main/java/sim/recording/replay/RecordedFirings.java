package sim.recording.replay;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import sim.model.packed.Packed;
import sim.recording.RecordingFormat;

/**
 * A recording that was read through once: its names, its threads, and the positions of their records in the file. It takes little memory,
 * because the records are read again when they are played.
 */
final class RecordedFirings implements AutoCloseable {
    /** The largest block, in bytes: a ring and a thread's number. */
    private static final int LARGEST_BLOCK = 1 << 20;

    final List<RecordedName> names = new ArrayList<>();
    final Map<Integer, RecordedThread> threads = new HashMap<>();
    long dropped;

    private final Path file;
    private final FileChannel channel;
    private final Map<Integer, List<String>> meterSets = new HashMap<>();

    /** @throws DamagedRecordingException with one line, if the file is no complete recording */
    RecordedFirings(Path file) throws IOException {
        this.file = file;
        names.add(new RecordedName(0, "[other]"));
        try (Counted in = new Counted(Files.newInputStream(file))) {
            read(in);
        }
        this.channel = FileChannel.open(file);
    }

    /** The records of a chunk. Any thread. */
    RecordedBytes read(RecordedThread.Chunk chunk) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(chunk.length());
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, chunk.offset() + bytes.position()) < 0) {
                throw new DamagedRecordingException(file + " became shorter while it was played");
            }
        }
        return new RecordedBytes(bytes.array());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void read(Counted in) throws IOException {
        long block = 0;
        try {
            readHeader(in);
            do {
                block = in.position;
            } while (!readBlock(in));
            block = in.position;
            if (!in.isAtEnd()) {
                throw new DamagedRecordingException("something follows its end");
            }
        } catch (EOFException cut) {
            throw new DamagedRecordingException(file + " is cut off, or damaged, in its part at byte " + block
                    + ": a recording is whole once its JVM has ended by itself; copy it again, or record again");
        } catch (DamagedRecordingException damaged) {
            throw new DamagedRecordingException(
                    file + " is not a recording, or is damaged, in its part at byte " + block + ": "
                            + damaged.getMessage() + "; copy it again, or record again");
        }
    }

    private static void readHeader(Counted in) throws IOException {
        if (!RecordingFormat.MAGIC
                .equals(new String(in.next(RecordingFormat.MAGIC.length()), StandardCharsets.ISO_8859_1))) {
            throw new DamagedRecordingException("it does not begin with SIMR");
        }
        long version = in.nextNumber();
        if (version != RecordingFormat.VERSION) {
            throw new DamagedRecordingException(
                    "its version is " + version + ", this SIM reads version " + RecordingFormat.VERSION
                            + ": play it with the SIM that recorded it");
        }
        in.nextNumber();
        in.nextNumber();
        in.checkSum();
    }

    /** Reads a block. Returns whether it was the last one. */
    private boolean readBlock(Counted in) throws IOException {
        int kind = in.next();
        long length = in.nextNumber();
        if (length < 0 || length > LARGEST_BLOCK) {
            throw new DamagedRecordingException("a block of " + length + " bytes");
        }
        long offset = in.position;
        byte[] bytes = in.next((int) length);
        in.checkSum();
        RecordedBytes content = new RecordedBytes(bytes);
        switch (kind) {
            case RecordingFormat.NAME -> {
                if (content.next() != names.size()) {
                    throw new DamagedRecordingException("the names are not in their order");
                }
                names.add(new RecordedName(content.nextCount(names.size() - 1), content.nextText()));
            }
            case RecordingFormat.METERS -> readMeters(content);
            case RecordingFormat.THREAD -> readThread(content);
            case RecordingFormat.CHUNK -> {
                RecordedThread thread = known(threads, content, "thread");
                int head = content.position();
                thread.add(new RecordedThread.Chunk(offset + head, bytes.length - head), content);
            }
            case RecordingFormat.END -> dropped = content.next();
            default -> throw new DamagedRecordingException("a block of unknown kind " + kind);
        }
        return kind == RecordingFormat.END;
    }

    private void readMeters(RecordedBytes content) throws DamagedRecordingException {
        int id = content.nextCount(Integer.MAX_VALUE);
        List<String> labels = new ArrayList<>();
        for (int left = content.nextCount(31); left > 0; left--) {
            labels.add(content.nextText());
        }
        meterSets.put(id, labels);
    }

    private void readThread(RecordedBytes content) throws DamagedRecordingException {
        int id = content.nextCount(Integer.MAX_VALUE);
        List<String> meters = known(meterSets, content, "list of meters");
        threads.put(id, new RecordedThread(content.nextText(), meters, names));
    }

    private static <T> T known(Map<Integer, T> all, RecordedBytes content, String what)
            throws DamagedRecordingException {
        int id = content.nextCount(Integer.MAX_VALUE);
        T found = all.get(id);
        if (found == null) {
            throw new DamagedRecordingException(what + " " + id + " is not defined before it is used");
        }
        return found;
    }

    /**
     * @param prefix the number of the name before the last part, 0 for none
     */
    record RecordedName(int prefix, String value) {}

    /** A stream that knows its position and the checksum of what was read. */
    private static final class Counted implements AutoCloseable {
        private final InputStream in;
        private final CRC32C sum = new CRC32C();
        long position;

        Counted(InputStream in) {
            this.in = new BufferedInputStream(in, 1 << 16);
        }

        int next() throws IOException {
            int part = in.read();
            if (part < 0) {
                throw new EOFException();
            }
            position++;
            sum.update(part);
            return part;
        }

        byte[] next(int length) throws IOException {
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException();
            }
            position += length;
            sum.update(bytes);
            return bytes;
        }

        /** Reads and compares the checksum, lowest byte first. */
        void checkSum() throws IOException {
            long expected = sum.getValue();
            long written = 0;
            for (int shift = 0; shift < 32; shift += 8) {
                int part = in.read();
                if (part < 0) {
                    throw new EOFException();
                }
                position++;
                written |= (long) part << shift;
            }
            if (written != expected) {
                throw new DamagedRecordingException("its checksum is wrong");
            }
        }

        long nextNumber() throws IOException {
            byte[] bytes = new byte[Packed.LONGEST];
            int length = 0;
            do {
                bytes[length] = (byte) next();
            } while (bytes[length++] < 0 && length < bytes.length);
            return new RecordedBytes(bytes).next();
        }

        boolean isAtEnd() throws IOException {
            return in.read() < 0;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
