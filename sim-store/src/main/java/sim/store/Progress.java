package sim.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import sim.store.StoreProgress.Removal;

/** What the upkeep does and did: its thread writes, any thread reads without waiting for it. */
final class Progress {
    /** Removals that are told. */
    private static final int MOST = 20;

    private final Deque<Removal> removed = new ArrayDeque<>();
    private String doing;
    /** When the last round began that was completed. */
    private long completedNanos = System.nanoTime();
    private long begunNanos;
    private int slots;
    private int segments;
    private long segmentBytes;
    private List<String> damaged = List.of();
    private List<String> stuck = List.of();

    synchronized void begin() {
        begunNanos = System.nanoTime();
    }

    /** Says what is being done: a noun and how much of it. */
    synchronized void doing(String what) {
        doing = what;
    }

    synchronized void removed(Removal removal) {
        removed.addFirst(removal);
        if (removed.size() > MOST) { // what was not expected is told for longest
            Removal expected = null;
            for (Removal each : removed) {
                expected = each.why().equals("--keep") ? each : expected;
            }
            removed.remove(expected == null ? removed.getLast() : expected);
        }
    }

    /** Slots that cannot become segments, and why. */
    synchronized void stuck(List<String> slots) {
        stuck = slots;
    }

    /** Nothing is left to do. */
    synchronized void completed() {
        completedNanos = begunNanos;
    }

    synchronized void rests(Manifest manifest) {
        doing = null;
        slots = manifest.slots.size();
        segments = manifest.segments.size();
        segmentBytes = manifest.segments.stream().mapToLong(Segment::bytes).sum();
        damaged(manifest);
    }

    /** What is set aside; of what may come back it says so. */
    synchronized void damaged(Manifest manifest) {
        damaged = manifest.damaged.stream()
                .map(each -> each.file() + (manifest.isUnreadable(each) ? " (it cannot be read now)" : "")).toList();
    }

    synchronized StoreProgress told(boolean isClockInDoubt) {
        return new StoreProgress(doing, System.nanoTime() - completedNanos, slots, segments, segmentBytes, damaged,
                stuck, isClockInDoubt, new ArrayList<>(removed));
    }
}
