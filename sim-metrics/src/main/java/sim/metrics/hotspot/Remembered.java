package sim.metrics.hotspot;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.zip.CRC32;
import sim.base.config.EarlyFile;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.exit.LastWords;
import sim.base.name.Name;
import sim.model.snapshot.Standing;

/**
 * The names that earlier runs found not worth their cost, in a file: they start switched off. Read once, before the first
 * probe; written by the collector's thread every minute and at the JVM's end, in one step, for its owner alone. A file that
 * is not as it was written counts for nothing.
 *
 * <pre>
 *  sim verdicts 3 &lt;CRC-32 of what follows the line, hexadecimal&gt;
 *  &lt;by what was judged&gt;
 *  &lt;trials failed&gt; &lt;runs since it was judged&gt; &lt;runs that found it so&gt; &lt;calls&gt; &lt;self time&gt; &lt;stamp, hexadecimal&gt; &lt;name&gt;
 * </pre>
 *
 * What one run said is a hint. As it comes, a name starts switched off only if two runs in a row found its calls short and of no use, the last with these calls and
 * their self time; what the probe budget switched off is not remembered at all.
 *
 * The stamp is of the class and of the configuration it was woven by; 0 if they are not known. Where nobody asked for verdicts, one counts
 * only for the same stamp. So a method that has changed is judged anew, and so is everything once somebody selects other methods.
 */
final class Remembered {
    private static final String KIND = "sim verdicts ";
    private static final String HEADER = KIND + "3 ";
    private static final int MOST_NAMES = 100_000;
    private static final int MOST_BYTES = 32 << 20;
    /** On a small heap a name for each so many bytes of it, and at most this part of it in the file. */
    private static final int HEAP_EACH = 16 << 10;
    private static final int HEAP_PART = 32;
    /** The first line takes no more. */
    private static final int HEADER_BYTES = 32;
    /** Longer names are not remembered. */
    private static final int MOST_TEXT = 1_000;
    private static final int MOST_TRIALS = 1 << 20;
    /**
     * If programs end before a name has rested, it is judged anew after this many runs, and at most twice as many, so that not all names
     * come at once.
     */
    private static final int RUNS = 16;
    /** So many runs in a row make a name start switched off where nobody asked for it. */
    private static final int EVIDENCE = 2;
    private static final int PARTS = 7;

    private static final String AUTO = "auto";
    private static final String UNFINISHED = ".tmp";
    /** Files that a killed JVM has left are deleted after this time, in ms. */
    private static final long ABANDONED = 3_600_000L;

    private final Path file;
    /** Whether nobody asked for it: then only a program with many names remembers, and a file that cannot be used is no news. */
    private final boolean isAuto;
    /** Names of earlier runs, and those judged in this one. Guarded by this object's lock. */
    private final Map<String, Rest> rests = new HashMap<>();
    private final int mostNames;
    private final int mostBytes;
    /** Whether the file belongs to somebody else. Then it stays unchanged. */
    private boolean isOthers;
    private boolean isSaid;
    private boolean isTidied;
    /** The first line of the file as it was last written: its checksum. */
    private String written = "";

    /** How long a name has been off, by how many runs in a row, and the last figures known: calls that were read, and their self time. */
    private static final class Rest {
        final int trials;
        final int runs;
        final int times;
        final long calls;
        final long own;
        final long stamp;

        Rest(int trials, int runs, int times, long calls, long own, long stamp) {
            this.trials = trials;
            this.runs = runs;
            this.times = times;
            this.calls = calls;
            this.own = own;
            this.stamp = stamp;
        }
    }

    private Remembered(Path file, boolean isAuto, long heap) {
        this.file = file;
        this.isAuto = isAuto;
        this.mostNames = (int) Math.min(MOST_NAMES, heap / HEAP_EACH);
        this.mostBytes = (int) Math.min(MOST_BYTES, heap / HEAP_PART);
    }

