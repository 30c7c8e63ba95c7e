package org.jinspired.probes.conformance.quiet;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jinspired.probes.Probes;
import org.jinspired.probes.spi.ProbesProvider;

/** The smallest provider that keeps the contract: nothing is metered. */
public final class QuietProvider implements ProbesProvider {
    private final Map<String, QuietName> roots = new ConcurrentHashMap<>();
    private final ThreadLocal<QuietContext> contexts = ThreadLocal.withInitial(QuietContext::new);

    @Override
    public void init() {
        // nothing to prepare
    }

    @Override
    public Probes.Context context() {
        return contexts.get();
    }

    @Override
    public QuietName name(String value) {
        return roots.computeIfAbsent(value, root -> new QuietName(null, root));
    }

    @Override
    public QuietName name(Class<?> type) {
        QuietName name = parse(type.getName());
        name.label(QuietLabel.JAVA);
        name.label(QuietLabel.CLASS);
        return name;
    }

    @Override
    public QuietName name(Method method) {
        return parse(method.getDeclaringClass().getName()).name(method.getName());
    }

    @Override
    public QuietName parse(String value) {
        QuietName name = null;
        for (String part : value.split("\\.", -1)) {
            name = name == null ? name(part) : name.name(part);
        }
        return name;
    }

    @Override
    public Probes.Meter meter(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        return null;
    }

    @Override
    public Probes.Label label(String value) {
        Objects.requireNonNull(value, "value");
        for (QuietLabel label : QuietLabel.values()) {
            if (label.getValue().equals(value)) {
                return label;
            }
        }
        return null;
    }

    enum QuietLabel implements Probes.Label {
        JAVA,
        CLASS,
        PROBE,
        DISABLED;

        @Override
        public String getValue() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
