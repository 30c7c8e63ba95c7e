package sim.store;

import java.util.List;
import java.util.function.BiConsumer;
import sim.model.snapshot.InvocationCursor;
import sim.model.snapshot.Invocations;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.wire.Batch;
import sim.wire.Section;
import sim.wire.Wire;

/**
 * Finds what is wrong with a batch: a repeated id, an unknown place, a count below zero. If such a row were stored, it would
 * disappear from every view or appear several times.
 */
final class BatchCheck {
    /** The most parcels that a spool may have dropped between two batches: a collector takes years to make that many. */
    private static final long LONGEST_JUMP = 1L << 30;
    /** Agents cut the class and the method of a name to this many characters each, because every question reads them. */
    private static final int LONGEST_NAME = 1_000;
    /** Names of an instance, and nodes: an agent has 100,000 and 20,000 if nobody asks for more. */
    private static final int MOST_IDS = 10_000_000;
    /** The end of the year 9999, us. */
    private static final long LAST_MICROS = 253_402_300_799_999_999L;

    private final Instance instance;
    private final Batch batch;
    private int lastName;
    private int lastNode;

    private BatchCheck(Instance instance, Batch batch) {
        this.instance = instance;
        this.batch = batch;
    }

    /** One line that names what is wrong with the ids it brings, or null. */
    static String dictionary(Instance instance, Batch batch) {
        return why(() -> new BatchCheck(instance, batch).dictionary());
    }

    /** One line that names what is wrong with it, or null. */
    static String all(Instance instance, Batch batch) {
        return why(() -> {
            BatchCheck check = new BatchCheck(instance, batch);
            check.dictionary();
            check.rest();
        });
    }

    /** Whether its sequence is further ahead than a collector's can be. */
    static boolean jumps(Instance instance, Batch batch) {
        return batch.sequence() - instance.lastSequence() > LONGEST_JUMP;
    }

    private static String why(Runnable check) {
        try {
            check.run();
            return null;
        } catch (Wrong wrong) {
            return wrong.getMessage();
        }
    }

    private void dictionary() {
        lastName = instance.lastName();
        int before = 0;
        for (NameEntry name : batch.names()) {
            lastName = next("name", name.id(), before, instance.lastName(), lastName);
            before = name.id();
            length(name, name.owner());
            length(name, name.member());
        }
        lastNode = instance.lastNode();
        before = 0;
        for (NodeEntry node : batch.nodes()) {
            lastNode = next("node", node.id(), before, instance.lastNode(), lastNode);
            before = node.id();
            expect(node.parent() >= 0 && node.parent() < node.id(), "the parent of node " + node.id(), node.parent());
            name(node.name());
        }
    }

    /** Ids are dense: behind those that are known comes the next one, and none comes twice. */
    private static int next(String what, int id, int before, int known, int last) {
        expect(id > 0 && id <= MOST_IDS, "the number of a " + what, id);
        if (id <= before) {
            throw new Wrong(
                    id == before ? what + " " + id + " comes twice" : what + " " + id + " comes after " + before);
        }
        if (id <= known) {
            return last; // compared with what is stored
        }
        if (id != last + 1) {
            throw new Wrong(what + " " + id + " comes after " + last + ": some are missing");
        }
        return id;
    }

    private static void length(NameEntry name, String text) {
        expect(text.length() <= LONGEST_NAME, "the length of name " + name.id(), text.length());
    }

    private void rest() {
        long weight = batch.contents().weight();
        expect(weight <= Wire.MAX_WEIGHT, "the weight of the batch", weight);
        expect(!jumps(instance, batch), "after sequence " + instance.lastSequence() + " the sequence",
                batch.sequence());
        time("the end of the batch", batch.toMicros());
        expect(batch.fromMicros() <= batch.toMicros(), "the beginning of the batch", batch.fromMicros());
        time("the beginning of the batch", batch.fromMicros());
        time("when the batch was sent", batch.sentMicros());
        for (Table<?> table : Tables.ALL) {
            for (Part<?> part : table.checks()) {
                part.of(batch, this);
            }
        }
        InvocationCursor calls = Invocations.of(batch.invocations()).cursor();
        while (calls.next()) {
            node(calls.node());
            time("the beginning of a call", calls.beginMicros());
        }
    }

    /** A time that is none would spoil the sums of a whole slot: it is refused with its batch. */
    static void time(String what, long micros) {
        expect(micros >= 0 && micros <= LAST_MICROS, what, micros);
    }

    /** The same in minutes since the epoch. */
    static void minute(String what, long minute) {
        expect(minute >= 0 && minute <= LAST_MICROS / 60_000_000, what, minute);
    }

    /** A node, or the top. */
    void place(int node) {
        if (node != 0) {
            node(node);
        }
    }

    void rows(List<TreeRow> rows) {
        for (TreeRow row : rows) {
            row(row, true);
        }
    }

    static void buckets(int node, long[] buckets) {
        for (int i = 1; i < buckets.length; i += 2) {
            expect(buckets[i] >= 0, "the histogram of node " + node, buckets[i]);
        }
    }

    void row(TreeRow row, boolean isOfPlace) {
        if (isOfPlace) {
            node(row.node());
        }
        calls("of node " + row.node(), row.count(), row.errors());
        buckets(row.node(), row.buckets());
        Unread unread = row.unread();
        if (!unread.isNothing()) {
            expect(unread.time() >= 0 && unread.time() <= row.count(), "the untimed calls of node " + row.node(),
                    unread.time());
            expect(unread.cpu() >= 0 && unread.cpu() <= row.count(),
                    "the calls without CPU time of node " + row.node(), unread.cpu());
            expect(unread.contention() >= 0 && unread.contention() <= row.count(),
                    "the calls without contention of node " + row.node(), unread.contention());
            expect((unread.mixed() & ~MeasureGroup.EVERY) == 0, "the mixed groups of node " + row.node(),
                    unread.mixed());
        }
    }

    static void calls(String where, long calls, long errors) {
        expect(calls >= 0, "the calls " + where, calls);
        expect(errors >= 0, "the failed calls " + where, errors);
    }

    void node(int node) {
        expect(node > 0 && node <= lastNode, "a node that was never introduced", node);
    }

    void name(int name) {
        expect(name > 0 && name <= lastName, "a name that was never introduced", name);
    }

    static void expect(boolean holds, String what, long value) {
        if (!holds) {
            throw new Wrong(what + " is " + value);
        }
    }

    /**
     * What holds for each element of a section. A {@link Table} has it beside the rows that are made of them.
     *
     * @param each calls a method of the check for each id, time and number of an element
     */
    record Part<E>(Section<E> section, BiConsumer<E, BatchCheck> each) {
        private void of(Batch batch, BatchCheck check) {
            for (E element : batch.contents().of(section)) {
                each.accept(element, check);
            }
        }
    }

    private static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message, null, false, false);
        }
    }
}
