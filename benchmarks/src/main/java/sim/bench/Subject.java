package sim.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A system in one setting: a row of the tables. Arguments may hold {@code {lib:NAME}} and {@code {agent:NAME}} (a jar by
 * the beginning of its file's name), {@code {root}}, {@code {scratch}}, and the addresses of what listens while it runs:
 * {@code {sim}}, {@code {otlp}}, {@code {kieker}}.
 *
 * @param name unique; what is in the tables
 * @param group which table's part
 * @param shape the class that is called; null for start-up only
 * @param libraries jars it has on the class path beside the benchmark's, by the beginning of their names
 * @param arguments for the JVM
 * @param environment variables
 * @param since the first JDK it runs on
 * @param key whether the quick run measures it in every case
 * @param startup whether start-up is measured with it
 */
record Subject(String name, Group group, String shape, List<String> libraries, List<String> arguments,
        Map<String, String> environment, int since, boolean key, boolean startup) {
    enum Group {
        FLOOR,
        SIM,
        PEER
    }

    static final String WOVEN = "workload.Recursion";

    static Subject of(Group group, String name) {
        return new Subject(name, group, WOVEN, List.of(), List.of(), Map.of(), 17, false, false);
    }

    Subject calls(String shapeClass) {
        return new Subject(name, group, shapeClass, libraries, arguments, environment, since, key, startup);
    }

    Subject with(String... moreLibraries) {
        return new Subject(name, group, shape, joined(libraries, moreLibraries), arguments, environment, since, key,
                startup);
    }

    Subject jvm(String... moreArguments) {
        return new Subject(name, group, shape, libraries, joined(arguments, moreArguments), environment, since, key,
                startup);
    }

    Subject environment(String variable, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(variable, value);
        return new Subject(name, group, shape, libraries, arguments, more, since, key, startup);
    }

    Subject from(int jdk) {
        return new Subject(name, group, shape, libraries, arguments, environment, jdk, key, startup);
    }

    Subject keyed() {
        return new Subject(name, group, shape, libraries, arguments, environment, since, true, startup);
    }

    Subject startsUp() {
        return new Subject(name, group, shape, libraries, arguments, environment, since, key, true);
    }

    /** The same with its agent server there. */
    Subject shippingTo(String address) {
        return new Subject(name, group, shape, libraries,
                arguments.stream().map(each -> each.replace("{sim}", address)).toList(), environment, since, false,
                false);
    }

    /** Whether code not made for it can be measured with it, such as the ETL. */
    boolean fromOutside() {
        return WOVEN.equals(shape);
    }

    private static List<String> joined(List<String> some, String[] more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