    /** Whether options ask for verdicts to be kept from run to run. */
    static boolean isWanted(Options options) {
        String text = options.text(Option.HOTSPOT_REMEMBER);
        return !text.isEmpty() && !text.equalsIgnoreCase("false") && options.isOn(Option.HOTSPOT)
                && options.isOn(Option.ENABLED)
                && !(isAuto(options) && options.text(Option.WEAVE_CACHE).equalsIgnoreCase("off"));
    }

    /** Whether there may be verdicts of an earlier run. */
    static boolean isThere(Options options) {
        try {
            return isWanted(options) && (!isAuto(options) || usual(options).toFile().exists()); // nothing is loaded for an exception
        } catch (InvalidPathException unusable) {
            return false; // such as a home with letters that the JVM's locale does not have
        }
    }

    private static boolean isAuto(Options options) {
        return options.text(Option.HOTSPOT_REMEMBER).equalsIgnoreCase(AUTO);
    }

    private static Path usual(Options options) {
        String where = options.text(Option.WEAVE_CACHE);
        return (!isAuto(options) || where.equalsIgnoreCase("on") ? cache() : Path.of(where).toAbsolutePath())
                .resolve("verdicts-" + fileName(options.text(Option.APPLICATION)));
    }

    /**
     * Opens the file that {@code hotspot.remember} names; null if nothing is remembered.
     *
     * @param judge the meter and thresholds of this run. Verdicts by others do not count
     */
    static Remembered of(Options options, String judge) {
        return of(options, judge, Runtime.getRuntime().maxMemory());
    }

    static Remembered of(Options options, String judge, long heap) {
        String text = options.text(Option.HOTSPOT_REMEMBER);
        if (!isWanted(options)) {
            return null;
        }
        try {
            boolean isAuto = isAuto(options);
            Remembered remembered = new Remembered(isAuto || text.equalsIgnoreCase("true")
                    ? usual(options)
                    : Path.of(text).toAbsolutePath(), isAuto, heap);
            if (isThere(options)) {
                remembered.read(judge);
            }
            return remembered;
        } catch (RuntimeException unusable) {
            if (isAuto(options)) {
                return null; // no news: nobody asked
            }
            System.err.println("sim: hotspot.remember=" + text + " names no file (" + unusable.getMessage()
                    + "): nothing is remembered");
            return null;
        }
    }

    /** Whether somebody asked for it. Otherwise a verdict counts only for the stamp with which it is kept. */
    boolean isAsked() {
        return !isAuto;
    }

    /** Whether verdicts are kept of a program with so many names: few were chosen by a person, who wants them counted in each run. */
    boolean keeps(int names) {
        return !isAuto || names >= ProbeBudget.FEW;
    }

    /** How many trials a name has failed that starts switched off; -1 if it starts switched on. Any thread. */
    synchronized int trials(String name) {
        Rest rest = rests.get(name);
        if (rest == null || isAuto && rest.times < EVIDENCE || rest.runs > RUNS + (name.hashCode() & RUNS - 1)) {
            return -1;
        }
        return rest.trials;
    }

    /** Why a name starts switched off, for people. Any thread; at a start for each name, so nothing is loaded for it. */
    synchronized String why(String name, String unit) {
        Rest rest = rests.get(name);
        return (rest.times == 1 ? "an earlier run" : rest.times + " earlier runs in a row")
                + " found it not worth its cost; in the last, "
                + rest.calls + " calls that were read took " + rest.own / Math.max(1, rest.calls) + unit
                + " self time on average";
    }

    /** What starts switched off, by all of its name but the last part: last parts, each with its stamp. Any thread. */
    synchronized Map<String, Map<String, Long>> off() {
        Map<String, Map<String, Long>> off = new HashMap<>();
        for (String name : rests.keySet()) {
            int dot = name.lastIndexOf('.');
            if (dot > 0 && trials(name) >= 0) {
                off.computeIfAbsent(name.substring(0, dot), first -> new HashMap<>()).put(name.substring(dot + 1),
                        rests.get(name).stamp);
            }
        }
        return off;
    }

