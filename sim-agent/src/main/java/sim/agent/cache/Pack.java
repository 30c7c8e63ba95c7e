package sim.agent.cache;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiConsumer;

/**
 * A file of weaving results, written once and never changed. Read on the threads that load classes, any number at a time; not through
 * a channel, which an interrupt of such a thread would close.
 *
 * <pre>
 *   0  "SIMWOVEN"  format int  plain int  kept int  check of the head int  view long  length of the file long
 *  40  plain x (fingerprint long, length int)                                    sorted; 12 bytes a class nothing is done to
 *      kept  x (fingerprint long, length int, size int, at long, check long)     sorted
 *      check of all above, long
 *      the kept ones' results
 * </pre>
 */
final class Pack implements Closeable {
    private static final long MAGIC = 0x53494d574f56454eL;
    private static final int FORMAT = 2;
    private static final int HEAD = 40;
    private static final int HEAD_CHECK = 20;
    private static final int PLAIN = 12;
    private static final int KEPT = 32;
    private static final int CHECK = Long.BYTES;
    /** The largest part of a pack that is kept in memory, in bytes. A pack of a program of 300,000 classes has 10 MB. */
    private static final long LARGEST_INDEX = 64L << 20;

    /** A pack's index takes at most this part of the heap. */
    private static final int HEAPS_PART = 8;

    private final File file;
    private final RandomAccessFile in;
    private final ByteBuffer index;
    private final int plain;
    private final int kept;

    private Pack(File file, RandomAccessFile in, ByteBuffer index) {
        this.file = file;
        this.in = in;
        this.index = index;
        this.plain = index.getInt(12);
        this.kept = index.getInt(16);
    }

    /** Thrown for a file that is not as it was written. */
    static final class Damaged extends IOException {
        private static final long serialVersionUID = 1;

        Damaged(String what) {
            super(what);
        }
    }

    /**
     * A class, identified by its bytes.
     *
     * @param print the fingerprint of the bytes
     * @param length their number
     */
    record Key(long print, int length) implements Comparable<Key> {
        static Key of(byte[] bytes) {
            return of(bytes, 0);
        }

        /** @param where stands for what else distinguishes the class; 0 for nothing */
        static Key of(byte[] bytes, long where) {
            return new Key(Fingerprint.of(bytes) ^ where, bytes.length);
        }

        @Override
        public int compareTo(Key other) {
            int order = Long.compare(print, other.print);
            return order != 0 ? order : Integer.compare(length, other.length);
        }

        /** By hand, as the next: what the JVM makes of a record takes some ms of each start. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.print == print && key.length == length;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(print);
        }
    }

    /** @throws IOException also if it is no file: to open a pipe, one would wait for whoever writes into it */
    static Pack open(File file, long view) throws IOException {
        if (!Files.isRegularFile(file.toPath(), LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is no file");
        }
        RandomAccessFile in = new RandomAccessFile(file, "r");
        try {
            return new Pack(file, in, index(in, view));
        } catch (IOException | RuntimeException unusable) {
            in.close();
            throw unusable;
        }
    }

    private static ByteBuffer index(RandomAccessFile in, long view) throws IOException {
        long length = in.length();
        if (length < HEAD + CHECK) {
            throw new Damaged("too short");
        }
        byte[] head = new byte[HEAD];
        in.readFully(head);
        ByteBuffer read = ByteBuffer.wrap(head);
        if (read.getLong(0) != MAGIC || read.getInt(8) != FORMAT || read.getLong(24) != view) {
            throw new Damaged("another kind of file");
        }
        if (read.getInt(HEAD_CHECK) != headCheck(head) || read.getLong(32) != length) {
            throw new Damaged("a wrong head, or cut off"); // before the room is taken that it asks for
        }
        long size = HEAD + (long) PLAIN * read.getInt(12) + (long) KEPT * read.getInt(16) + CHECK;
        if (read.getInt(12) < 0 || read.getInt(16) < 0 || size > length || size > LARGEST_INDEX) {
            throw new Damaged("impossible counts");
        }
        if (size > Runtime.getRuntime().maxMemory() / HEAPS_PART) {
            throw new IOException("too large for this heap"); // others can read it
        }
        byte[] all = Arrays.copyOf(head, (int) size);
        in.readFully(all, HEAD, all.length - HEAD);
        ByteBuffer index = ByteBuffer.wrap(all);
        if (index.getLong(all.length - CHECK) != new Fingerprint().add(all, 0, all.length - CHECK).value()) {
            throw new Damaged("wrong checksum");
        }
        return index;
    }

    /** Of all else that the head has. */
    private static int headCheck(byte[] bytes) {
        long print = new Fingerprint().add(bytes, 0, HEAD_CHECK).add(bytes, HEAD_CHECK + Integer.BYTES,
                HEAD - HEAD_CHECK - Integer.BYTES).value();
        return Long.hashCode(print);
    }

    /** Finds a result. Null if there is none; throws {@link Damaged} if it cannot be read. */
    WeavingResult find(Key key) throws IOException {
        if (search(key, HEAD, PLAIN, plain) >= 0) {
            return WeavingResult.UNCHANGED;
        }
        int at = search(key, HEAD + plain * PLAIN, KEPT, kept);
        return at < 0 ? null : read(at);
    }

    private int search(Key key, int from, int width, int count) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = from + middle * width;
            int order = key.compareTo(key(at));
            if (order == 0) {
                return at;
            }
            if (order < 0) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        return -1;
    }

