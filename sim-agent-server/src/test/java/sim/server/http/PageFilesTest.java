package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                assertThat(again.body()).isEqualTo(file.body());
                assertThat(again.headers().firstValue("Cache-Control")).contains("max-age=0");
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
