package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static sim.server.OwnRuntime.call;
import static sim.server.OwnRuntime.spin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.metrics.probe.ProbeSite;
import sim.server.Batches;
import sim.server.OwnRuntime;
import tools.jackson.databind.JsonNode;

/** What a call takes on average, where not each is read: real runtime, store and HTTP. */
@ExtendWith(InAskedServer.class)
class MeansTest {
    private static final int CALLS = 640;

    /** Calls of which one in 16 is read, with calls inside that are all read. */
    @Test
    void theCallsInsideThoseThatWereNotReadAreNoneOfThoseThatWere(AskedServer server) throws Exception {
        OwnRuntime runtime = new OwnRuntime("meters=wall");
        ProbeSite entry = runtime.site("entry");
        ProbeSite passing = runtime.sampled("passing");
        ProbeSite work = runtime.site("work");
        ProbeSite before = runtime.site("before");
        for (int i = 0; i < CALLS; i++) {
            call(entry, () -> call(before, () -> spin(150)));
            call(entry, () -> call(passing, () -> call(work, () -> spin(100))));
        }
        server.ship(Batches.hello("means", "means"), runtime.batch());
        JsonNode methods = server.json("methods?application=means&last=1h&sort=wall.mean").path("methods");
        List<JsonNode> rows = new ArrayList<>();
        methods.forEach(rows::add);
        assertThat(rows).as("the largest mean first").hasSize(4)
                .isSortedAccordingTo(Comparator.comparingDouble(MeansTest::mean).reversed());
        JsonNode row = rows.stream().filter(each -> each.path("method").asString().equals("passing")).findAny().get();
        assertThat(row.path("unread").path("time").asLong()).isGreaterThan(CALLS / 2);
        String compared = "compare?application=means&last=1h&otherFrom=1&otherTo=2&measure=wall&per=call";
        JsonNode tree = server.json(compared.replace("?", "/tree?")).path("nodes");
        for (JsonNode node : tree) {
            if (node.path("method").asString().equals("passing")) {
                assertThat(node.path("after").path("value").asDouble()).isCloseTo(mean(row), within(1.0));
            }
        }
        for (JsonNode each : server.json(compared).path("methods")) {
            if (each.path("method").asString().equals("passing")) {
                assertThat(each.path("after").path("value").asDouble()).as("its own, of those that were read")
                        .isCloseTo(wall(row, "self") / (double) timed(row), within(1.0));
            }
        }
    }

    @Test
    void aPointOfASeriesSaysWhatWasNotRead(AskedServer server) throws Exception {
        server.ship(Batches.hello("points", "points"), Batches.sampled(1));
        JsonNode point = server.json("methods/series?application=points&last=1h&class=a.A&method=getter").path("points")
                .get(0);
        assertThat(point.path("unread").path("time").asLong()).isEqualTo(150);
        assertThat(server.json("methods/series?application=points&last=1h&class=a.A&method=caller").path("points")
                .get(0).has("unread")).isFalse();
    }

    private static long timed(JsonNode row) {
        return row.path("count").asLong() - row.path("unread").path("time").asLong();
    }

    private static double mean(JsonNode row) {
        return wall(row, "self") / (double) timed(row)
                + (wall(row, "total") - wall(row, "self")) / row.path("count").asDouble();
    }

    private static long wall(JsonNode row, String part) {
        return row.path("meters").path("wall").path(part).asLong();
    }
}
