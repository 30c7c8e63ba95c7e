package sim.context;

import java.util.Map;
import sim.base.config.Options;

/** Two companions of flow contexts as one. The first alone has contexts of its own that travel. */
public final class TwoCompanions implements ContextCompanion {
    private final ContextCompanion first;
    private final ContextCompanion second;

    public TwoCompanions(ContextCompanion first, ContextCompanion second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void start(Options options) {
        first.start(options);
        second.start(options);
    }

    @Override
    public Object current() {
        return first.current();
    }

    @Override
    public Object begun(Context context) {
        return both(first.begun(context), second.begun(context));
    }

    @Override
    public Object activated(Context context, Object taken) {
        return both(first.activated(context, taken), second.activated(context, null));
    }

    private static Object both(Object one, Object other) {
        return one == null && other == null ? null : new Object[]{one, other};
    }

    @Override
    public void closed(Object stay) {
        Object[] both = (Object[]) stay;
        try {
            if (both[1] != null) {
                second.closed(both[1]);
            }
        } finally {
            if (both[0] != null) {
                first.closed(both[0]);
            }
        }
    }

    @Override
    public void count(Map<String, Long> counters) {
        first.count(counters);
        second.count(counters);
    }
}
