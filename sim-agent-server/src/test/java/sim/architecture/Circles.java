package sim.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Circles of classes: each class of one uses each other, directly or through others of it. A class counts with its nested ones. The list of a
 * sealed type's kinds is no use of them.
 */
final class Circles {
    private final Map<String, Set<String>> uses = new TreeMap<>();

    private Circles(Collection<JavaClass> classes) {
        Set<String> names = new HashSet<>();
        classes.forEach(each -> names.add(outermost(each)));
        for (JavaClass each : classes) {
            Set<String> used = uses.computeIfAbsent(outermost(each), added -> new TreeSet<>());
            for (Dependency one : each.getDirectDependenciesFromSelf()) {
                String other = outermost(one.getTargetClass());
                if (names.contains(other) && !other.equals(outermost(each))) {
                    used.add(other);
                }
            }
        }
    }

    /** The circles of two classes and more, the largest first. */
    static List<Set<String>> among(Collection<JavaClass> classes) {
        return new Circles(classes).find();
    }

    private static String outermost(JavaClass type) {
        String name = type.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private List<Set<String>> find() {
        Map<String, Set<String>> reached = new TreeMap<>();
        uses.keySet().forEach(each -> reached.put(each, reachedFrom(each)));
        List<Set<String>> circles = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        reached.forEach((name, others) -> {
            if (others.contains(name) && seen.add(name)) {
                Set<String> circle = new TreeSet<>(others);
                circle.removeIf(other -> !reached.get(other).contains(name));
                seen.addAll(circle);
                circles.add(circle);
            }
        });
        circles.sort(Comparator.comparing((Set<String> circle) -> circle.size()).reversed());
        return circles;
    }

    private Set<String> reachedFrom(String name) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(Set.of(name));
        while (!next.isEmpty()) {
            for (String used : uses.get(next.pop())) {
                if (reached.add(used)) {
                    next.add(used);
                }
            }
        }
        return reached;
    }
}
