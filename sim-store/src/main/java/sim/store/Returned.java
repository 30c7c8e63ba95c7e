package sim.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds segments that were set aside and are sound again: the file can be read, it is back, or a sound copy is in its place. The upkeep's thread.
 */
final class Returned {
    /** Between two tries to read a file, at first: about a round. */
    private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Path folder;
    /** When each file was changed last whose bytes were found to be other ones: only then they are read again. */
    private final Map<String, String> wrong = new HashMap<>();
    /** Files that could not be read to their ends: to try that may take a disk seconds. */
    private final Map<String, Pause> pauses = new HashMap<>();
    private final Reading reading;
    private final LongSupplier nanos;
    /** How many it began with: it goes on behind them, so that one that takes long keeps no other from its turn. */
    private int begun;

    Returned(Path folder) {
        this(folder, SegmentCheck::wrong, System::nanoTime);
    }

    Returned(Path folder, Reading reading, LongSupplier nanos) {
        this.folder = folder;
        this.reading = reading;
        this.nanos = nanos;
    }

    /**
     * What is to be noted: null for a segment that is sound; what is wrong with one of which only was known that it could not be read; that one cannot be read now.
     *
     * @param patienceNanos after so long it begins with none
     */
    Map<String, String> look(Manifest manifest, long patienceNanos) {
        List<Segment> all = new ArrayList<>(manifest.damaged);
        wrong.keySet().retainAll(all.stream().map(Segment::file).toList());
        pauses.keySet().retainAll(all.stream().map(Segment::file).toList());
        Collections.rotate(all, -begun);
        Map<String, String> changed = new LinkedHashMap<>();
        long start = System.nanoTime();
        for (Segment each : all) {
            if (System.nanoTime() - start >= patienceNanos) {
                break;
            }
            begun = (begun + 1) % all.size();
            try {
                look(each, manifest.isUnreadable(each), changed);
            } catch (IOException passing) {
                // it stays as it is
            }
        }
        return changed;
    }

    /** Looks at each again, whatever was found of it before. */
    void forget() {
        wrong.clear();
        pauses.clear();
    }

    /** When a file was changed. A copy may have the time of its original; when it was put there it cannot. */
    private static String changed(Path file) throws IOException {
        String put = "";
        try {
            put = " " + Files.getAttribute(file, "unix:ctime") + " " + Files.getAttribute(file, "unix:ino");
        } catch (UnsupportedOperationException | IllegalArgumentException other) {
            // there is no such attribute on this system
        }
        return Files.getLastModifiedTime(file) + put;
    }

    private void look(Segment segment, boolean wasUnreadable, Map<String, String> changed) throws IOException {
        String found = SegmentCheck.wrongAtSight(folder, segment);
        if (found == null) {
            String time = changed(folder.resolve(segment.file()));
            Pause pause = pauses.get(segment.file());
            boolean isSame = pause != null && pause.changed.equals(time);
            if (time.equals(wrong.get(segment.file())) || isSame && nanos.getAsLong() - pause.untilNanos < 0) {
                return;
            }
            found = reading.wrong(folder, segment);
            pauses.remove(segment.file());
            if (SegmentCheck.isUnreadable(found)) {
                long length = isSame ? Math.min(2 * pause.nanos, LONGEST_NANOS) : SHORTEST_NANOS;
                pauses.put(segment.file(), new Pause(time, length, nanos.getAsLong() + length));
            } else if (found != null) {
                wrong.put(segment.file(), time);
            }
        }
        if (found == null || wasUnreadable != SegmentCheck.isUnreadable(found)) {
            changed.put(segment.file(), found);
        }
    }

    /** Reads a file to its end and says what is wrong with it. */
    interface Reading {
        String wrong(Path folder, Segment segment) throws IOException;
    }

    /** @param changed when the file was changed last, as it was tried: another one is tried at once */
    private record Pause(String changed, long nanos, long untilNanos) {}
}
