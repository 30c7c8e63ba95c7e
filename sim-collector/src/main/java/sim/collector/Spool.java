package sim.collector;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.Section;
import sim.wire.Sections;

/**
 * Parcels between the drain and the server's acknowledgement, in order. Bounded in bytes: past the bound, waiting parcels are
 * merged into one, whose rows are sums and lose only their resolution in time. Then single invocations, events and contexts are
 * dropped, the oldest first, and counted by kind. Filled by the collector's thread, emptied by the shipper's.
 */
final class Spool {
    /** The most kept calls in a parcel of the last shipment. */
    private static final int PIECE = 20_000;

    private final long limit;
    private Deque<Parcel> parcels = new ArrayDeque<>();
    private Map<String, Long> dropped = new LinkedHashMap<>();
    private final SpooledContexts contexts = new SpooledContexts();
    private long lastSequence;
    private long bytes;
    /** The number of bytes past which parcels are merged: the limit, or more if the sums, which are never dropped, come near it. */
    private long meltsBeyond;
    private boolean ending;
    private long lastCalls;
    /** Makes the very last parcel. Null until everything was added, and after it was made. */
    private Supplier<Parcel> farewell;
    private final Left left = new Left();
    /** The last parcel of all, with what the farewell said then; null if there was none yet. */
    private Parcel together;
    /** Whether a parcel was divided: then the farewell goes alone. */
    private boolean isDivided;
    /** What the server has stored with {@link #together}. */
    private List<Counter> said = List.of();
    /** The last counters that the server has stored. */
    private List<Counter> known = List.of();

    Spool(long limit) {
        this.limit = limit;
        this.meltsBeyond = limit;
        for (Section<?> section : Sections.ALL) {
            if (section.share() > 0) {
                dropped.put(section.dropCounter(), 0L);
            }
        }
    }

    synchronized void add(Parcel parcel) {
        contexts.came(parcel.contents.of(Sections.CONTEXTS));
        parcels.add(parcel);
        // from here on the parcel is in the spool: later failures are not reported
        bytes += parcel.bytes;
        if (bytes > meltsBeyond) {
            makeRoom();
        }
        notifyAll();
    }

    private void makeRoom() {
        try {
            melt();
        } catch (Throwable full) { // nothing was changed
            try {
                dropBeyond(2 * meltsBeyond);
            } catch (Throwable fuller) {
                // the next parcel tries again
            }
        }
    }

    /** Drops waiting parcels, the oldest first, if there is no memory to merge them. */
    private void dropBeyond(long bound) {
        while (bytes > bound) {
            Parcel oldest = null;
            for (Parcel parcel : parcels) {
                if (oldest == null && parcel.sequence == 0) {
                    oldest = parcel;
                }
            }
            if (oldest == null) {
                return;
            }
            drop(oldest);
        }
    }

    /**
     * Adds the rest, after which nothing comes. Totals go before kept calls, which are cut into pieces that are stored quickly. When nothing
     * else is left, the farewell is made and goes last. A single parcel takes it along, because a program that ends waits for each answer of
     * the server; so does the last of several. The farewell then goes once more only if it has something else to say. What is left is announced before any of it leaves,
     * of a single parcel too: a server that does not get it knows its number. If this fails, all parcels that were added are there as they
     * came, and no farewell is made.
     */
    synchronized void finish(Queue<Parcel> rest, Supplier<Parcel> farewell) {
        for (Parcel parcel = rest.peek(); parcel != null; parcel = rest.peek()) {
            add(parcel);
            rest.remove();
        }
        List<Parcel> waiting = waiting();
        List<Parcel> last = new ArrayList<>();
        for (Parcel parcel : waiting) {
            Contents totals = parcel.contents.without(Sections.INVOCATIONS);
            if (!totals.isEmpty()) {
                last.add(new Parcel(parcel.fromMicros, parcel.toMicros, totals));
            }
        }
        for (Parcel parcel : waiting) {
            addPieces(last, parcel, parcel.contents.of(Sections.INVOCATIONS));
        }
        Parcel withFarewell = null;
        if (last.size() == 1 && !isCalls(last.get(0))) {
            Parcel only = last.get(0);
            withFarewell = new Parcel(only.fromMicros, only.toMicros, only.contents.with(Sections.COUNTERS,
                    farewell.get().contents.of(Sections.COUNTERS)));
            last.set(0, withFarewell);
        }
        if (!Left.line(last).isEmpty()) {
            last.add(0, Left.announcing(last.get(0)));
        }
        Deque<Parcel> after = new ArrayDeque<>(parcels);
        after.removeAll(waiting);
        after.addAll(last);
        long left = 0;
        for (Parcel parcel : after) {
            left += parcel.bytes;
        }
        // nothing is allocated from here on: what failed before has changed nothing, and the caller tries again
        parcels = after;
        bytes = left;
        together = withFarewell;
        this.farewell = farewell;
        notifyAll();
    }

