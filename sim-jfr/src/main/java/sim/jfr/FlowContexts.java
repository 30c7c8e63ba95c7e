package sim.jfr;

import java.util.Map;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.redact.Redaction;
import sim.context.Context;
import sim.context.ContextCompanion;

/**
 * Lets recording contexts travel with flow contexts: a snapshot of a flow context takes the current recording context along. With {@code
 * sim.jfr.contexts=true} it also writes every flow context on flight recordings, as the entries {@code context} (its name), {@code
 * context.tag}, {@code context.id} and its values. The runtime finds this class by ServiceLoader and calls it.
 */
public final class FlowContexts implements ContextCompanion {
    static final String NAME = "context";
    static final String TAG = "context.tag";
    static final String ID = "context.id";
    private static final RecordingContextKey KEY = RecordingContextKey.forName(NAME);

    private boolean recorded;
    /** Null unless {@code sim.jfr.stream} is on. */
    private LiveFigures figures;

    /** For ServiceLoader. */
    public FlowContexts() {}

    @Override
    public void start(Options options) {
        RecordedSecrets.use(Redaction.of(options));
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
        } // otherwise the thread is dead: its scopes are counted when they are taken off the table
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
