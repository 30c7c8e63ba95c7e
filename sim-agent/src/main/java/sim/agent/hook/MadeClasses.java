package sim.agent.hook;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import sim.agent.cache.WeavingResult;
import sim.agent.identity.WeakIdentityMap;

/**
 * Classes that the weaver makes once for a loader, and that other woven classes need as well. It makes the interface of a {@code perthis} aspect with the
 * first class that has the aspect. And it does not know of a class that the JVM refused: it weaves calls of it.
 */
final class MadeClasses {
    private static final int TYPE = 7;
    /** By internal name. */
    private static final WeakIdentityMap<ClassLoader, Map<String, byte[]>> SHARED = new WeakIdentityMap<>();
    /** Why, as a text: what was thrown would hold the loader. */
    private static final WeakIdentityMap<ClassLoader, Map<String, String>> REFUSED = new WeakIdentityMap<>();

    private MadeClasses() {}

    static boolean isShared(ClassReader made) {
        return (made.getAccess() & Opcodes.ACC_INTERFACE) != 0;
    }

    /** Notes such an interface. */
    static void share(ClassLoader loader, ClassReader made, byte[] bytes) {
        SHARED.computeIfAbsent(loader, any -> new ConcurrentHashMap<>()).put(made.getClassName(), bytes);
    }

    /** Notes that the JVM does not take a class. */
    static void refused(ClassLoader loader, String name, Throwable why) {
        REFUSED.computeIfAbsent(loader, any -> new ConcurrentHashMap<>()).put(name.replace('.', '/'),
                why.toString().lines().findFirst().orElse(""));
    }

    /** The JVM has taken it. */
    static void taken(ClassLoader loader, String name) {
        Map<String, String> refused = REFUSED.get(loader);
        if (refused != null) {
            refused.remove(name.replace('.', '/'));
        }
    }

    /** Why a woven class would not find a class that it names; null if it finds them. */
    static String lackingIn(ClassLoader loader, byte[] woven) {
        Map<String, String> refused = REFUSED.get(loader);
        if (refused == null || refused.isEmpty()) {
            return null;
        }
        return named(woven).stream().map(refused::get).filter(each -> each != null).findFirst().orElse(null);
    }

    /** The interfaces that a woven class names. */
    static List<WeavingResult.Made> sharedIn(ClassLoader loader, byte[] woven) {
        Map<String, byte[]> shared = SHARED.get(loader);
        List<WeavingResult.Made> found = new ArrayList<>();
        if (shared != null) {
            for (String each : named(woven)) {
                byte[] bytes = shared.get(each);
                if (bytes != null) {
                    found.add(new WeavingResult.Made(each, bytes));
                }
            }
        }
        return found;
    }

    private static List<String> named(byte[] code) {
        ClassReader reader = new ClassReader(code);
        char[] buffer = new char[reader.getMaxStringLength()];
        List<String> names = new ArrayList<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at != 0 && reader.readByte(at - 1) == TYPE) {
                names.add(reader.readUTF8(at, buffer));
            }
        }
        return names;
    }
}
