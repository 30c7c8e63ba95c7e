package sim.server.ingest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import sim.model.payload.ControlObject;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadRow;
import sim.model.payload.ScriptAnswer;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.StackRecord;
import sim.wire.Batch;
import sim.wire.Section;
import sim.wire.Sections;

/**
 * Replaces what patterns of the server's owner find in values and texts, before they are stored. Applications replace secrets themselves; this
 * catches what their rules missed, and counts it. Any thread.
 */
public final class SecondNet {
    /** Stores what came. */
    public static final SecondNet NONE = new SecondNet(List.of());
    private static final String MARK = "[redacted]";
    /** No name of a Java class begins so: what follows is a text that splits the call tree. */
    private static final String SPLIT = "split:";

    private final List<Pattern> patterns;
    private final AtomicLong caught = new AtomicLong();

    /** Throws IllegalArgumentException with one line at a pattern that is none. */
    public SecondNet(List<String> patterns) {
        try {
            this.patterns = patterns.stream().map(Pattern::compile).toList();
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException("--redact-pattern " + wrong.getPattern() + " is no regular expression: "
                    + wrong.getDescription());
        }
    }

    /** Texts in which something was replaced. */
    public long caught() {
        return caught.get();
    }

    /** The batch as it may be stored. */
    Batch clean(Batch batch) {
        if (patterns.isEmpty()) {
            return batch;
        }
        Batch clean = cleaned(batch, Sections.CONTEXTS, this::context);
        clean = cleaned(clean, Sections.EVENTS, each -> new EventRecord(each.name(), each.timeMicros(), each.context(),
                each.thread(), values(each.values())));
        clean = cleaned(clean, Sections.INVOCATIONS, each -> each.exception() == null
                ? each
                : new Invocation(each.node(), each.context(), each.thread(), each.beginMicros(), each.present(),
                        each.readings(), each.error(), text(each.exception())));
        clean = cleaned(clean, Sections.NAMES, each -> each.owner().startsWith(SPLIT)
                ? new NameEntry(each.id(), each.owner(), text(each.member()), each.isSynchronized())
                : each);
        clean = cleaned(clean, Sections.KINDS,
                each -> new KindRecord(text(each.name()), text(each.tag()), each.contexts(), each.failed(), each.kept(),
                        each.wallNanos(), each.calls(), each.errors(), each.present(), each.totals(), each.rows(),
                        each.longestNanos(), each.buckets()));
        clean = cleaned(clean, Sections.SCRIPT_ANSWERS, each -> new ScriptAnswer(each.request(), each.done(),
                text(each.text()), each.methods(), each.scripts()));
        clean = cleaned(clean, Sections.STACKS, each -> new StackRecord(each.timeMicros(), each.type(), each.node(),
                each.stack(), text(each.message()), text(each.text()), each.reads(), each.contexts()));
        return payloads(clean);
    }

    private Batch payloads(Batch batch) {
        Batch clean = cleaned(batch, Sections.CONTROL_OBJECTS, each -> new ControlObject(each.id(), each.probe(),
                text(each.name()), each.openedMicros(), each.closedMicros(), each.end()));
        clean = cleaned(clean, Sections.PAYLOAD_MINUTES, each -> new PayloadMinute(each.recording(), each.probe(),
                each.minute(), text(each.text()), each.type(), each.object(), each.sum()));
        clean = cleaned(clean, Sections.PAYLOAD_ROWS,
                each -> new PayloadRow(each.recording(), each.probe(), each.node(),
                        text(each.text()), each.sum(), each.buckets()));
        return cleaned(clean, Sections.PAYLOAD_EVENTS,
                each -> new PayloadEvent(each.recording(), each.probe(), each.kind(),
                        each.startMicros(), each.nanos(), each.node(), text(each.text()), each.type(), each.object(),
                        each.thread(),
                        each.context(), each.error()));
    }

    private static <E> Batch cleaned(Batch batch, Section<E> section, UnaryOperator<E> cleaner) {
        List<E> elements = batch.contents().of(section);
        return elements.isEmpty() ? batch : batch.with(section, elements.stream().map(cleaner).toList());
    }

    private ContextRecord context(ContextRecord of) {
        return new ContextRecord(of.id(), of.parent(), text(of.name()), text(of.tag()), of.thread(), of.startMicros(),
                of.endMicros(),
                text(of.error()), values(of.values()), of.calls(), of.errors(), of.present(), of.totals(),
                of.traceHigh(),
                of.traceLow(), of.stays(), of.rows(), of.rest(), of.again());
    }

    private Map<String, Object> values(Map<String, Object> values) {
        Map<String, Object> clean = new LinkedHashMap<>();
        values.forEach((key, value) -> clean.put(key, value instanceof String text ? text(text) : value));
        return clean;
    }

    private String text(String text) {
        String clean = text;
        for (int i = 0; clean != null && i < patterns.size(); i++) {
            clean = patterns.get(i).matcher(clean).replaceAll(MARK);
        }
        if (clean != null && !clean.equals(text)) {
            caught.incrementAndGet();
        }
        return clean;
    }
}
