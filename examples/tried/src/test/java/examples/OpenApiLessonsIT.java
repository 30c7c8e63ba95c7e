package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The lessons on the Probes Open API, run by their own scripts, and what their headers say you should see. */
class OpenApiLessonsIT {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new RunningServer(folder).usual();
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void probesByHandStandBesideWovenMethods() throws Exception {
        assertThat(server.run("05-probe-by-hand")).contains("400 rows read");
        assertThat(method("probe-by-hand", "shop.Import", "read").path("count").asLong()).isEqualTo(100);
        assertThat(method("probe-by-hand", "import.row", "order").path("count").asLong()).isEqualTo(200);
        assertThat(method("probe-by-hand", "import.row", "refund").path("count").asLong()).isEqualTo(100);
        assertThat(method("probe-by-hand", "import.row", "note").path("count").asLong()).isEqualTo(100);
        assertThat(top("probe-by-hand")).anyMatch(line -> line.matches("row\\.order +200 .*"))
                .anyMatch(line -> line.matches("row\\.refund +100 .*"))
                .anyMatch(line -> line.matches("row\\.note +100 .*"));
        long inside = total("probe-by-hand", "import.row", "order") + total("probe-by-hand", "import.row", "refund")
                + total("probe-by-hand", "import.row", "note");
        JsonNode read = method("probe-by-hand", "shop.Import", "read").path("meters").path("wall");
        // what metering itself took inside is in the total alone: nothing, as a rule, in so short a run
        assertThat(read.path("self").asLong()).isPositive().isLessThanOrEqualTo(read.path("total").asLong() - inside);
    }

    @Test
    void aProgramActsOnItsOwnMetering() throws Exception {
        String printed = server.run("06-savepoint");
        assertThat(printed).contains("batch 1: 1000 searches").contains("the cache goes on")
                .contains("batch 3: 1000 searches");
        assertThat(share(printed, "batch 1")).isGreaterThan(50);
        assertThat(share(printed, "batch 3")).isLessThan(50);
    }

    @Test
    void aMeterOfTheApplicationsOwnIsMeasuredEverywhere() throws Exception {
        assertThat(server.run("07-custom-meter")).contains("the archive has 4000 rows");
        assertThat(method("custom-meter", "shop", "orders").path("meters").path("rows").path("total").asLong())
                .isEqualTo(300);
        assertThat(method("custom-meter", "shop", "archive").path("meters").path("rows").path("total").asLong())
                .isEqualTo(4_000);
        assertThat(top("custom-meter").stream().filter(line -> !line.matches("(CPU|requests)\\b.*"))
                .map(line -> line.replaceAll(" .* ", " ")))
                .containsExactlyInAnyOrder("method rows", "shop.orders 300", "shop.archive 4,000");
    }

    @Test
    void aStrategyMetersOneTenantOnly() throws Exception {
        assertThat(server.run("08-custom-strategy")).contains("300 requests served");
        assertThat(method("custom-strategy", "shop", "request").path("count").asLong()).isEqualTo(100);
    }

    @Test
    void namesAreJudgedAndPrintHowTheyStand() throws Exception {
        String printed = server.run("09-hotspot");
        assertThat(printed).contains("shop.getter is disabled at call ").contains("shop.turning is slow from now on");
        assertThat(disabledAt(printed, "shop.getter")).isGreaterThanOrEqualTo(334);
        assertThat(inOrder(printed, "shop.report is managed", "shop.report is hotspot", "shop.report is unmanaged"))
                .as(printed).isTrue();
        assertThat(inOrder(printed, "shop.turning is managed", "shop.turning is disabled", "shop.turning is managed",
                "shop.turning is hotspot")).as(printed).isTrue();
    }

    private static int disabledAt(String printed, String name) {
        String line = printed.lines().filter(each -> each.startsWith(name + " is disabled")).findFirst().orElseThrow();
        return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    }

    /** The lines of what the launcher prints at a lesson's end. */
    private static List<String> top(String application) throws Exception {
        return server.command("top", "--application", application, "--last", "1h").lines().toList();
    }

    private static boolean inOrder(String printed, String... lines) {
        int from = 0;
        for (String line : lines) {
            from = printed.indexOf(line, from);
            if (from < 0) {
                return false;
            }
        }
        return true;
    }

    private static long share(String printed, String batch) {
        String line = printed.lines().filter(each -> each.startsWith(batch)).findFirst().orElseThrow();
        return Long.parseLong(line.substring(line.indexOf(", ") + 2, line.indexOf(" %")));
    }

    private static long total(String application, String type, String name) throws Exception {
        return method(application, type, name).path("meters").path("wall").path("total").asLong();
    }

    private static JsonNode method(String application, String type, String name) throws Exception {
        JsonNode methods = server.get("/api/v1/methods?last=1h&limit=1000&application=" + application).path("methods");
        for (JsonNode method : methods) {
            if (method.path("class").asString().equals(type) && method.path("method").asString().equals(name)) {
                return method;
            }
        }
        throw new AssertionError(type + "." + name + " is not among " + methods);
    }
}