    private static void addPieces(List<Parcel> to, Parcel of, List<Invocation> calls) {
        if (calls.size() > PIECE) {
            addPieces(to, of, calls.subList(0, calls.size() / 2));
            addPieces(to, of, calls.subList(calls.size() / 2, calls.size()));
        } else if (!calls.isEmpty()) {
            to.add(new Parcel(of.fromMicros, of.toMicros, Contents.NONE.with(Sections.INVOCATIONS, calls)));
        }
    }

    /** Called when nothing will be added any more. Kept calls that are not on their way by then are dropped. */
    synchronized void end(long callsUntil) {
        ending = true;
        lastCalls = callsUntil;
        notifyAll();
    }

    /** Waits until there is a parcel or the end has come; false if the time is over before. */
    synchronized boolean hasWork(long millis) throws InterruptedException {
        if (parcels.isEmpty() && !ending) {
            wait(millis);
        }
        return !parcels.isEmpty() || ending;
    }

    /** The oldest parcel, with its sequence. Waits until there is one; null at the end or when the time is over. */
    synchronized Parcel first(long millis) throws InterruptedException {
        if (parcels.isEmpty() && !ending) {
            wait(millis);
        }
        if (ending && System.nanoTime() - lastCalls >= 0) {
            for (Parcel parcel : List.copyOf(parcels)) {
                if (isCalls(parcel)) {
                    drop(parcel);
                }
            }
        }
        if (parcels.isEmpty() && ending && farewell != null) {
            Parcel last = farewell.get();
            if (!last.contents.of(Sections.COUNTERS).equals(said)) {
                add(last);
            }
            farewell = null; // only now: if it failed before, it is made again
        }
        Parcel first = parcels.peek();
        if (first != null && first.sequence == 0) {
            first = telling(first);
            contexts.sent(first.contents.of(Sections.CONTEXTS));
            first.sequence = ++lastSequence;
        }
        return first;
    }

    /** The first parcel with what is behind it, in the last shipment. */
    private Parcel telling(Parcel first) {
        if (farewell == null || first == together) {
            return first;
        }
        boolean isLast = !isDivided && parcels.peekLast() == first;
        Parcel told = left.told(first, parcels, isLast, farewell.get().contents.of(Sections.COUNTERS));
        if (told != first) {
            parcels.remove();
            parcels.addFirst(told);
            bytes += told.bytes - first.bytes;
            together = isLast ? told : together;
        }
        return told;
    }

    /**
     * What the server has not acknowledged, in words; empty if there is nothing. Of what was sent already nobody here knows whether the server has stored it. What
     * the server itself tells as left is the rest: see {@link Left#told}.
     *
     * @param more what did not come here
     */
    synchronized String left(Collection<Parcel> more) {
        List<Parcel> all = new ArrayList<>(parcels);
        List<Parcel> sent = new ArrayList<>(all);
        sent.removeAll(waiting());
        all.addAll(more);
        String unanswered = Left.line(sent);
        return Left.line(all)
                + (unanswered.isEmpty() ? "" : ", of which " + unanswered + " were sent and may have arrived");
    }

