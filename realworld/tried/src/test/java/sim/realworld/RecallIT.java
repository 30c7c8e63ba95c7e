package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A cut of {@code ./sim bench --part recall}: as SIM comes, its answers for the last seconds of a service have what a user looks
 * for, on a first start and on a second. To see in less than a minute what two minutes show, the service has more to do and SIM ships, and so judges, each second.
 */
@EnabledIfSystemProperty(named = "sim.seeing", matches = "true", disabledReason = "what is seen is judged by time, and the machine of a build has other work; -Dsim.seeing=true runs it")
class RecallIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final int RATE = 100;
    private static final int SECONDS = 40;
    private static final int LAST_SECONDS = 15;
    private static final int FIRST_ROWS = 50;

    /** By the order of the table, the methods that have to be among its first 50 rows with that measure: what is planted in the service. */
    private static final Map<String, List<String>> PLANTED = new LinkedHashMap<>();

    static {
        PLANTED.put("wall.self", List.of("shop.WarehouseClient.reserve", "shop.PriceCache.load",
                "shop.OrderHandler.handle", "shop.Recommendations.of", "shop.Receipt.print"));
        PLANTED.put("wall.total", List.of("shop.OrderHandler.handle", "shop.OrderService.order",
                "shop.OrderRepository.findCustomer", "shop.PriceCache.price"));
        PLANTED.put("thread.cpu.self", List.of("shop.Recommendations.of", "shop.WarehouseClient.reserve",
                "shop.OrderHandler.handle", "shop.Receipt.print", "shop.CouponService.parse"));
        PLANTED.put("alloc.bytes.self", List.of("shop.Receipt.print", "shop.WarehouseClient.reserve"));
        PLANTED.put("blocking.time.self", List.of("shop.PriceCache.price"));
        PLANTED.put("waiting.time.self", List.of("shop.PriceCache.load"));
        PLANTED.put("errors", List.of("shop.CouponService.parse"));
    }

    /** Entry points are there with figures, whatever their rank: who looks for one, looks for its name. */
    private static final List<String> ENTRIES = List.of("shop.OrderHandler.handle", "shop.ReportHandler.handle",
            "shop.StockCount.run");

    @TempDir
    private Path folder;

    @Test
    void whatAUserLooksForIsInTheAnswersOfAFirstAndOfASecondStart() throws Exception {
        List<String> missed = new ArrayList<>();
        try (Server server = new Server(ROOT, JAVA)) {
            for (String start : List.of("first", "second")) {
                try (ServiceRun service = new ServiceRun(ROOT, JAVA, folder,
                        "application=" + start + ",server=127.0.0.1:" + server.port() + ",interval=1s,weave.cache="
                                + folder.resolve("cache"))) {
                    assertThat(service.serve(RATE, SECONDS)).contains("failed: 0");
                    List<String> all = shown(server, start, "wall.total", 10_000);
                    ENTRIES.stream().filter(name -> !all.contains(name))
                            .forEach(name -> missed.add(start + " start, entry point: " + name));
                    for (Map.Entry<String, List<String>> planted : PLANTED.entrySet()) {
                        List<String> shown = shown(server, start, planted.getKey(), FIRST_ROWS);
                        planted.getValue().stream().filter(name -> !shown.contains(name))
                                .forEach(name -> missed.add(start + " start, " + planted.getKey() + ": " + name));
                    }
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    /** The last seconds of which something has come: beside much load the present has not come yet. */
    private static String lastSeconds(Server server, String application) throws Exception {
        for (JsonNode instance : server.get("applications")) {
            if (instance.path("name").asString().equals(application)) {
                long last = instance.path("lastSeen").asLong();
                return "&from=" + (last - LAST_SECONDS * 1_000) + "&to=" + (last + 1);
            }
        }
        throw new AssertionError(application + " is not known");
    }

    /** The names of the first rows that have the measure for the whole range. */
    private static List<String> shown(Server server, String application, String sort, int rows)
            throws Exception {
        String meter = sort.replaceFirst("\\.(self|total)$", "");
        List<String> names = new ArrayList<>();
        JsonNode answer = server.get("methods?limit=" + rows + "&sort=" + sort + "&application=" + application
                + lastSeconds(server, application));
        assertThat(answer.path("methods")).as(answer.toString()).isNotEmpty();
        for (JsonNode row : answer.path("methods")) {
            boolean measured = sort.equals("errors")
                    ? row.path("errors").asLong() > 0
                    : row.path("meters").path(meter).path("self").asLong() > 0;
            if (measured && !row.has("off")) {
                names.add(row.path("class").asString() + "." + row.path("method").asString());
            }
        }
        return names;
    }
}