    /**
     * Takes the standing of all cards, and writes the file if anything has changed. Never throws.
     *
     * @param stampOf null if no stamp is known
     */
    synchronized void write(Iterable<Scorecard> cards, String judge, ToLongFunction<Name> stampOf) {
        if (isOthers) {
            return;
        }
        try {
            Map<String, Rest> others = new HashMap<>(rests);
            Map<String, Rest> all = new HashMap<>();
            for (Scorecard card : cards) {
                String name = card.name.toString();
                others.remove(name);
                boolean isWaiting = card.isOut() && card.standing() == Standing.MANAGED; // for its trial: nothing new is known
                boolean isOff = card.isWorthless() && !(isAuto && card.isLowered());
                if ((isOff || isWaiting) && isPlain(name) && all.size() < mostNames) {
                    all.put(name, rest(card, rests.get(name), isWaiting,
                            stampOf == null ? 0 : stampOf.applyAsLong(card.name)));
                }
            }
            byte[] content = content(all, others, judge);
            String header = HEADER + checksum(content, 0) + '\n';
            if (!header.equals(written)) {
                replace(header, content);
                written = header;
            }
        } catch (IOException | RuntimeException failure) {
            sayIfAsked("cannot be written (" + failure + "); name another file by hotspot.remember=");
        }
    }

    private static Rest rest(Scorecard card, Rest known, boolean isWaiting, long stamp) {
        if (known != null && (isWaiting || card.isRemembered())) {
            return new Rest(card.trials(), card.isRemembered() ? known.runs + 1 : 0, known.times, known.calls,
                    known.own, stamp);
        }
        int before = known != null && known.stamp == stamp ? known.times : 0;
        return new Rest(card.trials(), 0, Math.min(RUNS, before + 1), card.calls(), card.own(), stamp);
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.length() <= MOST_TEXT && name.chars().allMatch(each -> each >= ' ');
    }

