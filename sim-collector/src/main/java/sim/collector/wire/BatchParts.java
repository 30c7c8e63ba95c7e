package sim.collector.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.EventRecord;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.Standing;
import sim.metrics.snapshot.Verdict;
import sim.metrics.snapshot.Stay;
import sim.metrics.snapshot.TreeRow;

/** A batch as parts. */
final class BatchParts {
    private BatchParts() {}

    static void write(Batch batch, Parts out) {
        out.add(batch.sequence());
        out.add(batch.fromMicros());
        out.add(batch.toMicros() - batch.fromMicros());
        out.add(batch.names().size());
        for (NameEntry name : batch.names()) {
            out.add(name.id());
            out.add(name.owner());
            out.add(name.member());
        }
        out.add(batch.nodes().size());
        for (NodeEntry node : batch.nodes()) {
            out.add(node.id());
            out.add(node.parent());
            out.add(node.name());
        }
        writeRows(batch.rows(), out);
        write(Invocations.of(batch.invocations()), out);
        out.add(batch.contexts().size());
        batch.contexts().forEach(context -> write(context, out));
        out.add(batch.events().size());
        for (EventRecord event : batch.events()) {
            out.add(event.name());
            out.add(event.timeMicros());
            out.add(event.context());
            out.add(event.thread());
            writeValues(event.values(), out);
        }
        out.add(batch.scores().size());
        for (Score score : batch.scores()) {
            out.add(score.name());
            out.add(score.standing().ordinal());
            out.add(score.balance());
            out.add(score.trials());
        }
        out.add(batch.verdicts().size());
        for (Verdict verdict : batch.verdicts()) {
            out.add(verdict.name());
            out.add(verdict.sequence());
            out.add(verdict.timeMicros() - batch.fromMicros());
            out.add(verdict.from().ordinal());
            out.add(verdict.to().ordinal());
            out.add(verdict.balance());
            out.add(verdict.reason());
        }
        out.add(batch.platform().size());
        for (PlatformSample sample : batch.platform()) {
            out.add(sample.timeMicros());
            writeValues(sample.values(), out);
        }
        out.add(batch.counters().size());
        batch.counters().forEach((kind, count) -> {
            out.add(kind);
            out.add(count);
        });
    }

    static Batch read(Parts in) throws WireException {
        long sequence = in.next();
        long from = in.next();
        long to = from + in.next();
        List<NameEntry> names = list(in, p -> new NameEntry(p.nextInt(), p.requireText(), p.requireText()));
        List<NodeEntry> nodes = list(in, p -> new NodeEntry(p.nextInt(), p.nextInt(), p.nextInt()));
        return new Batch(sequence, from, to, names, nodes, list(in, new RowParts()::read),
                readInvocations(in), list(in, BatchParts::readContext),
                list(in, p -> new EventRecord(p.requireText(), p.next(), p.next(), p.requireText(), readValues(p))),
                list(in, p -> new Score(p.nextInt(), standing(p), p.next(), p.nextInt())),
                list(in, p -> new Verdict(p.nextInt(), p.next(), from + p.next(), standing(p), standing(p), p.next(),
                        p.requireText())),
                list(in, BatchParts::readSample), readCounters(in));
    }

    /** They are packed already, apart from their texts. */
    private static void write(Invocations calls, Parts out) {
        out.add(calls.size());
        out.add(calls.texts().size());
        calls.texts().forEach(out::add);
        out.add(calls.bytes());
    }

    private static Invocations readInvocations(Parts in) throws WireException {
        int size = in.nextInt();
        List<String> texts = list(in, Parts::requireText);
        try {
            return Invocations.unpacked(size, in.nextBytes(), texts);
        } catch (IllegalArgumentException malformed) {
            throw new WireException(malformed.getMessage());
        }
    }

    private static void writeRows(List<TreeRow> rows, Parts out) {
        out.add(rows.size());
        RowParts parts = new RowParts();
        rows.forEach(row -> parts.write(row, out));
    }

    private static Standing standing(Parts in) throws WireException {
        return in.nextOf(Standing.values());
    }

    private static void write(ContextRecord context, Parts out) {
        out.add(context.id());
        out.add(context.parent());
        out.add(context.name());
        out.add(context.tag());
        out.add(context.thread());
        out.add(context.startMicros());
        out.add(context.endMicros());
        out.add(context.error());
        writeValues(context.values(), out);
        out.add(context.calls());
        out.add(context.errors());
        MeasureParts.write(context.present(), context.totals(), out);
        out.add(context.traceHigh());
        out.add(context.traceLow());
        out.add(context.stays().size());
        for (Stay stay : context.stays()) {
            out.add(stay.thread());
            out.add(stay.startMicros() - context.startMicros());
            out.add(stay.endMicros() == 0 ? -1 : Math.max(0, stay.endMicros() - stay.startMicros()));
            out.add(stay.times());
        }
        writeRows(context.rows(), out);
    }

    private static ContextRecord readContext(Parts in) throws WireException {
        long id = in.next();
        long parent = in.next();
        String name = in.requireText();
        String tag = in.requireText();
        String thread = in.requireText();
        long start = in.next();
        long end = in.next();
        String error = in.nextText();
        Map<String, Object> values = readValues(in);
        long calls = in.next();
        long errors = in.next();
        int present = MeasureParts.readPresent(in);
        long[] totals = MeasureParts.read(present, in);
        return new ContextRecord(id, parent, name, tag, thread, start, end, error, values, calls, errors, present,
                totals, in.next(), in.next(), list(in, p -> readStay(p, start)), list(in, new RowParts()::read));
    }

    private static Stay readStay(Parts in, long contextStart) throws WireException {
        String thread = in.requireText();
        long start = contextStart + in.next();
        long length = in.next();
        return new Stay(thread, start, length < 0 ? 0 : start + length, in.next());
    }

    private static PlatformSample readSample(Parts in) throws WireException {
        long time = in.next();
        Map<String, Double> values = new LinkedHashMap<>();
        for (Map.Entry<String, Object> value : readValues(in).entrySet()) {
            if (!(value.getValue() instanceof Number)) {
                throw new WireException("a platform measure is no number: " + value.getKey());
            }
            values.put(value.getKey(), ((Number) value.getValue()).doubleValue());
        }
        return new PlatformSample(time, values);
    }

    private static Map<String, Long> readCounters(Parts in) throws WireException {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int left = in.nextCount(); left > 0; left--) {
            counters.put(in.requireText(), in.next());
        }
        return counters;
    }

    private static void writeValues(Map<String, ?> values, Parts out) {
        out.add(values.size());
        values.forEach((key, value) -> {
            out.add(key);
            out.addScalar(value);
        });
    }

    private static Map<String, Object> readValues(Parts in) throws WireException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int left = in.nextCount(); left > 0; left--) {
            values.put(in.requireText(), in.nextScalar());
        }
        return values;
    }

    private static <T> List<T> list(Parts in, Element<T> element) throws WireException {
        int count = in.nextCount();
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.read(in));
        }
        return list;
    }

    private interface Element<T> {
        T read(Parts in) throws WireException;
    }
}
