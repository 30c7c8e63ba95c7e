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

/**
 * Finds segments that were set aside and are sound again: the file can be read, it is back, or a sound copy is in its place. The upkeep's thread.
 */
final class Returned {
    private final Path folder;
    /** When each file was changed last whose bytes were found to be other ones: only then they are read again. */
    private final Map<String, String> wrong = new HashMap<>();
    /** How many it began with: it goes on behind them, so that one that takes long keeps no other from its turn. */
    private int begun;

    Returned(Path folder) {
        this.folder = folder;
    }

    /**
     * What is to be noted: null for a segment that is sound; what is wrong with one of which only was known that it could not be read; that one cannot be read now.
     *
     * @param patienceNanos after so long it begins with none
     */
    Map<String, String> look(Manifest manifest, long patienceNanos) {
        List<Segment> all = new ArrayList<>(manifest.damaged);
        wrong.keySet().retainAll(all.stream().map(Segment::file).toList());
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
            if (time.equals(wrong.get(segment.file()))) {
                return;
            }
            found = SegmentCheck.wrong(folder, segment);
            if (found != null && !SegmentCheck.isUnreadable(found)) {
                wrong.put(segment.file(), time);
            }
        }
        if (found == null || wasUnreadable != SegmentCheck.isUnreadable(found)) {
            changed.put(segment.file(), found);
        }
    }
}