    /** What was dropped and in no counter that the server has acknowledged, in words; empty if there is nothing. */
    synchronized String goneUntold() {
        Map<String, Long> gone = dropped();
        for (Counter each : known) {
            Long all = gone.get(each.kind());
            if (all != null) {
                gone.put(each.kind(), all - each.count());
            }
        }
        return Left.line(gone);
    }

    /**
     * A sequence for a batch that must go before {@code first}, which takes the next one instead: it was not stored, so
     * its sequence is still free.
     */
    synchronized long sequenceBefore(Parcel first) {
        long free = first.sequence;
        first.sequence = ++lastSequence;
        return free;
    }

    /**
     * Puts the halves of the first parcel, which cannot be sent, in its place. A single element has none: it is dropped
     * and counted, and false is returned.
     */
    synchronized boolean split(Parcel first) {
        List<Parcel> halves = first.halves();
        if (halves.isEmpty()) {
            drop(first);
            return false;
        }
        Deque<Parcel> after = without(first);
        long more = -first.bytes;
        for (int i = halves.size() - 1; i >= 0; i--) {
            after.addFirst(halves.get(i));
            more += halves.get(i).bytes;
        }
        contexts.unsent(first.contents.of(Sections.CONTEXTS));
        contexts.sent(halves.get(0).contents.of(Sections.CONTEXTS));
        // nothing is allocated from here on
        isDivided = true;
        after.peek().sequence = first.sequence;
        parcels = after;
        bytes += more;
        return true;
    }

    /** Drops a parcel that will not be sent, and counts its content. If there is no memory to count, it stays. */
    synchronized void drop(Parcel parcel) {
        if (!parcels.contains(parcel)) {
            return;
        }
        Map<String, Long> counted = new LinkedHashMap<>(dropped);
        for (Section<?> section : parcel.contents.sections()) {
            countAll(section, parcel.contents, counted);
        }
        List<ContextRecord> records = parcel.contents.of(Sections.CONTEXTS);
        if (!records.isEmpty()) {
            contexts.unsent(records);
            contexts.dropped(records, elements(Sections.CONTEXTS, without(parcel)));
        }
        // nothing is allocated from here on
        dropped = counted;
        parcels.remove(parcel);
        bytes -= parcel.bytes;
    }

    private Deque<Parcel> without(Parcel parcel) {
        Deque<Parcel> others = new ArrayDeque<>(parcels);
        others.remove(parcel);
        return others;
    }

    /** The parcel that was sent under this sequence, or null. */
    synchronized Parcel sent(long sequence) {
        for (Parcel parcel : parcels) {
            if (parcel.sequence == sequence) {
                return parcel;
            }
        }
        return null;
    }

    /** Removes everything up to this sequence, which the server has. */
    synchronized void stored(long sequence) {
        while (!parcels.isEmpty() && parcels.peek().sequence != 0 && parcels.peek().sequence <= sequence) {
            Parcel stored = parcels.peek();
            contexts.stored(stored.contents.of(Sections.CONTEXTS));
            parcels.remove();
            bytes -= stored.bytes;
            if (stored.contents.sections().contains(Sections.COUNTERS)) {
                known = stored.contents.of(Sections.COUNTERS);
            }
            if (stored == together) {
                said = stored.contents.of(Sections.COUNTERS);
            }
            meltsBeyond = Math.max(limit, Math.min(meltsBeyond, bytes + limit / 4));
        }
        lastSequence = Math.max(lastSequence, sequence);
    }

    /** Heap bytes of all waiting parcels. */
    synchronized long bytes() {
        return bytes;
    }

    synchronized boolean isEmpty() {
        return parcels.isEmpty() && farewell == null;
    }

    synchronized Map<String, Long> dropped() {
        Map<String, Long> all = new LinkedHashMap<>(dropped);
        all.put(Sections.CONTEXTS.dropCounter(), contexts.lost());
        return all;
    }

