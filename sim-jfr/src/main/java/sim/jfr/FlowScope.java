package sim.jfr;

import java.util.Map;
import sim.context.Context;
import sim.model.jfr.EntryText;

/** The stay of a flow context on a thread, recorded as a scope. */
final class FlowScope extends RecordingScope {
    /** The most characters of values that a recording keeps. */
    private static final int TEXT_LIMIT = 4096;

    final Context context;

    FlowScope(RecordingScope outer, Entry entries, int added, Context context) {
        super(outer, entries, added);
        this.context = context;
    }

    /** Sets what does not change during the stay. */
    void describe(FlowContextEvent event) {
        event.scope = claimId();
        event.whole = added < 0;
        event.context = context.getName();
        event.tag = context.getTag();
        event.id = context.getId();
    }

    /**
     * The entries of recording contexts that were handed over with the flow context, and the flow context's values as they are now; null if
     * there are none.
     */
    String others() {
        StringBuilder line = new StringBuilder();
        appendOthers(line);
        return line.length() == 0 ? null : line.toString();
    }

    /** The full content, for callers that see the context while it is still open. */
    String text() {
        StringBuilder line = new StringBuilder();
        EntryText.append(line, FlowContexts.NAME, context.getName());
        EntryText.append(line, FlowContexts.TAG, context.getTag());
        EntryText.append(line, FlowContexts.ID, context.getId());
        appendOthers(line);
        return line.toString();
    }

    private void appendOthers(StringBuilder line) {
        if (added < 0) {
            for (Entry entry = entries; entry != null; entry = entry.previous) {
                if (!entry.key.name().equals(FlowContexts.NAME)) {
                    append(line, entry.key.name(), entry.fieldValue());
                }
            }
        }
        for (Map.Entry<String, Object> value : context.getValues().entrySet()) {
            append(line, value.getKey(), value.getValue());
        }
    }

    private static void append(StringBuilder line, String key, Object value) {
        if (line.length() + key.length() + String.valueOf(value).length() > TEXT_LIMIT) {
            Counter.ENTRIES_DROPPED.add();
        } else {
            EntryText.append(line, key, value);
        }
    }
}
