package sim.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.Batch;
import sim.wire.FrameCodec;
import sim.wire.WireException;

/**
 * Keeps batches that cannot be stored, as files beside the store: a line with the instance, the sequence and the reason, then the
 * frame. It removes the oldest when there are too many. The committer's thread writes; any thread may read the counts.
 */
final class Quarantine {
    /** Forgotten instances whose batches here may still exist: files cannot be removed in the transaction that removes the rows. */
    static final String FORGOTTEN = "forgotten";
    static final int MOST_FILES = 200;
    static final long MOST_BYTES = 64L << 20;
    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
    private static final long LINE_EVERY_NANOS = 60_000_000_000L;

    private final Path folder;
    private final Deque<Path> files = new ArrayDeque<>();
    private long bytes;
    private long kept;
    private long removed;
    private long saidNanos = System.nanoTime() - LINE_EVERY_NANOS;

    Quarantine(Path directory) throws IOException {
        folder = directory.resolve("quarantine");
        if (Files.isDirectory(folder)) {
            try (Stream<Path> there = Files.list(folder)) {
                List<Path> oldestFirst = there.filter(file -> file.getFileName().toString().endsWith(".frame"))
                        .sorted(Comparator.comparing(Quarantine::written)).toList();
                for (Path file : oldestFirst) {
                    files.add(file);
                    bytes += Files.size(file);
                }
            }
        }
    }

    /**
     * Keeps a batch. The same one again replaces itself.
     *
     * @param jumps whether its sequence is none of its instance's, so that another batch may come to have it
     */
    synchronized void keep(String instance, Batch batch, boolean jumps, String reason) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            OwnFiles.restrict(folder, "rwx------");
        }
        Path file = file(instance, batch.sequence() + (jumps ? "-ahead" : ""));
        Path draft = folder.resolve("draft");
        byte[] content = content(instance, batch, reason);
        try {
            Files.write(draft, content);
            OwnFiles.restrict(draft, "rw-------");
            if (files.remove(file)) {
                bytes -= Database.size(file);
            } else {
                kept++;
            }
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        files.add(file);
        bytes += content.length;
        while (files.size() > MOST_FILES || bytes > MOST_BYTES && files.size() > 1) {
            remove(files.remove());
        }
        if (System.nanoTime() - saidNanos >= LINE_EVERY_NANOS) {
            saidNanos = System.nanoTime();
            LOG.warn("batch {} of {} cannot be stored and is kept as {} ({}); {} so far", batch.sequence(),
                    clean(instance),
                    file, reason, kept);
        }
    }

    /** Why a batch is here; empty when it is not. */
    synchronized String why(String instance, long sequence) {
        Path file = file(instance, String.valueOf(sequence));
        return files.contains(file) ? "it is in the quarantine as " + file.getFileName() : "";
    }

    /** Whatever a peer calls itself, the name is one of a file. */
    private Path file(String instance, String sequence) {
        return folder.resolve(
                UUID.nameUUIDFromBytes(instance.getBytes(StandardCharsets.UTF_8)) + "-" + sequence + ".frame");
    }

    /** Removes the batches of an instance, and says whether all are gone. */
    synchronized boolean forget(String instance) {
        boolean all = true;
        String prefix = UUID.nameUUIDFromBytes(instance.getBytes(StandardCharsets.UTF_8)) + "-";
        for (Path file : List.copyOf(files)) {
            if (file.getFileName().toString().startsWith(prefix)) {
                try {
                    remove(file);
                    files.remove(file);
                } catch (IOException stays) {
                    LOG.warn("the quarantined batch {} stays: {}", file, String.valueOf(stays.getMessage()));
                    all = false;
                }
            }
        }
        return all;
    }

    /**
     * Removes the batches with a context that has a value.
     *
     * @param remarks gets a line if some cannot be read
     * @return the bytes removed
     */
    synchronized long forget(ContextValue value, List<String> remarks) {
        long before = bytes;
        int unread = 0;
        for (Path file : List.copyOf(files)) {
            try {
                if (has(file, value)) {
                    remove(file);
                    files.remove(file);
                }
            } catch (IOException | WireException | RuntimeException failure) {
                unread++;
            }
        }
        if (unread > 0) {
            remarks.add("of the quarantined batches in " + folder + " " + unread
                    + " cannot be read or removed, and may have it; remove them if they may");
        }
        return before - bytes;
    }

    private static boolean has(Path file, ContextValue value) throws IOException, WireException {
        byte[] all = Files.readAllBytes(file);
        int begin = 0;
        while (all[begin++] != '\n') {
            // the line before the frame
        }
        return FrameCodec.decode(Arrays.copyOfRange(all, begin, all.length)) instanceof Batch batch
                && batch.contexts().stream().anyMatch(context -> context.values().entrySet().stream()
                        .anyMatch(each -> each.getKey().equals(value.key())
                                && value.isKeptAs(String.valueOf(each.getValue()))));
    }

    private void remove(Path oldest) throws IOException {
        long size = Database.size(oldest);
        Files.deleteIfExists(oldest);
        bytes -= size; // not of one that stays
        removed++;
    }

    private static byte[] content(String instance, Batch batch, String reason) {
        byte[] line = ("instance " + clean(instance) + ", sequence " + batch.sequence() + ": " + clean(reason) + "\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] frame;
        try {
            frame = FrameCodec.encode(batch);
        } catch (RuntimeException | StackOverflowError cannotTravel) {
            frame = ("it cannot be encoded again: " + clean(String.valueOf(cannotTravel)))
                    .getBytes(StandardCharsets.UTF_8);
        }
        byte[] all = Arrays.copyOf(line, line.length + frame.length);
        System.arraycopy(frame, 0, all, line.length, frame.length);
        return all;
    }

    private static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    private static long written(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException gone) {
            return 0;
        }
    }

    synchronized int files() {
        return files.size();
    }

    synchronized long bytes() {
        return bytes;
    }

    /** Files removed because there were too many. */
    synchronized long removed() {
        return removed;
    }
}
