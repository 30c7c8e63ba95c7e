package sim.store;

import java.util.List;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.InvocationCursor;
import sim.model.snapshot.Invocations;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Stay;
import sim.model.snapshot.StackRecord;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.model.snapshot.Verdict;
import sim.model.text.Text;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
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
        times();
        rows(batch.rows());
        for (HistogramRow row : batch.histograms()) {
            node(row.node());
            buckets(row.node(), row.buckets());
        }
        for (ContextRecord context : batch.contexts()) {
            calls("of a context", context.calls(), context.errors());
            for (Stay stay : context.stays()) {
                expect(stay.times() >= 0, "the stays of a context", stay.times());
            }
            rows(context.rows());
            if (context.rest() != null) {
                calls("elsewhere in a context", context.rest().calls(), context.rest().errors());
                expect(context.rest().places() >= 0, "the places elsewhere in a context", context.rest().places());
            }
        }
        for (KindRecord kind : batch.kinds()) {
            expect(kind.contexts() >= 0, "the contexts of a kind", kind.contexts());
            expect(kind.failed() >= 0, "the failed contexts of a kind", kind.failed());
            expect(kind.kept() >= 0, "the kept contexts of a kind", kind.kept());
            calls("of a kind", kind.calls(), kind.errors());
            expect(kind.wallNanos() >= 0, "the time of a kind", kind.wallNanos());
            expect(kind.longestNanos() >= 0, "the longest duration of a kind", kind.longestNanos());
            for (int i = 1; i < kind.buckets().length; i += 2) {
                expect(kind.buckets()[i] >= 0, "the histogram of a kind", kind.buckets()[i]);
            }
            for (TreeRow row : kind.rows()) { // node 0 is all places past a bound
                row(row, row.node() != 0);
            }
        }
        for (Score score : batch.scores()) {
            name(score.name());
            expect(score.trials() >= 0, "the trials of name " + score.name(), score.trials());
            expect(score.oneIn() > 0, "the calls of which one is read of name " + score.name(), score.oneIn());
            expect((score.groups() & ~MeasureGroup.EVERY) == 0, "the groups read of name " + score.name(),
                    score.groups());
        }
        batch.counters().forEach((kind, count) -> expect(count >= 0, "the counter " + Text.cut(kind, 100), count));
        for (Verdict verdict : batch.verdicts()) {
            name(verdict.name());
        }
        for (FailureRecord failure : batch.contents().of(Sections.FAILURES)) {
            place(failure.node());
            expect(failure.count() >= 0, "the exceptions at node " + failure.node(), failure.count());
        }
        for (StackRecord stack : batch.contents().of(Sections.STACKS)) {
            place(stack.node());
            time("the time of a stack", stack.timeMicros());
            expect(stack.reads() >= 0, "the reads of a stack", stack.reads());
        }
        payloads();
        InvocationCursor calls = Invocations.of(batch.invocations()).cursor();
        while (calls.next()) {
            node(calls.node());
            time("the beginning of a call", calls.beginMicros());
        }
    }

    /** A time that is none would spoil the sums of a whole slot: it is refused with its batch. */
    private void times() {
        time("the beginning of the batch", batch.fromMicros());
        time("when the batch was sent", batch.sentMicros());
        for (ContextRecord context : batch.contexts()) {
            time("the beginning of a context", context.startMicros());
            time("the end of a context", context.endMicros());
            for (Stay stay : context.stays()) {
                time("the beginning of a stay", stay.startMicros());
                time("the end of a stay", stay.endMicros());
            }
        }
        batch.events().forEach(event -> time("the time of an event", event.timeMicros()));
        batch.verdicts().forEach(verdict -> time("the time of a verdict", verdict.timeMicros()));
        batch.platform().forEach(sample -> time("the time of a sample", sample.timeMicros()));
        Contents contents = batch.contents();
        contents.of(Sections.CONTROL_OBJECTS).forEach(object -> {
            time("the beginning of a control object", object.openedMicros());
            time("the end of a control object", object.closedMicros());
        });
        contents.of(Sections.PAYLOAD_RECORDINGS).forEach(recording -> {
            time("the beginning of a recording", recording.beginMicros());
            time("the end of a recording", recording.endMicros());
        });
        contents.of(Sections.PAYLOAD_EVENTS).forEach(event -> time("the time of a payload", event.startMicros()));
        contents.of(Sections.PAYLOAD_POINTS).forEach(point -> time("the time of a reading", point.timeMicros()));
        contents.of(Sections.PAYLOAD_MINUTES).forEach(minute -> expect(minute.minute() >= 0
                && minute.minute() <= LAST_MICROS / 60_000_000, "the minute of payloads", minute.minute()));
    }

    private static void time(String what, long micros) {
        expect(micros >= 0 && micros <= LAST_MICROS, what, micros);
    }

    private void payloads() {
        for (PayloadRow row : batch.contents().of(Sections.PAYLOAD_ROWS)) {
            place(row.node());
            sum(row.sum());
        }
        for (ObjectRow row : batch.contents().of(Sections.OBJECT_ROWS)) {
            sum(row.sum());
        }
        for (PayloadMinute minute : batch.contents().of(Sections.PAYLOAD_MINUTES)) {
            sum(minute.sum());
        }
        for (PayloadEvent event : batch.contents().of(Sections.PAYLOAD_EVENTS)) {
            place(event.node());
            expect(event.nanos() >= 0, "the duration of a payload", event.nanos());
        }
    }

    private static void sum(PayloadSum sum) {
        expect(sum.count() >= 0, "the number of payloads", sum.count());
        expect(sum.errors() >= 0, "the number of failed payloads", sum.errors());
        expect(sum.total() >= 0, "the time of payloads", sum.total());
    }

    /** A node, or the top. */
    private void place(int node) {
        if (node != 0) {
            node(node);
        }
    }

    private void rows(List<TreeRow> rows) {
        for (TreeRow row : rows) {
            row(row, true);
        }
    }

    private static void buckets(int node, long[] buckets) {
        for (int i = 1; i < buckets.length; i += 2) {
            expect(buckets[i] >= 0, "the histogram of node " + node, buckets[i]);
        }
    }

    private void row(TreeRow row, boolean isOfPlace) {
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

    private static void calls(String where, long calls, long errors) {
        expect(calls >= 0, "the calls " + where, calls);
        expect(errors >= 0, "the failed calls " + where, errors);
    }

    private void node(int node) {
        expect(node > 0 && node <= lastNode, "a node that was never introduced", node);
    }

    private void name(int name) {
        expect(name > 0 && name <= lastName, "a name that was never introduced", name);
    }

    private static void expect(boolean holds, String what, long value) {
        if (!holds) {
            throw new Wrong(what + " is " + value);
        }
    }

    private static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message, null, false, false);
        }
    }
}
