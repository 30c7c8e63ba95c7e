package sim.payload.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.base.meter.Clock;

/** The recordings that are open or not drained yet, and the words that start further ones. Any thread; never on the path of a payload. */
final class Recordings {
    /** The word for all probes, also those that appear later. */
    static final String ALL = "all";
    /** The most words that are kept as started, and the most that are kept as stopped. */
    private static final int MOST_WANTED = 1_000;

    private final List<Recording> open = new ArrayList<>();
    private final List<Recording> ending = new ArrayList<>();
    /** Words that were started: a probe that appears later and fits one records too. */
    private final Map<String, Wanted> wanted = new HashMap<>();
    /** Words that were stopped. A probe that fits one does not start again because a wider word was started. */
    private final Set<String> unwanted = new HashSet<>();
    private final PayloadMemory memory;
    private final Mishaps mishaps;
    private final PayloadBounds bounds;
    private long lastId;

    Recordings(PayloadMemory memory, Mishaps mishaps, PayloadBounds bounds) {
        this.memory = memory;
        this.mishaps = mishaps;
        this.bounds = bounds;
    }

    /**
     * What a word asks for.
     *
     * @param events whether to keep single events too
     * @param id the number under which its probes record; 0 before the first of them
     */
    private record Wanted(boolean events, long id) {}

    /** Starts to record the probes that a word names, also those that appear later. Returns how many there are now. */
    synchronized int start(String word, boolean events, List<KnownProbe> probes) {
        Wanted before = wanted.get(word);
        long known = before == null ? 0 : before.id;
        long next = lastId + 1;
        int found = 0;
        for (KnownProbe probe : probes) {
            if (isMeant(probe, word)) {
                found++;
                unwanted.removeIf(probe::isCalled);
                if (probe.recording == null) {
                    begin(next, probe, events);
                    known = next;
                } else {
                    probe.recording.keepEvents(events);
                }
            }
        }
        unwanted.remove(word);
        if (word.equals(ALL)) {
            unwanted.clear();
        }
        if (before != null || wanted.size() < MOST_WANTED) {
            wanted.put(word, new Wanted(events, known));
        }
        return found;
    }

    /** Stops recording the probes that a word names. Returns how many stopped. */
    synchronized int stop(String word, List<KnownProbe> probes) {
        if (word.equals(ALL)) {
            wanted.clear();
        }
        wanted.remove(word);
        if (wanted.isEmpty()) {
            unwanted.clear();
        } else if (unwanted.size() < MOST_WANTED) {
            unwanted.add(word);
        }
        long now = Clock.epochMicros();
        int found = 0;
        for (KnownProbe probe : probes) {
            Recording recording = probe.recording;
            if (recording != null && isMeant(probe, word)) {
                found++;
                probe.recording = null;
                recording.end(now);
                probe.splits.forget();
                open.remove(recording);
                ending.add(recording);
            }
        }
        return found;
    }

    /**
     * Called when SIM meets a probe's class, which may be a second class of the same name. Starts to record the probe if a word that was
     * started fits it, and none that was stopped.
     */
    synchronized void met(KnownProbe probe) {
        if (probe.recording != null || unwanted.stream().anyMatch(probe::isCalled)) {
            return;
        }
        for (Map.Entry<String, Wanted> each : wanted.entrySet()) {
            if (isMeant(probe, each.getKey())) {
                long id = each.getValue().id;
                // never into a recording of this probe that has ended
                begin(id > probe.lastRecording ? id : lastId + 1, probe, each.getValue().events);
                each.setValue(new Wanted(each.getValue().events, probe.lastRecording));
                return;
            }
        }
    }

    private static boolean isMeant(KnownProbe probe, String word) {
        return word.equals(ALL) || probe.isCalled(word);
    }

    private void begin(long id, KnownProbe probe, boolean events) {
        lastId = Math.max(lastId, id);
        probe.lastRecording = id;
        probe.splits.forget();
        Recording begun = new Recording(id, probe, Clock.epochMicros(), events, memory, mishaps, bounds);
        open.add(begun);
        probe.recording = begun;
    }

    synchronized boolean isAny() {
        return !open.isEmpty();
    }

    /** Whether a probe that appears later may have to record. */
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
