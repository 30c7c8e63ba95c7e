package sim.jfr;

import java.util.Map;
import sim.metrics.config.Option;
import sim.metrics.config.Options;
import sim.metrics.context.Context;
import sim.metrics.context.ContextCompanion;

/**
 * Flow contexts and recording contexts together: a snapshot of either kind's hand-over takes recording contexts along, and
 * with {@code sim.jfr.contexts=true} every flow context is on flight recordings too, as the entries {@code context} (its
 * name), {@code context.tag}, {@code context.id} and its values. Called by the runtime, which finds it by ServiceLoader.
 */
public final class FlowContexts implements ContextCompanion {
    static final String NAME = "context";
    static final String TAG = "context.tag";
    static final String ID = "context.id";
    private static final RecordingContextKey KEY = RecordingContextKey.forName(NAME);

    private boolean recorded;
    /** Null unless asked for. */
    private LiveFigures figures;

    /** For ServiceLoader. */
    public FlowContexts() {}

    @Override
    public void start(Options options) {
        recorded = options.isOn(Option.JFR_CONTEXTS) || options.isOn(Option.JFR_STREAM);
        if (options.isOn(Option.JFR_STREAM)) {
            figures = new LiveFigures();
            figures.start();
        }
    }

    @Override
    public Object current() {
        return entries(Current.scope());
    }

    @Override
    public Object begun(Context context) {
        if (!recorded) {
            return null;
        }
        RecordingScope outer = Current.scope();
        Entry inherited = entries(outer);
        Entry all = named(inherited, context);
        return opened(new FlowScope(outer, all, all == inherited ? 0 : 1, context));
    }

    @Override
    public Object activated(Context context, Object taken) {
        RecordingScope outer = Current.scope();
        Entry entries = (Entry) taken;
        if (recorded && context != null && !context.isRemote()) {
            return opened(new FlowScope(outer, named(entries, context), -1, context));
        }
        return entries(outer) == entries ? null : opened(new RecordingContext.Activation(outer, entries));
    }

    @Override
    public void closed(Object stay) {
        RecordingScope scope = (RecordingScope) stay;
        if (scope.thread == Thread.currentThread()) {
            scope.close();
        } // else the thread is dead, and its scopes are taken off the table and counted there
        if (figures != null && scope instanceof FlowScope flow) {
            figures.left(flow.context);
        }
    }

    @Override
    public void count(Map<String, Long> counters) {
        RecordingContext.counters().forEach((kind, count) -> {
            if (count != 0) {
                counters.put("jfr." + kind, count);
            }
        });
    }

    private static RecordingScope opened(RecordingScope scope) {
        scope.open();
        return scope;
    }

    private static Entry entries(RecordingScope scope) {
        return scope == null ? null : scope.entries;
    }

    private static Entry named(Entry entries, Context context) {
        return Entry.with(entries, KEY, Entry.Kind.TEXT, context.getName(), 0);
    }
}
