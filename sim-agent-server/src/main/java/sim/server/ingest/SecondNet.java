package sim.server.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import sim.wire.Batch;
import sim.wire.Section;

/**
 * Replaces what patterns of the server's owner find in values and texts, before they are stored. Applications replace secrets themselves; this
 * catches what their rules missed, and counts it. Any thread.
 */
public final class SecondNet {
    /** Stores what came. */
    public static final SecondNet NONE = new SecondNet(List.of());
    private static final String MARK = "[redacted]";

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
        Batch clean = batch;
        for (Section<?> section : batch.contents().sections()) {
            clean = clean(clean, section);
        }
        return clean;
    }

    private <E> Batch clean(Batch batch, Section<E> section) {
        List<E> elements = batch.contents().of(section);
        List<E> clean = new ArrayList<>(elements.size());
        boolean isOther = false;
        for (E each : elements) {
            E cleaned = section.cleaned(each, this::text);
            isOther |= cleaned != each;
            clean.add(cleaned);
        }
        return isOther ? batch.with(section, clean) : batch;
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
