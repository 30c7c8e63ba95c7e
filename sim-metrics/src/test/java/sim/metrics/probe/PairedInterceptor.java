package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;

/** Checks that begins and ends come in pairs of one probe object and one name. */
final class PairedInterceptor implements ProbesInterceptor {
    private static final List<String> UNPAIRED = Collections.synchronizedList(new ArrayList<>());
    private static final List<PairedInterceptor> ALL = Collections.synchronizedList(new ArrayList<>());

    private final Set<Probes.Probe> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final IdentityHashMap<Probes.Probe, Probes.Name> names = new IdentityHashMap<>();

    private PairedInterceptor() {
        ALL.add(this);
    }

    static void reset() {
        UNPAIRED.clear();
        ALL.clear();
    }

    /** What was wrong, and what was begun and not ended. */
    static List<String> unpaired() {
        List<String> all = new ArrayList<>(UNPAIRED);
        ALL.forEach(interceptor -> interceptor.open.forEach(probe -> all.add("never ended: " + probe.getName())));
        return all;
    }

    @Override
    public void begin(Probes.Probe probe) {
        if (!open.add(probe)) {
            UNPAIRED.add("begun twice: " + probe.getName());
        }
        names.put(probe, probe.getName());
        if (probe.getState() <= 0 || !probe.readings().hasNext()) {
            UNPAIRED.add("not metered at its begin: " + probe.getName());
        }
    }

    @Override
    public void end(Probes.Probe probe) {
        if (!open.remove(probe) || names.remove(probe) != probe.getName()) {
            UNPAIRED.add("ended without a begin: " + probe.getName());
        }
        if (probe.getState() != 0 || !probe.readings().hasNext()) {
            UNPAIRED.add("not ended at its end: " + probe.getName());
        }
    }

    public static final class Factory implements ProbesInterceptorFactory {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesInterceptor create(Probes.Context context) {
            return new PairedInterceptor();
        }
    }
}
