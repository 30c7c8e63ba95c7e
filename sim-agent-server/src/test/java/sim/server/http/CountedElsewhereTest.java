package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static sim.server.OwnRuntime.call;
import static sim.server.OwnRuntime.spin;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.metrics.probe.ProbeSite;
import sim.server.Batches;
import sim.server.OwnRuntime;
import tools.jackson.databind.JsonNode;

/** Calls inside that count at another place, because the call tree bent: a method's row says so and stands where it belongs. Real runtime, store and HTTP. */
@ExtendWith(InAskedServer.class)
class CountedElsewhereTest {
    private static final int CALLS = 20;
    /** A bucket's error, and more. */
    private static final double NEAR = 1.0 / 16;

    /** A chain of filters: each calls {@code next}, which counts at its outermost place once a quarter of the places are there. */
    @Test
    void whatAFoldedCircleTakesIsAtTheMethodsBetween(AskedServer server) throws Exception {
        OwnRuntime runtime = new OwnRuntime("meters=wall,tree.nodes=200");
        runtime.fill(50);
        ProbeSite serve = runtime.site("serve");
        ProbeSite next = runtime.site("next");
        ProbeSite filter = runtime.site("filter");
        ProbeSite work = runtime.site("work");
        for (int i = 0; i < CALLS; i++) {
            call(serve, () -> call(next,
                    () -> call(filter, () -> call(next, () -> call(work, () -> spin(2_000))))));
        }
        server.ship(Batches.hello("folded", "folded"), runtime.batch());
        assertWhole(server, "folded", "filter", "work", "serve");
        for (String other : List.of("serve", "next", "work")) {
            assertThat(row(server, "folded", other).path("wall").has("totalAtLeast")).as(other + " lacks nothing")
                    .isFalse();
        }
        assertThat(order(server, "folded", "wall.total").subList(0, 4)).containsExactlyInAnyOrder("serve", "next",
                "filter", "work");
        assertThat(order(server, "folded", "wall.mean").get(0)).isEqualTo("serve");
        assertThat(server.json("methods?application=folded&last=1h&limit=1&sort=count").path("leftOut").path("wall")
                .has("totalAtLeast")).as("totals of several methods overlap").isFalse();
    }

    /** Calls inside calls of the same method are in its total once, whether they count at one place or at several. */
    @Test
    void recursionAloneLacksNothing(AskedServer server) throws Exception {
        for (int places : new int[]{200, 20_000}) {
            OwnRuntime runtime = new OwnRuntime("meters=wall,tree.nodes=" + places);
            runtime.fill(50);
            ProbeSite main = runtime.site("main");
            ProbeSite walk = runtime.site("walk");
            for (int i = 0; i < CALLS; i++) {
                call(main, () -> {
                    spin(20_000);
                    walk(walk, 5);
                });
            }
            String application = "recursive" + places;
            server.ship(Batches.hello(application, application), runtime.batch());
            for (String each : List.of("main", "walk")) {
                assertThat(row(server, application, each).path("wall").has("totalAtLeast")).as(application + each)
                        .isFalse();
            }
        }
    }

    private static void walk(ProbeSite walk, int deeper) {
        call(walk, () -> {
            spin(200);
            if (deeper > 0) {
                walk(walk, deeper - 1);
            }
        });
    }

    /** A place under [other] has its own time alone. */
    @Test
    void whatCountsUnderOtherIsAtItsCaller(AskedServer server) throws Exception {
        OwnRuntime runtime = new OwnRuntime("meters=wall,tree.nodes=20");
        runtime.fill(60);
        ProbeSite main = runtime.site("main");
        ProbeSite down = runtime.site("down");
        ProbeSite raw = runtime.site("raw");
        for (int i = 0; i < CALLS; i++) {
            call(main, () -> call(down, () -> call(raw, () -> spin(2_000))));
        }
        server.ship(Batches.hello("full", "full"), runtime.batch());
        assertWhole(server, "full", "down", "raw", "main");
        assertThat(row(server, "full", "raw").path("wall").has("totalAtLeast")).isFalse();
        assertThat(order(server, "full", "wall.total").subList(0, 4)).containsExactlyInAnyOrder("[other]",
                "main", "down", "raw");
    }

    /** That a method's calls took as much as those inside them, and no more than their caller's, while its total does not have it. */
    private static void assertWhole(AskedServer server, String application, String method, String inside,
            String around) throws Exception {
        JsonNode row = row(server, application, method);
        double least = (1 - NEAR) * wall(row(server, application, inside), "total");
        double most = (1 + NEAR) * Math.max(wall(row(server, application, around), "total"),
                row(server, application, around).path("wall").path("totalAtLeast").asLong());
        assertThat(wall(row, "total")).as("what is inside counts elsewhere").isLessThan((long) least);
        assertThat((double) row.path("wall").path("totalAtLeast").asLong()).as("" + row).isBetween(least, most);
        assertThat((double) row.path("wall").path("mean").asLong()).isBetween(least / CALLS, most / CALLS)
                .isLessThanOrEqualTo(wall(row, "max"));
    }

    private static List<String> order(AskedServer server, String application, String sort) throws Exception {
        List<String> methods = new ArrayList<>();
        server.json("methods?application=" + application + "&last=1h&limit=200&sort=" + sort).path("methods")
                .forEach(row -> methods.add(row.path("method").asString()));
        return methods;
    }

    private static long wall(JsonNode row, String part) {
        return row.path("meters").path("wall").path(part).asLong();
    }

    private static JsonNode row(AskedServer server, String application, String method) throws Exception {
        for (JsonNode row : server.json("methods?application=" + application + "&last=1h&limit=200").path("methods")) {
            if (row.path("method").asString().equals(method)) {
                return row;
            }
        }
        throw new AssertionError(method);
    }
}
