package sim.agent.cache;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * What is in a jar, as far as weaving can depend on it: its directory has the name, size and checksum of every entry, those of
 * nested jars too. Reading that as it stands takes some 60 us where opening the jar by the JDK's way takes ten times that.
 *
 * @param print     stands for the directory
 * @param classPath what its manifest and its index add to the class path, as it is written in a manifest; empty for nothing
 * @param isWoven   whether it was woven before the program was started
 */
record Jar(long print, String classPath, boolean isWoven) {
    private static final int MOST_KNOWN = 20_000;
    private static final Map<File, Known> KNOWN = new ConcurrentHashMap<>();
    /** A file younger than this, ms, is not remembered: a clock of ticks may give its next content the same time. */
    private static final int SETTLED = 2_000;
    private static final int END = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int LOCATOR64 = 20;
    private static final int END64 = 56;
    private static final int ENTRY = 46;
    private static final int LOCAL = 30;
    private static final int LARGEST_DIRECTORY = 64 << 20;
    /** Of a manifest. Most end before, and of a signed jar's so does what counts. */
    private static final int FIRST_PART = 64 << 10;
    private static final int LARGEST_MANIFEST = 16 << 20;
    private static final int LARGEST_INDEX = 1 << 20;
    private static final byte[] MANIFEST = "META-INF/MANIFEST.MF".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INDEX = "META-INF/INDEX.LIST".getBytes(StandardCharsets.US_ASCII);
    /** Whether this JDK's loaders look into the jars that an index names. */
    private static final boolean HAS_INDICES = Runtime.version().feature() < 21
            || System.getProperty("jdk.net.URLClassPath.enableJarIndex") != null;
    private static final String CLASS_PATH = "Class-Path";
    private static final String WOVEN = "Sim-Woven";

    /** The content of a jar, read once unless the file changes. Throws like {@link #read}. */
    static Jar of(File file) throws IOException {
        long modified = file.lastModified();
        long length = file.length();
        Known known = KNOWN.get(file);
        if (known == null || known.modified != modified || known.length != length) {
            known = new Known(modified, length, read(file));
            if (KNOWN.size() < MOST_KNOWN && System.currentTimeMillis() - modified > SETTLED) {
                KNOWN.put(file, known);
            }
        }
        return known.jar;
    }

