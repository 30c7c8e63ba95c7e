package sim.instrumentation.data;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import sim.base.name.GeneratedName;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * The sites of a class's methods that are probed by hand, by the method's name. The class itself keeps them, so they are
 * collected with it. Any thread.
 */
final class MethodSites {
    /** Bound of sites in one class. A class with more names makes them up while the program runs; these are looked up at every call. */
    private static final int MOST = 1_000;
    private static final ByClass BY_CLASS = new ByClass();

    private final String type;
    private final Map<String, ProbeSite> sites = new ConcurrentHashMap<>();

    private MethodSites(String type) {
        this.type = type;
    }

    static MethodSites of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    ProbeSite get(String method) {
        ProbeSite known = sites.get(Objects.requireNonNull(method, "method"));
        return known != null ? known : find(method);
    }

    int kept() {
        return sites.size();
    }

    private ProbeSite find(String method) {
        ProbeSite site = Metering.runtime().site(type, method);
        if (sites.size() < MOST) {
            sites.put(method, site);
        }
        return site;
    }

    /** A named class, because META-INF/aop.xml lists all classes of this package. */
    private static final class ByClass extends ClassValue<MethodSites> {
        @Override
        protected MethodSites computeValue(Class<?> type) {
            return new MethodSites(GeneratedName.stable(type.getName()));
        }
    }
}
