package sim.base.environment;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sim.base.name.Name;
import sim.base.name.Names;

/** The values of the configuration, as text. What every thread's environment falls back to. Never changes. */
public final class GlobalEnvironment {
    private final Names names;
    private final Map<Name, String> texts = new ConcurrentHashMap<>();

    /** @param texts values by dotted name */
    public GlobalEnvironment(Names names, Map<String, String> texts) {
        this.names = names;
        for (Map.Entry<String, String> each : texts.entrySet()) {
            this.texts.put(names.parse(each.getKey()), each.getValue());
        }
    }

    Name parse(String dotted) {
        return names.parse(dotted);
    }

    String get(Object name) {
        return texts.get(name);
    }

    boolean containsAny(Object name) {
        return texts.containsKey(name) || texts.keySet().stream().anyMatch(known -> known.startsWith((Name) name));
    }
}
