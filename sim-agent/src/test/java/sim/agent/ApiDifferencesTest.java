package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What was published and is not here has a row in docs/api-differences.md, and nothing else has. */
class ApiDifferencesTest {
    @Test
    void eachDifferenceIsInTheTableAndTheTableHasNoOther() throws Exception {
        assertThat(missing()).isEqualTo(rows());
    }

    private static Set<String> missing() throws IOException, ClassNotFoundException {
        Set<String> missing = new TreeSet<>();
        Class<?> ours = null;
        String published = "";
        for (String line : Files.readAllLines(Path.of("src", "test", "resources", "published-apis.txt"))) {
            if (line.startsWith("[")) {
                String[] names = line.substring(1, line.length() - 1).split(" = ");
                published = names[0].substring(names[0].lastIndexOf('.') + 1);
                ours = names[1].equals("none") ? null : Class.forName(names[1]);
                if (ours == null) {
                    missing.add(names[0].equals("jdk.jfr.Context") ? names[0] : published);
                }
            } else if (!line.startsWith("#") && !has(ours, line)) {
                missing.add(published + "." + line.substring(line.indexOf(' ') + 1));
            }
        }
        return missing;
    }

    /** Protected members too: they are what subclasses override. */
    private static boolean has(Class<?> type, String member) {
        if (member.startsWith("pointcut ")) {
            String name = member.substring("pointcut ".length(), member.indexOf('('));
            return Arrays.stream(type.getDeclaredMethods()).map(Method::getName)
                    .anyMatch(method -> method.equals(name) || method.startsWith("ajc$pointcut$$" + name + "$"));
        }
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (Arrays.stream(each.getDeclaredMethods())
                    .filter(method -> (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
                    .anyMatch(method -> text(method).equals(member))) {
                return true;
            }
        }
        return false;
    }

    private static String text(Method method) {
        return method.getReturnType().getSimpleName() + " " + method.getName() + Arrays
                .stream(method.getParameterTypes()).map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static Set<String> rows() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "api-differences.md"));
        List<String> rows = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE)
                .matcher(page.substring(0, page.indexOf("## What behaves otherwise"))).results()
                .map(row -> row.group(1)).toList();
        assertThat(rows).doesNotHaveDuplicates();
        return new TreeSet<>(rows);
    }
}
