package org.jinspired.probes.conformance.quiet;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jinspired.probes.Probes;

final class QuietName implements Probes.Name {
    private final QuietName prefix;
    private final String value;
    private final Map<String, QuietName> longer = new ConcurrentHashMap<>();
    private final Set<Probes.Label> labels = ConcurrentHashMap.newKeySet();

    QuietName(QuietName prefix, String value) {
        this.prefix = prefix;
        this.value = value;
    }

    void label(Probes.Label label) {
        labels.add(label);
    }

    @Override
    public int getLength() {
        return prefix == null ? 1 : prefix.getLength() + 1;
    }

    @Override
    public String valueAt(int index) {
        if (index < 0 || index >= getLength()) {
            throw new IllegalArgumentException("no part " + index + " in " + this);
        }
        return index == getLength() - 1 ? value : prefix.valueAt(index);
    }

    @Override
    public Probes.Name getPrefix() {
        return prefix;
    }

    @Override
    public String getValue() {
        return value;
    }

    @Override
    public QuietName name(String part) {
        return longer.computeIfAbsent(part, added -> new QuietName(this, added));
    }

    @Override
    public Iterator<Probes.Label> labels() {
        return List.copyOf(labels).iterator();
    }

    @Override
    public boolean contains(Probes.Label label) {
        return labels.contains(label);
    }

    @Override
    public Probes.Name find(String part) {
        Objects.requireNonNull(part, "value");
        return prefix == null || prefix.value.equals(part) ? prefix : prefix.find(part);
    }

    @Override
    public boolean startsWith(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        return prefix != null && (prefix == name || prefix.startsWith(name));
    }

    @Override
    public boolean isDisabled() {
        return false;
    }

    @Override
    public String toString() {
        return prefix == null ? value : prefix + "." + value;
    }
}
