package org.jinspired.probes.conformance.quiet;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jinspired.probes.Probes;

final class QuietEnvironment implements Probes.Environment {
    private Map<Probes.Name, Object> values = new HashMap<>();

    Map<Probes.Name, Object> copy() {
        return new HashMap<>(values);
    }

    void restore(Map<Probes.Name, Object> copy) {
        values = copy;
    }

    @Override
    public boolean contains(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        return values.keySet().stream().anyMatch(known -> known == name || known.startsWith(name));
    }

    @Override
    public void remove(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        values.keySet().removeIf(known -> known == name || known.startsWith(name));
    }

    @Override
    public void setNull(Probes.Name name) {
        set(name, null);
    }

    @Override
    public boolean isNull(Probes.Name name) {
        return values.get(Objects.requireNonNull(name, "name")) == null;
    }

    @Override
    public long getLong(Probes.Name name) {
        return getLong(name, 0);
    }

    @Override
    public long getLong(Probes.Name name, long defValue) {
        return get(name, Long.class, defValue);
    }

    @Override
    public void setLong(Probes.Name name, long newValue) {
        set(name, newValue);
    }

    @Override
    public boolean getBoolean(Probes.Name name) {
        return getBoolean(name, false);
    }

    @Override
    public boolean getBoolean(Probes.Name name, boolean defValue) {
        return get(name, Boolean.class, defValue);
    }

    @Override
    public void setBoolean(Probes.Name name, boolean newValue) {
        set(name, newValue);
    }

    @Override
    public int getInt(Probes.Name name) {
        return getInt(name, 0);
    }

    @Override
    public int getInt(Probes.Name name, int defValue) {
        return get(name, Integer.class, defValue);
    }

    @Override
    public void setInt(Probes.Name name, int newValue) {
        set(name, newValue);
    }

    @Override
    public double getDouble(Probes.Name name) {
        return getDouble(name, 0);
    }

    @Override
    public double getDouble(Probes.Name name, double defValue) {
        return get(name, Double.class, defValue);
    }

    @Override
    public void setDouble(Probes.Name name, double newValue) {
        set(name, newValue);
    }

    @Override
    public String getString(Probes.Name name) {
        return getString(name, null);
    }

    @Override
    public String getString(Probes.Name name, String defValue) {
        return get(name, String.class, defValue);
    }

    @Override
    public void setString(Probes.Name name, String newValue) {
        set(name, newValue);
    }

    @Override
    public Probes.Name getName(Probes.Name name) {
        return getName(name, null);
    }

    @Override
    public Probes.Name getName(Probes.Name name, Probes.Name defValue) {
        return get(name, Probes.Name.class, defValue);
    }

    @Override
    public void setName(Probes.Name name, Probes.Name newValue) {
        set(name, newValue);
    }

    private void set(Probes.Name name, Object value) {
        values.put(Objects.requireNonNull(name, "name"), value);
    }

    private <T> T get(Probes.Name name, Class<T> type, T fallback) {
        Object value = values.get(Objects.requireNonNull(name, "name"));
        return type.isInstance(value) ? type.cast(value) : fallback;
    }
}
