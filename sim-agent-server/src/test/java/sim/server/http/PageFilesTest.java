package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.GuardedServer;

/** A browser asks once for the page's files, and again when they are others. */
class PageFilesTest {
    private static final Path FOLDER = Path.of("src/main/resources/web");
    private static final List<String> MODULES = List.of("js/app.js", "js/reference.js");

    @Test
    void aPageNamesAllFilesAndABrowserKeepsThem(@TempDir Path folder) throws Exception {
        try (GuardedServer server = new GuardedServer(folder)) {
            Set<String> named = new TreeSet<>();
            for (String page : List.of("/", "/api.html")) {
                HttpResponse<String> answer = server.get(page, null);
                assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache");
                assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
                assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
                named.addAll(named(answer.body()));
            }
            assertThat(server.get("/index.html", null).body()).isEqualTo(server.get("/", null).body());
            List<String> plain = new ArrayList<>();
            for (String each : named) {
                HttpResponse<String> file = server.get("/" + each, null);
                assertThat(file.statusCode()).as(each).isEqualTo(200);
                assertThat(file.headers().firstValue("Cache-Control")).as(each)
                        .contains("public, max-age=31536000, immutable");
                plain.add(each.substring(each.indexOf('/') + 1));
                HttpResponse<String> again = server.get("/" + plain.get(plain.size() - 1), null);
                assertThat(again.headers().firstValue("Cache-Control")).contains("max-age=0");
                if (MODULES.contains(plain.get(plain.size() - 1))) {
                    assertThat(file.headers().firstValue("Content-Type").orElse("")).startsWith("text/javascript");
                    assertThat(file.body()).doesNotContainPattern("(?m)^(import|export) ");
                    Pattern.compile("(?m)^// (js/\\w+\\.js)$").matcher(file.body()).results()
                            .forEach(module -> plain.add(module.group(1)));
                } else {
                    assertThat(again.body()).isEqualTo(file.body());
                }
            }
            assertThat(plain).containsAll(files("css")).containsAll(files("js")).contains("icon.svg");
            assertThat(server.get("/files-0123456789abcdef/js/app.js", null).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void otherFilesHaveAnotherPath() {
        PageFiles now = new PageFiles();
        assertThat(new PageFiles().path()).isEqualTo(now.path());
        for (String each : List.of("js/units.js", "css/table.css", "index.html", "js/reference.js")) {
            PageFiles other = new PageFiles(
                    name -> PageFiles.resource(name) + (name.equals(each) ? "\n" : ""));
            assertThat(other.path()).as(each).isNotEqualTo(now.path());
        }
    }

    @Test
    void aModuleIsBehindThoseThatItImports() {
        Map<String, String> files = Map.of("js/app.js",
                "import { one, two as other } from './a.js';\nimport * as all from './b.js';\n"
                        + "one(other, all.three);\n",
                "js/a.js",
                "import {\n  three,\n} from './b.js';\nexport function one() {}\nexport const two = three;\nconst own = 1;\n",
                "js/b.js", "export class three {}\nconst own = 2;\n");
        assertThat(PageModules.of("js/app.js", files::get)).isEqualTo("""
                // js/b.js
                const module0 = (() => {
                class three {}
                const own = 2;

                return {three};
                })();
                // js/a.js
                const module1 = (() => {
                const {three} = module0;
                function one() {}
                const two = three;
                const own = 1;

                return {one, two};
                })();
                // js/app.js
                const module2 = (() => {
                const {one, two: other} = module1;
                const all = module0;
                one(other, all.three);

                return {};
                })();
                """);
    }

    @Test
    void whatCannotBeInOneFileIsNamed() {
        assertThatThrownBy(() -> PageModules.of("js/a.js", Map.of("js/a.js", "export default 1;\n")::get))
                .hasMessageContainingAll("js/a.js", "export default 1;");
        assertThatThrownBy(() -> PageModules.of("js/a.js", Map.of("js/a.js", "import { b } from './b.js';\n", "js/b.js",
                "import { a } from './a.js';\n")::get)).hasMessageContaining("[js/a.js, js/b.js] js/a.js");
    }

    private static Set<String> named(String page) {
        return Pattern.compile("(?:href|src)=\"(files-[^\"]+)\"").matcher(page).results().map(each -> each.group(1))
                .collect(Collectors.toSet());
    }

    private static List<String> files(String kind) throws Exception {
        try (Stream<Path> files = Files.list(FOLDER.resolve(kind))) {
            return files.map(each -> kind + "/" + each.getFileName()).toList();
        }
    }
}
