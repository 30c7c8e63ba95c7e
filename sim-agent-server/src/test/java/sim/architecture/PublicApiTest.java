package sim.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sim.collector.Collector;
import sim.collector.Transport;

/**
 * What others compile against, member by member, as it stands in {@code public-api.txt}. A change there is one that somebody
 * meant: {@code -Dsim.api=accept} writes the file anew, and the commit shows what changed.
 */
class PublicApiTest {
    private static final Path ACCEPTED = Path.of("src/test/resources/public-api.txt");
    /**
     * With what is below them. Of the model, snapshots alone: an extension reads them. Payloads ({@code sim.model.payload}) go from the runtime to
     * the collector and no extension sees them; how integers are packed is nobody's but SIM's.
     */
    private static final String[] PACKAGES = {"org.jinspired.probes", "sim.instrumentation", "sim.payload.embedded",
            "sim.payload.injected", "sim.payload.controller", "sim.payload.spi", "sim.metrics.spi",
            "sim.model.snapshot", "sim.jfr"};
    private static final List<Class<?>> SINGLE = List.of(Collector.class, Transport.class, Transport.Link.class);

    @Test
    void noSignatureChangesUnseen() throws IOException {
        Map<String, Set<String>> now = signatures();
        if ("accept".equals(System.getProperty("sim.api"))) {
            write(now);
        }
        Set<String> is = lines(now);
        Set<String> accepted = lines(read());
        List<String> changes = new ArrayList<>();
        accepted.stream().filter(line -> !is.contains(line)).forEach(line -> changes.add("gone: " + line));
        is.stream().filter(line -> !accepted.contains(line)).forEach(line -> changes.add("new: " + line));
        assertThat(changes).as("the public API is not what " + ACCEPTED
                + " says. What is gone breaks who uses it; if it is "
                + "meant: ./sim test sim-agent-server PublicApiTest -Dsim.api=accept")
                .isEmpty();
    }

    /** Each is a promise to keep. What SIM alone needs goes where nobody compiles against it. Who raises the bound says in the commit why others need the type. */
    @Test
    void thereAreNotManyTypes() {
        assertThat(signatures())
                .as("published types: raise the bound by hand, with the reason in the commit")
                .hasSizeBetween(100, 152);
    }

    /** A type's line, and its members' indented below it. */
    private static void write(Map<String, Set<String>> types) throws IOException {
        List<String> lines = new ArrayList<>();
        types.forEach((type, members) -> {
            lines.add(type);
            members.forEach(member -> lines.add("  " + member));
        });
        Files.write(ACCEPTED, lines);
    }

    private static Map<String, Set<String>> read() throws IOException {
        Map<String, Set<String>> types = new TreeMap<>();
        Set<String> members = null;
        for (String line : Files.readAllLines(ACCEPTED)) {
            if (line.startsWith("  ")) {
                members.add(line.substring(2));
            } else {
                members = types.computeIfAbsent(line, added -> new TreeSet<>());
            }
        }
        return types;
    }

    private static Set<String> lines(Map<String, Set<String>> types) {
        Set<String> lines = new TreeSet<>(types.keySet());
        types.forEach((type, members) -> members.forEach(member -> lines.add(type + ": " + member)));
        return lines;
    }

    private static Map<String, Set<String>> signatures() {
        Map<String, Set<String>> types = new TreeMap<>();
        ClassFileImporter importer = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests());
        Stream.concat(importer.importPackages(PACKAGES).stream().map(JavaClass::reflect), SINGLE.stream())
                .filter(PublicApiTest::isSeen).forEach(type -> types.put(declared(type), members(type)));
        return types;
    }

    private static boolean isSeen(Class<?> type) {
        return isSeen(type.getModifiers()) && !type.isSynthetic() && !type.isAnonymousClass() && !type.isLocalClass()
                && (type.getDeclaringClass() == null || isSeen(type.getDeclaringClass()));
    }

    private static boolean isSeen(int modifiers) {
        return (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static String declared(Class<?> type) {
        return type.toGenericString()
                + (type.getGenericSuperclass() == null ? "" : " extends " + type.getGenericSuperclass().getTypeName())
                + Arrays.stream(type.getGenericInterfaces()).map(each -> " implements " + each.getTypeName())
                        .collect(Collectors.joining());
    }

    private static Set<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Field each : type.getDeclaredFields()) {
            add(type, each, each.toGenericString(), members);
        }
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            add(type, each, each.toGenericString(), members);
        }
        for (Method each : type.getDeclaredMethods()) {
            Object value = each.getDefaultValue();
            add(type, each, each.toGenericString()
                    + (value == null ? "" : " default " + (value.getClass().isArray() ? "{}" : value)), members);
        }
        return members;
    }

    /** What AspectJ makes has a dollar in its name. */
    private static void add(Class<?> type, Member member, String signature, Set<String> members) {
        boolean named = member instanceof Constructor || member.getName().indexOf('$') < 0;
        if (isSeen(member.getModifiers()) && !member.isSynthetic() && named) {
            members.add(signature.replace(type.getName() + ".", ""));
        }
    }
}
