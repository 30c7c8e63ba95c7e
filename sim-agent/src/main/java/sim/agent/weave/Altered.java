package sim.agent.weave;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import sim.agent.cache.Fingerprint;
import sim.agent.code.Hierarchy;

/**
 * Classes that were loaded with other bytes than those of their files: the program has defined them, or another agent changed them. What becomes of a
 * class below them depends on it, and no file says so. On the threads that load classes. Where there is none, and that is nearly everywhere, each
 * question is answered at once.
 */
final class Altered {
    /** Distinguishes such a class from one of the same bytes that is as in its file. */
    static final long MARK = 0x616c7465726564L;
    /** Nothing is known of what is above a class. */
    static final long UNCLEAR = -1;
    /** The most of them. Past that, nothing is known. */
    private static final int MOST = 50_000;

    private final Map<String, Long> prints = new ConcurrentHashMap<>();

    /** Notes such a class. If two loaders have different ones of a name, nothing is known of what is below. */
    void add(String name, byte[] bytes) {
        if (prints.size() <= MOST) {
            prints.merge(name, Fingerprint.of(bytes), (one, other) -> one.equals(other) ? one : UNCLEAR);
        }
    }

    /** Stands for those that a class extends or implements; 0 for none. */
    long above(ClassLoader loader, byte[] bytes) {
        if (prints.isEmpty()) {
            return 0;
        }
        if (prints.size() > MOST) {
            return UNCLEAR;
        }
        try {
            return print(Hierarchy.of(loader).above(new ClassReader(bytes)));
        } catch (RuntimeException unreadable) {
            return UNCLEAR;
        }
    }

    private long print(Set<String> types) {
        StringBuilder found = new StringBuilder();
        for (String each : types) {
            Long print = prints.get(each);
            if (print != null && print == UNCLEAR) {
                return UNCLEAR;
            }
            if (print != null) {
                found.append(each).append(' ').append(print.longValue()).append(' ');
            }
        }
        return found.length() == 0 ? 0 : Fingerprint.of(found.toString().getBytes(StandardCharsets.UTF_8));
    }
}
