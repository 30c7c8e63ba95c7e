package sim.server.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import javax.lang.model.SourceVersion;

/**
 * Metered names and what became of them, and the few patterns that name those worth metering. A pattern never names what was
 * switched off, and of what is merely still judged no more than a quarter of what it is for.
 */
final class RefinedNames {
    /**
     * The weaver tries every term at every join point of the types it looks at: about 1 us each, where weaving and metering
     * one takes about 2 ms. With more terms naming would cost what it is to save.
     */
    static final int MOST_TERMS = 500;
    /** The least number of types for which a pattern is written. */
    private static final int SEVERAL = 3;
    /** A pattern may select one other type for each of this many types. */
    private static final int ONE_FOR = 4;
    private static final String CONSTRUCTOR = "<init>";

    /** What became of a name. */
    enum Fate {
        KEPT,
        JUDGED,
        SWITCHED_OFF
    }

    private final Map<String, Map<String, Fate>> types = new TreeMap<>();
    private final Set<String> byHand = new TreeSet<>();

    /** Adds a name; of several fates, from several instances, the best one counts. */
    void add(String type, String method, Fate fate) {
        if (isMethod(type, method)) {
            types.computeIfAbsent(type, ignored -> new TreeMap<>()).merge(method, fate,
                    (one, other) -> one.compareTo(other) < 0 ? one : other);
        } else if (fate == Fate.KEPT) {
            byHand.add(type + "." + method);
        }
    }

    /** Names worth metering that no pointcut can say. */
    Set<String> byHand() {
        return byHand;
    }

    /** How many methods are worth metering. */
    long kept() {
        return types.values().stream().flatMap(names -> names.values().stream()).filter(Fate.KEPT::equals).count();
    }

    /** How many there are. */
    long known() {
        return types.values().stream().mapToLong(Map::size).sum();
    }

    /** The types to look at, as the weaver's {@code within} takes them. */
    List<String> includes() {
        return types.keySet().stream().filter(this::isIncluded).map(RefinedNames::pattern).toList();
    }

    /** Terms of a pointcut, without or between them. */
    List<String> terms() {
        Set<String> whole = new TreeSet<>();
        Map<String, Set<String>> single = new TreeMap<>();
        types.forEach((type, names) -> {
            boolean all = isWhole(names);
            if (all) {
                whole.add(type);
            }
            names.forEach((method, fate) -> {
                if (fate == Fate.KEPT && !(all && !method.equals(CONSTRUCTOR))) {
                    single.computeIfAbsent(type, ignored -> new TreeSet<>()).add(method);
                }
            });
        });
        List<String> terms = new ArrayList<>();
        nameWholePackages(whole, terms);
        nameAcrossTypes(single, terms);
        whole.forEach(
                type -> terms.add(exactly(type, types.get(type).keySet(), "execution(* " + pattern(type) + ".*(..))")));
        single.forEach((type, methods) -> methods.forEach(
                method -> terms.add(exactly(type, Set.of(method), execution(pattern(type), method)))));
        return terms;
    }

    /** Where all methods known of a type may be metered, {@code T.*} says so. */
    private static boolean isWhole(Map<String, Fate> names) {
        return isFit(names.entrySet().stream().filter(name -> !name.getKey().equals(CONSTRUCTOR))
                .map(Map.Entry::getValue).toList(), 2);
    }

    private static boolean isFit(List<Fate> named, int least) {
        long kept = named.stream().filter(Fate.KEPT::equals).count();
        return kept >= least && !named.contains(Fate.SWITCHED_OFF) && (named.size() - kept) * ONE_FOR <= kept;
    }

    /** {@code p.*.*} for types that are all metered whole. */
    private void nameWholePackages(Set<String> whole, List<String> terms) {
        for (String home : homes(whole)) {
            List<String> there = included(home);
            if (there.size() >= SEVERAL && whole.containsAll(there)) {
                terms.add("execution(* " + home + ".*.*(..))");
                there.forEach(whole::remove);
            }
        }
    }

    /** {@code p.*.m} for methods of a name in several types of a package. */
    private void nameAcrossTypes(Map<String, Set<String>> single, List<String> terms) {
        for (String home : homes(single.keySet())) {
            List<String> there = included(home);
            Set<String> methods = new TreeSet<>();
            there.forEach(type -> methods.addAll(single.getOrDefault(type, Set.of())));
            for (String method : methods) {
                Predicate<String> says = type -> single.getOrDefault(type, Set.of()).contains(method);
                List<Fate> named = there.stream().filter(type -> types.get(type).containsKey(method))
                        .map(type -> types.get(type).get(method)).toList();
                if (there.stream().filter(says).count() >= SEVERAL && isFit(named, SEVERAL)) {
                    terms.add(execution(home + ".*", method));
                    there.stream().filter(says).forEach(type -> single.get(type).remove(method));
                }
            }
        }
    }

    /** In a pattern a method of a type is also what overrides it; that is left out where it was not worth it. */
    private String exactly(String type, Set<String> methods, String term) {
        boolean elsewhere = types.entrySet().stream().anyMatch(other -> !other.getKey().equals(type)
                && isIncluded(other.getKey()) && methods.stream().anyMatch(method -> !method.equals(CONSTRUCTOR)
                        && other.getValue().getOrDefault(method, Fate.KEPT) != Fate.KEPT));
        return elsewhere ? "(" + term + " && within(" + pattern(type) + "))" : term;
    }

    private static String execution(String types, String method) {
        return method.equals(CONSTRUCTOR)
                ? "execution(" + types + ".new(..))"
                : "execution(* " + types + "." + method + "(..))";
    }

    private boolean isIncluded(String type) {
        return types.get(type).containsValue(Fate.KEPT);
    }

    /** The types a {@code home.*} stands for among those that are looked at: no nested ones. */
    private List<String> included(String home) {
        return types.keySet().stream().filter(type -> home(type).equals(home) && isIncluded(type)).toList();
    }

    private static Set<String> homes(Set<String> types) {
        Set<String> homes = new TreeSet<>();
        types.forEach(type -> homes.add(home(type)));
        homes.remove("");
        return homes;
    }

    /** The package of a type; empty for what is nested. */
    private static String home(String type) {
        return type.indexOf('$') >= 0 || type.indexOf('.') < 0 ? "" : type.substring(0, type.lastIndexOf('.'));
    }

    /**
     * Probes by hand are named anything, and a pointcut that cannot be read would leave the program unmetered. Woven, a
     * constructor is called {@code <init>}; a {@code new} is by hand, and in a pattern it would be a constructor with a
     * return type. The language's other words are read there as names.
     */
    private static boolean isMethod(String type, String method) {
        return (method.equals(CONSTRUCTOR) || SourceVersion.isIdentifier(method) && !method.equals("new"))
                && Arrays.stream(type.split("\\.", -1)).allMatch(SourceVersion::isIdentifier);
    }

    /**
     * A nested class is written with a dot in a pattern. An anonymous or local one has no such name: written as the class file
     * has it, a name without a wild card is looked up, and found.
     */
    private static String pattern(String type) {
        return type.matches("[^$]+(\\$[^$0-9][^$]*)*") ? type.replace('$', '.') : type;
    }
}
