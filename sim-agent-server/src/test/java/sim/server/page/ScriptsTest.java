package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Looks the page's scripts through for what a browser would not complain of, or too late. */
class ScriptsTest {
    private static final Path FOLDER = Path.of("src/main/resources/web/js");
    private static final Pattern IMPORT = Pattern
            .compile("^import (?:\\* as (\\w+)|\\{([^}]*)\\}) from '\\./(\\w+)\\.js';$", Pattern.MULTILINE);
    private static final Pattern EXPORT = Pattern
            .compile("^export (?:async )?(?:function\\*?|const|let|class) (\\w+)", Pattern.MULTILINE);
    private static final Map<String, Pattern> FORBIDDEN = Map.of(
            "var: let or const say how long a name lives", Pattern.compile("(?m)^\\s*var\\s"),
            "== or !=: they convert what they compare", Pattern.compile("[^=!]==[^=]|!=[^=]"),
            "markup made of text: what an application named would be run",
            Pattern.compile("innerHTML|outerHTML|insertAdjacentHTML|document\\.write"),
            "code made of text", Pattern.compile("\\beval\\(|new Function\\("),
            "left over from looking for a fault", Pattern.compile("console\\.log|\\bdebugger\\b"),
            "an address of another server: the page is served whole",
            Pattern.compile("['\"`]https?://(?!www\\.w3\\.org/)"));

    private final Map<String, String> scripts = scripts();

    @Test
    void everyImportIsExportedThereAndUsedHere() {
        List<String> wrong = new ArrayList<>();
        scripts.forEach((name, script) -> {
            Matcher imports = IMPORT.matcher(script);
            while (imports.find()) {
                String from = imports.group(3);
                if (!scripts.containsKey(from)) {
                    wrong.add(name + " imports from " + from + ", which is not there");
                    continue;
                }
                if (imports.group(1) != null) {
                    addIfUnused(name, script, imports.group(1), wrong);
                    continue;
                }
                for (String each : imports.group(2).split(",")) {
                    String[] as = each.trim().split(" as ");
                    if (!exports(from).contains(as[0])) {
                        wrong.add(name + " imports " + as[0] + ", which " + from + " does not export");
                    }
                    addIfUnused(name, script, as[as.length - 1], wrong);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyScriptIsImportedOrNamedByThePage() throws IOException {
        List<String> loaded = new ArrayList<>();
        for (String page : List.of("index.html", "api.html")) {
            Pattern.compile("src=\"/?js/(\\w+)\\.js\"").matcher(Files.readString(FOLDER.resolveSibling(page)))
                    .results()
                    .forEach(each -> loaded.add(each.group(1)));
        }
        scripts.values().forEach(script -> IMPORT.matcher(script).results().forEach(each -> loaded.add(each.group(3))));
        assertThat(loaded).containsAll(scripts.keySet());
    }

    @Test
    void everyExportIsUsedSomewhere() {
        List<String> unused = new ArrayList<>();
        for (String name : scripts.keySet()) {
            for (String export : exports(name)) {
                boolean used = scripts.entrySet().stream()
                        .anyMatch(other -> uses(other.getValue(), export) > (other.getKey().equals(name) ? 1 : 0));
                if (!used) {
                    unused.add(name + " exports " + export);
                }
            }
        }
        assertThat(unused).isEmpty();
    }

    @Test
    void whatIsForbiddenIsNotWritten() {
        List<String> wrong = new ArrayList<>();
        scripts.forEach((name, script) -> {
            String code = script.replaceAll("(?m)(^|\\s)//.*$", "$1").replaceAll("(?s)/\\*.*?\\*/", "");
            FORBIDDEN.forEach((why, pattern) -> pattern.matcher(code).results()
                    .forEach(found -> wrong.add(name + ": " + found.group().trim() + " (" + why + ")")));
        });
        assertThat(wrong).isEmpty();
    }

    private static void addIfUnused(String name, String script, String imported, List<String> wrong) {
        if (uses(script, imported) < 2) {
            wrong.add(name + " imports " + imported + " and does not use it");
        }
    }

    private List<String> exports(String name) {
        return EXPORT.matcher(scripts.get(name)).results().map(each -> each.group(1)).toList();
    }

    private static long uses(String script, String name) {
        return Pattern.compile("\\b" + name + "\\b").matcher(script).results().count();
    }

    private static Map<String, String> scripts() {
        Map<String, String> scripts = new TreeMap<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                scripts.put(file.getFileName().toString().replace(".js", ""), Files.readString(file));
            }
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
        return scripts;
    }
}