    /** What this run knows comes first. What it has not met has the room that is left. */
    private byte[] content(Map<String, Rest> met, Map<String, Rest> others, String judge) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes((judge + '\n').getBytes(StandardCharsets.UTF_8));
        int room = add(met, mostNames, content);
        add(others, room, content);
        return content.toByteArray();
    }

    private int add(Map<String, Rest> names, int room, ByteArrayOutputStream content) {
        int left = room;
        for (Map.Entry<String, Rest> each : names.entrySet()) {
            Rest rest = each.getValue();
            byte[] line = (rest.trials + " " + rest.runs + " " + rest.times + " " + rest.calls + " " + rest.own + " "
                    + Long.toHexString(rest.stamp) + " " + each.getKey() + '\n').getBytes(StandardCharsets.UTF_8);
            if (left > 0 && HEADER_BYTES + content.size() + line.length <= mostBytes) {
                content.writeBytes(line);
                left--;
            }
        }
        return left;
    }

    private void replace(String header, byte[] content) throws IOException {
        Path folder = file.getParent();
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] forOwner = posix
                ? new FileAttribute<?>[]{
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
                : new FileAttribute<?>[0];
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, forOwner);
        }
        deleteAbandoned(folder);
        // The owner alone may read it, from its creation on.
        Path fresh = Files.createTempFile(folder, file.getFileName() + ".", UNFINISHED);
        try {
            try (OutputStream out = Files.newOutputStream(fresh)) {
                out.write(header.getBytes(StandardCharsets.UTF_8));
                out.write(content);
            }
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Deletes what JVMs have left that were killed while they wrote, once a run. */
    private void deleteAbandoned(Path folder) {
        if (isTidied) {
            return;
        }
        isTidied = true;
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder,
                each -> each.getFileName().toString().startsWith(file.getFileName() + ".")
                        && each.getFileName().toString().endsWith(UNFINISHED))) {
            for (Path each : left) {
                if (Files.getLastModifiedTime(each).toMillis() < System.currentTimeMillis() - ABANDONED) {
                    Files.deleteIfExists(each);
                }
            }
        } catch (IOException | DirectoryIteratorException gone) {
            // another JVM has deleted it
        }
    }

    private void read(String judge) {
        byte[] bytes;
        try {
            if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
                // a pipe, on which one would wait for ever, or a device
                isOthers = true;
                say("is no file, and stays as it is; name a file by hotspot.remember=");
                return;
            }
            bytes = EarlyFile.bytes(file, mostBytes + 1);
        } catch (NoSuchFileException first) {
            return;
        } catch (IOException failure) {
            sayIfAsked("cannot be read (" + failure + "); all names are judged anew");
            return;
        }
        if (bytes.length == 0) {
            return;
        }
        int end = endOfLine(bytes, 0);
        String first = new String(bytes, 0, Math.min(end, HEADER_BYTES), StandardCharsets.UTF_8);
        if (!first.startsWith(KIND) && !isAuto) {
            isOthers = true;
            say("does not hold verdicts, and stays as it is; name another file by hotspot.remember=");
        } else if (first.startsWith(KIND) && !first.startsWith(HEADER)) {
            return; // by another version of SIM
        } else if (bytes.length > mostBytes) {
            say("is larger than the " + mostBytes
                    + " bytes that are read on this heap (-Xmx); all names are judged anew, and it is"
                    + " written anew");
        } else if (end == bytes.length || !first.equals(HEADER + checksum(bytes, end + 1))
                || !understood(bytes, end + 1, judge)) {
            rests.clear();
            say("is damaged; all names are judged anew, and it is written anew");
        }
    }

    private static int endOfLine(byte[] bytes, int from) {
        int end = from;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        return end;
    }

    /**
     * Reads the content. Returns false if it is damaged. Verdicts by another meter or other thresholds do not count, but are no damage.
     */
    private boolean understood(byte[] bytes, int from, String judge) {
        int end = endOfLine(bytes, from);
        if (!new String(bytes, from, end - from, StandardCharsets.UTF_8).equals(judge)) {
            return true;
        }
        for (int at = end + 1; at < bytes.length && rests.size() < mostNames; at = end + 1) {
            end = endOfLine(bytes, at);
            String[] parts = new String(bytes, at, end - at, StandardCharsets.UTF_8).split(" ", PARTS);
            try {
                int trials = Integer.parseInt(parts[0]);
                int runs = Integer.parseInt(parts[1]);
                int times = Integer.parseInt(parts[2]);
                if (parts.length < PARTS || trials < 0 || trials > MOST_TRIALS || runs < 0 || times < 1) {
                    return false;
                }
                rests.put(parts[PARTS - 1], new Rest(trials, runs, times, Long.parseLong(parts[3]),
                        Long.parseLong(parts[4]), Long.parseUnsignedLong(parts[5], 16)));
            } catch (RuntimeException malformed) {
                return false;
            }
        }
        return true;
    }

    private void sayIfAsked(String what) {
        if (!isAuto) {
            say(what);
        }
    }

    private void say(String what) {
        if (!isSaid) {
            isSaid = true;
            LastWords.say("what is remembered in " + file + " " + what);
        }
    }

    private static String checksum(byte[] bytes, int from) {
        CRC32 sum = new CRC32();
        sum.update(bytes, from, bytes.length - from);
        return Long.toHexString(sum.getValue());
    }

    private static Path cache() {
        String cache = System.getenv("XDG_CACHE_HOME");
        boolean isNamed = cache != null && new File(cache).isAbsolute(); // others are to be ignored, says its specification
        return (isNamed ? Path.of(cache) : Path.of(System.getProperty("user.home"), ".cache")).resolve("sim")
                .toAbsolutePath();
    }

    /** The name of the file for an application, whose name may contain any character. Different names give different files. */
    private static String fileName(String application) {
        String plain = application.replaceAll("[^A-Za-z0-9._-]", "_");
        return (plain.length() > 100 ? plain.substring(0, 100) : plain)
                + (plain.equals(application) && plain.length() <= 100
                        ? ""
                        : "-" + Integer.toHexString(application.hashCode()));
    }
}
