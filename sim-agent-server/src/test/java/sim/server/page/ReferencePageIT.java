package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.server.LiveServer;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page that describes the HTTP interface: all that the server's document has, under the same policy as the figures. */
@ExtendWith(InBrowser.class)
class ReferencePageIT {
    private static final Path PICTURES = Path.of("target", "pages");
    private static final String COLOURS = "runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}";
    private static final String NO_COLOURS = "rules: {'color-contrast': {enabled: false}}";

    @TempDir
    Path folder;

    @Test
    void showsEachRouteAndLeadsFromAndToTheFigures(Browser browser) throws Exception {
        try (LiveServer server = new LiveServer(folder)) {
            JsonNode document = JsonMapper.shared().readTree(HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(URI.create(server.address() + "api/v1/openapi.json")).build(),
                    HttpResponse.BodyHandlers.ofString()).body());
            browser.open(server.address() + "#/server");
            browser.until("the link", () -> browser.find(".server a[href='api.html']").isDisplayed());
            browser.find(".server a[href='api.html']").click();
            browser.until("the description", () -> browser.all(".operation").size() > 30);
            List<String> routes = new ArrayList<>();
            document.path("paths").properties().forEach(path -> path.getValue().propertyNames()
                    .forEach(method -> routes.add(method + path.getKey())));
            assertThat(browser.all(".operation").stream().map(each -> each.getDomAttribute("id")).toList())
                    .containsExactlyInAnyOrderElementsOf(routes);
            assertThat(browser.all(".shape")).hasSize(document.path("components").path("schemas").size());
            assertThat(browser.find("[id='get/api/v1/methods']").getText()).contains("needs the role look", "limit",
                    "1 to 10000; default 50", "Methods", "curl ");
            assertThat(browser.find("[id='post/api/v1/hotspots']").getText()).contains("needs the role control",
                    "must be given", "pin", "202", "429");
            browser.find("[id='get/api/v1/methods'] a[href='#Methods']").click();
            browser.until("the shape", () -> browser.run("return location.hash").equals("#Methods"));
            // each operation is drawn like the others: all else is looked at for the whole page, once at each width, and the colours of one of each group
            assertThat(violations(browser, "document", NO_COLOURS)).isEmpty();
            String few = "{include: [['#topbar'], ['.operation:nth-of-type(1)'], ['.shape:nth-of-type(-n+3)']]}";
            assertThat(violations(browser, few, COLOURS)).as("light").isEmpty();
            browser.preferColours("dark");
            assertThat(violations(browser, few, COLOURS)).as("dark").isEmpty();
            browser.size(390, 844);
            assertThat(violations(browser, "document", NO_COLOURS)).isEmpty();
            assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
            browser.size(1280, 800);
            browser.run("scrollTo(0, 0)");
            browser.picture(PICTURES.resolve("reference.png"));
            assertThat(browser.console()).isEmpty();
            browser.find("#topbar .state a").click();
            browser.until("the figures", () -> browser.title().startsWith("SIM"));
        }
    }

    @Test
    void aLinkToARouteShowsIt(Browser browser) throws Exception {
        try (LiveServer server = new LiveServer(folder)) {
            browser.open(server.address() + "api.html#get/api/v1/calltree");
            browser.until("the route in sight", () -> (boolean) browser.run("const box = document.getElementById("
                    + "'get/api/v1/calltree').getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight;"));
        }
    }

    /** What axe-core finds, which the other views are tried with too. */
    private static List<?> violations(Browser browser, String where, String rules) throws Exception {
        try (java.io.InputStream axe = ReferencePageIT.class.getResourceAsStream("/axe.min.js")) {
            browser.run(new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
        }
        return (List<?>) browser.promised("axe.run(" + where + ", {resultTypes: ['violations'], "
                + rules + "}).then((found) =>"
                + " found.violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ': ' + node.target.join(' '))))");
    }
}
