package sim.metrics.payload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sim.metrics.meter.Clock;

/** Which probes record, and what is not drained yet. Any thread; never on the path of a payload. */
final class Recordings {
    /** All probes, also those that appear later. */
    static final String ALL = "all";
    /** Words that fit no probe yet. */
    private static final int MOST_WANTED = 1_000;

    private final List<Recording> open = new ArrayList<>();
    private final List<Recording> ending = new ArrayList<>();
    private final Set<String> wanted = new HashSet<>();
    private final Set<String> wantedEvents = new HashSet<>();
    private final Memory memory;
    private final Mishaps mishaps;
    private final PayloadBounds bounds;
    private long lastId;

    Recordings(Memory memory, Mishaps mishaps, PayloadBounds bounds) {
        this.memory = memory;
        this.mishaps = mishaps;
        this.bounds = bounds;
    }

    /** Begins to record what is called so, and what will be. Returns how many probes it concerned. */
    synchronized int start(String word, boolean events, List<KnownProbe> probes) {
        if (wanted.size() < MOST_WANTED || wanted.contains(word)) {
            wanted.add(word);
            if (events) {
                wantedEvents.add(word);
            } else {
                wantedEvents.remove(word);
            }
        }
        long id = lastId + 1;
        int found = 0;
        for (KnownProbe probe : probes) {
            if (word.equals(ALL) || probe.isCalled(word)) {
                found++;
                if (probe.recording == null) {
                    begin(id, probe, events);
                } else {
                    probe.recording.keepEvents(events);
                }
            }
        }
        return found;
    }

    /** Ends it. */
    synchronized int stop(String word, List<KnownProbe> probes) {
        if (word.equals(ALL)) {
            wanted.clear();
            wantedEvents.clear();
        }
        wanted.remove(word);
        wantedEvents.remove(word);
        long now = Clock.epochMicros();
        int found = 0;
        for (KnownProbe probe : probes) {
            Recording recording = probe.recording;
            if (recording != null && (word.equals(ALL) || probe.isCalled(word))) {
                found++;
                probe.recording = null;
                recording.end(now);
                open.remove(recording);
                ending.add(recording);
            }
        }
        return found;
    }

    /** A probe was met: it records if somebody wanted that before. */
    synchronized void met(KnownProbe probe) {
        for (String word : wanted) {
            if (probe.recording == null && (word.equals(ALL) || probe.isCalled(word))) {
                begin(Math.max(1, lastId), probe, wantedEvents.contains(word));
            }
        }
    }

    private void begin(long id, KnownProbe probe, boolean events) {
        lastId = id;
        Recording begun = new Recording(id, probe, Clock.epochMicros(), events, memory, mishaps, bounds);
        open.add(begun);
        probe.recording = begun;
    }

    synchronized boolean isAny() {
        return !open.isEmpty();
    }

    /** Whether something is wanted that may appear. */
    synchronized boolean isWanted() {
        return !wanted.isEmpty();
    }

    synchronized List<Recording> open() {
        return List.copyOf(open);
    }

    synchronized List<Recording> all() {
        List<Recording> all = new ArrayList<>(open);
        all.addAll(ending);
        return all;
    }

    synchronized void forget(Recording recording) {
        ending.remove(recording);
    }
}
