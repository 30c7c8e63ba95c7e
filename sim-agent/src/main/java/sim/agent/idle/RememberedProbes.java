package sim.agent.idle;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sim.agent.code.MethodsAsCompiled;
import sim.base.name.Name;
import sim.metrics.probe.Metering;

/**
 * Leaves the probes of names that an earlier run has switched off out of the classes that are loaded: their methods are then
 * what was compiled from the first call on. On the threads that load classes. {@link IdleProbes} puts them back when a
 * name is to be metered again.
 */
final class RememberedProbes {
    /** Half of the classes that are kept in mind by whoever puts probes back. */
    private static final int MOST = IdlePlan.MOST / 2;

    /** By the classes' internal names: methods, each with the number of the class that it was judged in. */
    private volatile Map<String, Map<String, Long>> off = Map.of();
    /** Of these, what was left out. */
    private final Map<String, Set<String>> leftOut = new ConcurrentHashMap<>();
    private final ThreadLocal<Loading> loading = new ThreadLocal<>();

    /** A class between the transformer that wove it and the one that leaves out. */
    private record Loading(String name, byte[] original, byte[] woven, Set<String> methods) {}

    /** Once the runtime is there, and before the program's classes are. Returns false where there is nothing to leave out. */
    boolean begin() {
        Map<String, Map<String, Long>> remembered = new HashMap<>();
        Metering.runtime().remembered().forEach((type, methods) -> remembered.put(type.replace('.', '/'), methods));
        Metering.runtime().leaveOut(this::isLeftOut);
        off = remembered;
        return !remembered.isEmpty();
    }

    boolean mayHave(String name) {
        return off.containsKey(name);
    }

    /**
     * SIM itself put probes, and nothing else, into a class that is loaded on this thread.
     *
     * @param stamp see {@link ClassStamps}
     */
    void woven(String name, byte[] original, byte[] woven, long stamp) {
        if (!mayHave(name)) {
            return;
        }
        boolean isAnyClass = Metering.runtime().leavesOutOfChanged();
        Set<String> methods = ConcurrentHashMap.newKeySet();
        off.get(name).forEach((method, judged) -> {
            if (isAnyClass || judged == stamp && stamp != ClassStamps.NONE) {
                methods.add(method);
            }
        });
        if (!methods.isEmpty()) {
            loading.set(new Loading(name, original, woven, methods));
        }
    }

    /**
     * The class without these probes; null where it has to have them. Only the first class of a name: when others of it are
     * loaded, its names may be on again.
     *
     * @param bytes the class as other transformers have left it
     */
    MethodsAsCompiled.Result without(String name, byte[] bytes) {
        Loading woven = loading.get();
        loading.remove();
        if (woven == null || !woven.name.equals(name) || !Arrays.equals(woven.woven, bytes)
                || leftOut.size() >= MOST) {
            return null;
        }
        Set<String> methods = woven.methods;
        if (leftOut.putIfAbsent(name, methods) != null) {
            return null;
        }
        // after it is told: a name that gets its probe meanwhile is known here, or has found it told
        methods.removeIf(method -> Metering.runtime().isProbed(name.replace('/', '.'), method));
        MethodsAsCompiled.Result result = MethodsAsCompiled.of(woven.original, bytes, methods);
        methods.retainAll(result == null ? Set.of() : result.names());
        return result;
    }

    /** Asked when a name gets its probe. */
    private boolean isLeftOut(Name name) {
        Name type = name.getPrefix();
        Set<String> methods = type == null ? null : leftOut.get(type.toString().replace('.', '/'));
        return methods != null && methods.contains(name.getValue());
    }
}