    private Key key(int at) {
        return new Key(index.getLong(at), index.getInt(at + 8));
    }

    private WeavingResult read(int at) throws IOException {
        long place = index.getLong(at + 16);
        int size = index.getInt(at + 12);
        if (size < 0 || place < 0 || place + size > index.getLong(32)) {
            throw new Damaged("impossible place");
        }
        byte[] bytes = new byte[size];
        synchronized (in) {
            in.seek(place);
            in.readFully(bytes);
        }
        if (Fingerprint.of(bytes) != index.getLong(at + 24)) {
            throw new Damaged("wrong checksum of a class");
        }
        try {
            return WeavingResult.decoded(bytes);
        } catch (RuntimeException unreadable) {
            throw new Damaged("a class that cannot be read: " + unreadable);
        }
    }

    /** Passes all results on that can be read. */
    void forEach(BiConsumer<Key, WeavingResult> take) {
        for (int i = 0; i < plain; i++) {
            take.accept(key(HEAD + i * PLAIN), WeavingResult.UNCHANGED);
        }
        for (int i = 0; i < kept; i++) {
            int at = HEAD + plain * PLAIN + i * KEPT;
            try {
                take.accept(key(at), read(at));
            } catch (IOException damaged) {
                // the class is woven again when it is needed
            }
        }
    }

    File file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Writes a complete file under another name, and then gives it its name. */
    static void write(File file, File beside, long view, SortedMap<Key, WeavingResult> results) throws IOException {
        List<byte[]> blobs = new ArrayList<>();
        int plain = 0;
        for (WeavingResult each : results.values()) {
            plain += each.isPlain() ? 1 : 0;
        }
        int kept = results.size() - plain;
        ByteBuffer index = ByteBuffer.allocate(HEAD + plain * PLAIN + kept * KEPT + CHECK);
        long end = index.capacity();
        int plainAt = HEAD;
        int keptAt = HEAD + plain * PLAIN;
        for (Map.Entry<Key, WeavingResult> each : results.entrySet()) {
            boolean isPlain = each.getValue().isPlain();
            int at = isPlain ? plainAt : keptAt;
            index.putLong(at, each.getKey().print()).putInt(at + 8, each.getKey().length());
            if (isPlain) {
                plainAt += PLAIN;
            } else {
                byte[] blob = each.getValue().encoded();
                index.putInt(at + 12, blob.length).putLong(at + 16, end).putLong(at + 24, Fingerprint.of(blob));
                blobs.add(blob);
                end += blob.length;
                keptAt += KEPT;
            }
        }
        index.putLong(0, MAGIC).putInt(8, FORMAT).putInt(12, plain).putInt(16, kept).putLong(24, view).putLong(32, end);
        index.putInt(HEAD_CHECK, headCheck(index.array()));
        index.putLong(index.capacity() - CHECK,
                new Fingerprint().add(index.array(), 0, index.capacity() - CHECK).value());
        try {
            write(beside, index.array(), blobs);
            if (!beside.renameTo(file)) {
                throw new IOException(file + " cannot be written");
            }
        } catch (IOException | RuntimeException | Error failure) {
            beside.delete(); // a disk that is full would stay so
            throw failure;
        }
    }

    private static void write(File file, byte[] index, List<byte[]> blobs) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file)))) {
            out.write(index);
            for (byte[] each : blobs) {
                out.write(each);
            }
        }
    }
}