    /** Merges the waiting parcels into one. If that fails, nothing was changed. */
    private void melt() {
        List<Parcel> waiting = waiting();
        if (waiting.isEmpty()) {
            return;
        }
        Deque<Parcel> after = new ArrayDeque<>(parcels);
        after.removeAll(waiting);
        long sent = after.stream().mapToLong(parcel -> parcel.bytes).sum();
        Map<String, Long> counted = new LinkedHashMap<>(dropped);
        Contents kept = Contents.NONE;
        for (Section<?> section : Sections.ALL) {
            kept = section.share() == 0 ? meltedOf(section, waiting, 0, kept, counted) : kept;
        }
        long room = Math.max(0, limit / 2 - sent - kept.bytes());
        List<ContextRecord> records = elements(Sections.CONTEXTS, waiting);
        for (Section<?> section : Sections.ALL) {
            if (section == Sections.CONTEXTS) {
                kept = melted(Sections.CONTEXTS, List.of(contexts.last(records)), room / 8 * section.share(), kept,
                        counted);
            } else {
                kept = section.share() == 0
                        ? kept
                        : meltedOf(section, waiting, room / 8 * section.share(), kept, counted);
            }
        }
        // the clock may have been set back between two of them
        long from = waiting.stream().mapToLong(parcel -> parcel.fromMicros).min().getAsLong();
        long to = waiting.stream().mapToLong(parcel -> parcel.toMicros).max().getAsLong();
        Parcel melted = new Parcel(from, to, kept);
        after.add(melted);
        contexts.dropped(records, kept.of(Sections.CONTEXTS));
        parcels = after;
        dropped = counted;
        bytes = sent + melted.bytes;
        meltsBeyond = bytes <= limit / 4 * 3 ? limit : bytes + limit / 4;
    }

    private List<Parcel> waiting() {
        List<Parcel> waiting = new ArrayList<>();
        for (Parcel parcel : parcels) {
            if (parcel.sequence == 0) {
                waiting.add(parcel);
            }
        }
        return waiting;
    }

    /** Whether a parcel has only kept calls and was not sent yet. */
    private static boolean isCalls(Parcel parcel) {
        return parcel.sequence == 0 && parcel.contents.sections().equals(Set.of(Sections.INVOCATIONS));
    }

    private <E> Contents meltedOf(Section<E> section, List<Parcel> waiting, long room, Contents to,
            Map<String, Long> counted) {
        return melted(section, waiting.stream().map(parcel -> parcel.contents.of(section)).toList(), room, to, counted);
    }

    private <E> Contents melted(Section<E> section, List<List<E>> lists, long room, Contents to,
            Map<String, Long> counted) {
        List<E> melted;
        try {
            melted = section.melt(lists, room);
        } catch (OutOfMemoryError full) {
            throw full; // the parcels stay as they are
        } catch (RuntimeException | Error broken) { // one broken element must not lose the other sections
            lists.forEach(elements -> count(section, amount(section, elements), counted));
            return to;
        }
        if (section.share() > 0) {
            count(section, lists.stream().mapToLong(each -> amount(section, each)).sum() - amount(section, melted),
                    counted);
        }
        return to.with(section, melted);
    }

    /** By how much a section's counter grows; if an element is broken, the number of elements. */
    private static <E> long amount(Section<E> section, List<E> elements) {
        try {
            return section.amount(elements);
        } catch (OutOfMemoryError full) {
            throw full; // nothing is broken: it is counted when there is memory
        } catch (RuntimeException | Error broken) {
            return elements.size();
        }
    }

    private static <E> void countAll(Section<E> section, Contents of, Map<String, Long> to) {
        count(section, amount(section, of.of(section)), to);
    }

    /** All elements of a section, oldest first. */
    private static <E> List<E> elements(Section<E> section, Iterable<Parcel> of) {
        List<E> elements = new ArrayList<>();
        of.forEach(parcel -> elements.addAll(parcel.contents.of(section)));
        return elements;
    }

    /** Counts elements that were dropped. Contexts are counted elsewhere, because one context has several records. */
    private static void count(Section<?> section, long elements, Map<String, Long> to) {
        if (section != Sections.CONTEXTS) {
            to.merge(section.dropCounter(), elements, Long::sum);
        }
    }
}
