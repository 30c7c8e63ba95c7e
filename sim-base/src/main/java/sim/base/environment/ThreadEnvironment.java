package sim.base.environment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jinspired.probes.Probes;

/**
 * A thread's values, which override those of the configuration. What is set while a probe begun by hand fires is undone when the probe
 * ends ({@link #setScope}). Woven calls are no such scopes, because weaving must not change what a program does. A value of another type
 * than the requested one counts as not set; a text of the configuration is converted to the requested type. Only its thread uses it.
 */
public final class ThreadEnvironment implements Probes.Environment {
    private static final Object ABSENT = new Object();
    private static final Object NULL = new Object();
    /** The most changes that can be undone, because probes may never be ended. Past it, a change outlives its probe. */
    private static final int MOST_UNDO = 1 << 16;

    private final GlobalEnvironment global;
    private final Map<Probes.Name, Object> values = new HashMap<>();
    private final List<Undo> undo = new ArrayList<>();
    private int scope;

    /**
     * @param scope how many scopes are open already
     */
    public ThreadEnvironment(GlobalEnvironment global, int scope) {
        this.global = global;
        this.scope = scope;
    }

    /** Sets how many scopes are open, and undoes what was set in scopes that are closed now. */
    public void setScope(int open) {
        scope = open;
        for (int last = undo.size() - 1; last >= 0 && undo.get(last).scope > open; last--) {
            Undo change = undo.remove(last);
            if (change.before == ABSENT) {
                values.remove(change.name);
            } else {
                values.put(change.name, change.before);
            }
        }
    }

    @Override
    public boolean contains(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        return values.containsKey(name) || values.keySet().stream().anyMatch(known -> known.startsWith(name))
                || global.containsAny(name);
    }

    @Override
    public void remove(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        for (Iterator<Map.Entry<Probes.Name, Object>> all = values.entrySet().iterator(); all.hasNext();) {
            Map.Entry<Probes.Name, Object> entry = all.next();
            if (entry.getKey() == name || entry.getKey().startsWith(name)) {
                remember(entry.getKey(), entry.getValue());
                all.remove();
            }
        }
    }

    @Override
    public void setNull(Probes.Name name) {
        set(name, NULL);
    }

    @Override
    public boolean isNull(Probes.Name name) {
        Object own = values.get(Objects.requireNonNull(name, "name"));
        return own == NULL || own == null && global.get(name) == null;
    }

    @Override
    public long getLong(Probes.Name name) {
        return getLong(name, 0);
    }

    @Override
    public long getLong(Probes.Name name, long defValue) {
        return get(name, Long.class, Long::valueOf, defValue);
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
        return get(name, Boolean.class, Boolean::valueOf, defValue);
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
        return get(name, Integer.class, Integer::valueOf, defValue);
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
        return get(name, Double.class, Double::valueOf, defValue);
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
        return get(name, String.class, text -> text, defValue);
    }

    @Override
    public void setString(Probes.Name name, String newValue) {
        set(name, newValue == null ? NULL : newValue);
    }

    @Override
    public Probes.Name getName(Probes.Name name) {
        return getName(name, null);
    }

    @Override
    public Probes.Name getName(Probes.Name name, Probes.Name defValue) {
        return get(name, Probes.Name.class, global::parse, defValue);
    }

    @Override
    public void setName(Probes.Name name, Probes.Name newValue) {
        set(name, newValue == null ? NULL : newValue);
    }

    private <T> T get(Probes.Name name, Class<T> type, Function<String, T> read, T fallback) {
        Object own = values.get(Objects.requireNonNull(name, "name"));
        if (own != null) {
            return type.isInstance(own) ? type.cast(own) : fallback;
        }
        String text = global.get(name);
        try {
            return text == null ? fallback : read.apply(text.trim());
        } catch (NumberFormatException anotherType) {
            return fallback;
        }
    }

    private void set(Probes.Name name, Object value) {
        Object before = values.put(Objects.requireNonNull(name, "name"), value);
        remember(name, before == null ? ABSENT : before);
    }

    private void remember(Probes.Name name, Object before) {
        if (scope > 0 && undo.size() < MOST_UNDO) {
            undo.add(new Undo(scope, name, before));
        }
    }

    private record Undo(int scope, Probes.Name name, Object before) {}
}
