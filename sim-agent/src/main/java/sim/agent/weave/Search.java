package sim.agent.weave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import sim.agent.code.Hierarchy;
import sim.agent.code.ListedMethod;

/**
 * Looks a class through for {@link Sought} methods: its constants for those it calls, its list of methods for its own. No code is
 * read. Asked on the threads that load classes, by many at once.
 */
final class Search {
    private static final int CALLED = 10;
    private static final int CALLED_OF_INTERFACE = 11;

    /** By name; those with the beginning of one apart. */
    private final Map<String, List<Sought>> named = new HashMap<>();
    private final List<Sought> partly = new ArrayList<>();

    void add(Collection<Sought> all) {
        for (Sought each : all) {
            (each.name().endsWith("*") ? partly : named.computeIfAbsent(each.name(), added -> new ArrayList<>()))
                    .add(each);
        }
    }

    /** Whether a class may have one of them; true where a type above its own, or above a called one's, is not known. */
    boolean mayFind(ClassReader read, Hierarchy types) {
        if (named.isEmpty() && partly.isEmpty()) {
            return false;
        }
        return mayCall(read, types) || mayHave(read, types);
    }

    private boolean mayCall(ClassReader read, Hierarchy types) {
        char[] buffer = new char[read.getMaxStringLength()];
        for (int i = 1; i < read.getItemCount(); i++) {
            int at = read.getItem(i);
            int tag = at == 0 ? 0 : read.readByte(at - 1);
            if (tag == CALLED || tag == CALLED_OF_INTERFACE) {
                int method = read.getItem(read.readUnsignedShort(at + 2));
                if (isSought(true, read.readUTF8(method, buffer), read.readUTF8(method + 2, buffer),
                        read.readClass(at, buffer), types)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean mayHave(ClassReader read, Hierarchy types) {
        for (ListedMethod each : ListedMethod.of(read)) {
            boolean hasCode = (each.access() & Opcodes.ACC_ABSTRACT) == 0;
            if (hasCode && isSought(false, each.name(), each.descriptor(), read.getClassName(), types)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSought(boolean isCalled, String name, String parameters, String type, Hierarchy types) {
        for (Sought each : named.getOrDefault(name, List.of())) {
            if (each.isCalled() == isCalled && isIn(each, parameters, type, types)) {
                return true;
            }
        }
        for (Sought each : partly) {
            if (each.isCalled() == isCalled && each.isNamed(name) && isIn(each, parameters, type, types)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(Sought sought, String parameters, String type, Hierarchy types) {
        return parameters.contains(sought.parameters()) && type.charAt(0) != '[' && types.mayBe(type, sought::isIn);
    }
}