    /** Reads a jar. Throws if the file is no jar, or one of a kind that is not known here. */
    static Jar read(File file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            long length = in.length();
            int tail = (int) Math.min(length, END);
            ByteBuffer end = at(in, length - tail, tail);
            if (!isEnd(end, 0)) {
                tail = (int) Math.min(length, END + LONGEST_COMMENT);
                end = at(in, length - tail, tail);
            }
            int found = tail - END;
            while (found >= 0 && !isEnd(end, found)) {
                found--;
            }
            if (found < 0) {
                throw new IOException("no jar");
            }
            long endsAt = length - tail + found;
            long size = Integer.toUnsignedLong(end.getInt(found + 12));
            long start = Integer.toUnsignedLong(end.getInt(found + 16));
            if (size == 0xffffffffL || start == 0xffffffffL || end.getShort(found + 10) == (short) 0xffff) {
                ByteBuffer locator = at(in, endsAt - LOCATOR64, LOCATOR64);
                if (locator.getInt(0) == 0x07064b50) {
                    endsAt = locator.getLong(8);
                    ByteBuffer end64 = at(in, endsAt, END64);
                    size = end64.getLong(40);
                    start = end64.getLong(48);
                }
            }
            if (size < 0 || size > LARGEST_DIRECTORY || size > endsAt) {
                throw new IOException("an impossible directory");
            }
            // a program may come before the jar in the file, and offsets then count from the jar
            ByteBuffer directory = at(in, endsAt - size, (int) size);
            long print = new Fingerprint().add(directory.array(), 0, (int) size).add(length).value();
            long begin = endsAt - size - start;
            // a fold of its lines may be inside a character, so these are made of the bytes afterwards
            String manifest = text(in, directory, begin, find(directory.array(), MANIFEST), true).replace("\n ", "");
            String classPath = new String(attribute(manifest, CLASS_PATH).getBytes(StandardCharsets.ISO_8859_1),
                    StandardCharsets.UTF_8);
            int index = HAS_INDICES ? find(directory.array(), INDEX) : -1;
            if (index >= 0) {
                classPath = (classPath + indexed(in, directory, begin, index)).strip();
            }
            return new Jar(print, classPath, !attribute(manifest, WOVEN).isEmpty());
        } catch (RuntimeException malformed) {
            throw new IOException(malformed);
        }
    }

    private record Known(long modified, long length, Jar jar) {}

    private static boolean isEnd(ByteBuffer bytes, int at) {
        return bytes.capacity() >= at + END && bytes.getInt(at) == 0x06054b50;
    }

    private static ByteBuffer at(RandomAccessFile in, long place, int size) throws IOException {
        byte[] bytes = new byte[size];
        in.seek(place);
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Where a directory has an entry of that name, in whatever case; -1 if it has none. By hand: it may have 10,000 others. */
    private static int find(byte[] directory, byte[] name) {
        for (int at = 0; at + ENTRY <= directory.length;) {
            int length = number(directory, at + 28);
            if (length == name.length && isNamed(directory, at + ENTRY, name)) {
                return at;
            }
            at += ENTRY + length + number(directory, at + 30) + number(directory, at + 32);
        }
        return -1;
    }

    private static int number(byte[] directory, int at) {
        return directory[at] & 0xff | (directory[at + 1] & 0xff) << 8;
    }

    private static boolean isNamed(byte[] directory, int at, byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (Character.toUpperCase((char) directory[at + i]) != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** The jars that an index names, each after a space. */
    private static String indexed(RandomAccessFile in, ByteBuffer directory, long begin, int entry)
            throws IOException {
        if (Integer.toUnsignedLong(directory.getInt(entry + 24)) > LARGEST_INDEX) {
            throw new IOException("an impossible index");
        }
        StringBuilder jars = new StringBuilder();
        for (String line : text(in, directory, begin, entry, false).split("\n")) {
            if (line.endsWith(".jar")) {
                jars.append(' ').append(line.replace(" ", "%20"));
            }
        }
        return jars.toString();
    }

    /**
     * The text of an entry; empty if there is none. Of a manifest the first section, in bytes that are not yet characters: the rest of a signed jar's is
     * long, and about single entries.
     */
    private static String text(RandomAccessFile in, ByteBuffer directory, long begin, int entry, boolean isManifest)
            throws IOException {
        if (entry < 0) {
            return "";
        }
        long local = begin + Integer.toUnsignedLong(directory.getInt(entry + 42));
        byte[] text = content(in, local, directory.getShort(entry + 10), directory.getInt(entry + 20), isManifest);
        return new String(text, isManifest ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8)
                .replace("\r\n", "\n").replace('\r', '\n');
    }

    private static byte[] content(RandomAccessFile in, long local, int method, int packed, boolean isManifest)
            throws IOException {
        ByteBuffer header = at(in, local, LOCAL);
        long from = local + LOCAL + Short.toUnsignedInt(header.getShort(26))
                + Short.toUnsignedInt(header.getShort(28));
        int largest = isManifest ? LARGEST_MANIFEST : LARGEST_INDEX;
        if (packed < 0 || packed > largest) {
            throw new IOException("an impossible " + (isManifest ? "manifest" : "index"));
        }
        if (isManifest && packed > FIRST_PART) {
            byte[] first = text(at(in, from, FIRST_PART).array(), method, true, true);
            if (hasEnd(first, first.length)) {
                return first;
            }
        }
        return text(at(in, from, packed).array(), method, isManifest, false);
    }

    private static byte[] text(byte[] content, int method, boolean isManifest, boolean isCut) throws IOException {
        if (method == 0) {
            return content;
        }
        Inflater inflater = new Inflater(true);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (InputStream inflated = new InflaterInputStream(new ByteArrayInputStream(content), inflater)) {
            byte[] some = new byte[4_096];
            for (int count = 0; count >= 0; count = inflated.read(some)) {
                text.write(some, 0, count);
                if (isManifest && hasEnd(some, count)) {
                    break;
                }
                if (text.size() > (isManifest ? LARGEST_MANIFEST : LARGEST_INDEX)) {
                    throw new IOException("larger than it says"); // its end may have what counts
                }
            }
        } catch (EOFException end) {
            if (!isCut) {
                throw end;
            }
        } finally {
            inflater.end();
        }
        return text.toByteArray();
    }

    /** Whether an empty line is in a part of a manifest. One on the border of two parts is missed, which costs a little time. */
    private static boolean hasEnd(byte[] part, int count) {
        int line = 1; // the part before may have begun it
        for (int i = 0; i < count; i++) {
            if (part[i] == '\n' || part[i] == '\r' && (i + 1 == count || part[i + 1] != '\n')) {
                if (line == 0) {
                    return true;
                }
                line = 0;
            } else if (part[i] != '\r') {
                line++;
            }
        }
        return false;
    }

    private static String attribute(String manifest, String name) {
        for (int at = 0; at >= 0 && at < manifest.length(); at = manifest.indexOf('\n', at) + 1) {
            int end = manifest.indexOf('\n', at);
            if (manifest.regionMatches(true, at, name, 0, name.length())
                    && manifest.startsWith(":", at + name.length())) {
                return manifest.substring(at + name.length() + 1, end < 0 ? manifest.length() : end).strip();
            }
            if (end < 0 || end == at) {
                return ""; // what comes after an empty line is about single entries
            }
        }
        return "";
    }
}
