package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.TwoVersions;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreTools;
import tools.jackson.databind.JsonNode;

/** Two versions of a program beside each other at the same time, over real HTTP. */
class ComparedPartsHttpTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private DuckDbStore store;
    private AskedServer server;

    @BeforeEach
    void start() throws Exception {
        store = new DuckDbStore(folder);
        store.open(Batches.hello("shop", "one").ofProgram("1.0"));
        store.open(Batches.hello("shop", "two").ofProgram("2.0"));
        store.append("one", TwoVersions.first());
        store.append("two", TwoVersions.second());
        server = new AskedServer(store);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theTreesOfTwoVersionsAreOne() throws Exception {
        JsonNode answer = compare("/tree", "");
        assertThat(answer.path("before").path("version").asString()).isEqualTo("1.0");
        assertThat(answer.path("after").path("version").asString()).isEqualTo("2.0");
        JsonNode place = row(answer, "nodes", "method", "place");
        assertThat(place.path("parent").isNull()).isTrue();
        assertThat(place.path("id").asInt()).as("a caller comes before what it calls").isEqualTo(1);
        assertThat(place.path("certain").asBoolean()).as("more goes on inside").isTrue();
        assertThat(place.path("own").asDouble()).as("of its own there is less: fewer orders").isNegative();
        double seconds = (answer.path("after").path("to").asLong() - answer.path("after").path("from").asLong()) / 1e3;
        assertThat(place.path("after").path("value").asDouble() * seconds).isBetween(200 * 40.0 * MILLI - 1,
                200 * 40.0 * MILLI + 1);
        for (String method : List.of("find", "lock", "check")) {
            assertThat(row(answer, "nodes", "method", method).path("parent").asInt()).isEqualTo(1);
            assertThat(row(answer, "nodes", "method", method).path("certain").asBoolean()).as(method).isTrue();
        }
        assertThat(row(answer, "nodes", "method", "lock").path("state").asString()).isEqualTo("new");
        assertThat(row(answer, "nodes", "method", "check").path("state").asString()).isEqualTo("gone");
        assertThat(row(answer, "nodes", "method", "bill").path("certain").asBoolean()).as("few calls do not shout")
                .isFalse();
        assertThat(compare("/tree", "&limit=2").path("leftOut").asInt()).isEqualTo(3);
    }

    @Test
    void byTheRequestTheLoadIsNoDifference() throws Exception {
        JsonNode tree = compare("/tree", "&name=order&per=request&measure=count");
        assertThat(row(tree, "nodes", "method", "place").path("difference").asDouble()).isZero();
        assertThat(row(tree, "nodes", "method", "find").path("before").path("value").asDouble()).isEqualTo(1);
        assertThat(row(tree, "nodes", "method", "find").path("after").path("value").asDouble()).isEqualTo(20);
        assertThat(row(compare("", "&name=order&per=request&measure=wall&limit=9"), "methods", "method", "place")
                .path("difference").asDouble()).as("own").isZero();
        assertThat(server.ask("compare?per=request").body()).contains("\"parameter\":\"name\"", "beside 'per=request'");
        assertThat(server.ask("compare?per=request&otherName=order").statusCode()).isEqualTo(400);
    }

    @Test
    void statementsAreComparedWithWhatIsNewAndWhatVanished() throws Exception {
        JsonNode answer = compare("/statements", "");
        JsonNode item = row(answer, "statements", "text", "SELECT item");
        assertThat(item.path("before").path("count").asLong()).isEqualTo(400);
        assertThat(item.path("after").path("count").asLong()).isEqualTo(4_000);
        assertThat(item.path("probe").asString()).isEqualTo("shop.Queries");
        assertThat(answer.path("statements").get(0)).as("the largest first").isEqualTo(item);
        assertThat(row(answer, "statements", "text", "SELECT new").path("before").isNull()).isTrue();
        assertThat(row(answer, "statements", "text", "SELECT old").path("state").asString()).isEqualTo("gone");
        JsonNode rare = row(answer, "statements", "text", "SELECT rare");
        assertThat(rare.path("difference").asDouble()).isPositive();
        assertThat(rare.path("certain").asBoolean()).as("few calls do not shout").isFalse();
        assertThat(row(compare("/statements", "&per=call"), "statements", "text", "SELECT item").path("difference")
                .asDouble()).isZero();
        JsonNode few = compare("/statements", "&limit=1");
        assertThat(few.path("statements").size()).isEqualTo(1);
        assertThat(few.path("leftOut").asInt()).isEqualTo(3);
    }

    /** The sums of the application have no room for its description: beside a version's own sums it was new there, and vanished here. */
    @Test
    void aStatementPastTheApplicationsBoundIsNotNewBesideAllVersions() throws Exception {
        server.close();
        store = new DuckDbStore(folder);
        store.open(Batches.hello("many", "three").ofProgram("1.0"));
        store.append("three", TwoVersions.statements(6_000));
        store.keep(Keep.STANDARD, Long.MAX_VALUE);
        store.close();
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
        store = new DuckDbStore(folder);
        server = new AskedServer(store);
        String at = "&otherFrom=" + (Batches.now() / 1_000 - 300_000) + "&otherTo=" + Batches.now() / 1_000;
        JsonNode rows = server.json("compare/statements?application=many&last=5m&version=1.0&limit=10000" + at)
                .path("statements");
        assertThat(rows.size()).isGreaterThanOrEqualTo(2_000);
        assertThat(rows).allMatch(row -> row.path("state").asString().equals("both"));
    }

    @Test
    void statementsOfAKindAreThoseOfItsRequestsAlone() throws Exception {
        JsonNode answer = compare("/statements", "&name=order&measure=count");
        assertThat(answer.path("statements").size()).isEqualTo(1);
        assertThat(answer.path("statements").get(0).path("before").path("count").asLong()).isEqualTo(1);
        assertThat(answer.path("statements").get(0).path("after").path("count").asLong()).isEqualTo(20);
        assertThat(answer.path("before").path("name").asString()).isEqualTo("order");
        JsonNode each = compare("/statements", "&name=order&measure=count&per=request").path("statements").get(0);
        assertThat(each.path("before").path("value").asDouble()).as("of the one order that is kept").isEqualTo(1);
        assertThat(each.path("after").path("value").asDouble()).isEqualTo(20);
    }

    @Test
    void methodsOfAVersionAreThoseOfItsProcesses() throws Exception {
        JsonNode answer = compare("", "&measure=count");
        assertThat(row(answer, "methods", "method", "find").path("before").path("count").asLong()).isEqualTo(400);
        assertThat(row(answer, "methods", "method", "find").path("after").path("count").asLong()).isEqualTo(4_000);
        JsonNode any = server.json("compare?last=5m&otherFrom=" + (Batches.now() / 1_000 - 300_000) + "&otherTo="
                + Batches.now() / 1_000 + "&version=2.0&measure=count");
        assertThat(row(any, "methods", "method", "find").path("before").path("count").asLong()).as("any version")
                .isEqualTo(4_400);
        assertThat(server.ask("compare?version=3.0").body()).contains("version", "one of ", "1.0", "2.0");
        assertThat(server.ask("compare?otherVersion=3.0").statusCode()).isEqualTo(404);
        assertThat(server.ask("compare/tree?otherName=none").body()).contains("otherName", "one of order");
        assertThat(server.ask("compare/tree?otherTag=x").body()).contains("only beside 'otherName'");
    }

    private static JsonNode row(JsonNode answer, String rows, String field, String value) {
        for (JsonNode row : answer.path(rows)) {
            if (row.path(field).asString().equals(value)) {
                return row;
            }
        }
        throw new AssertionError(value + " is not in " + answer);
    }

    /** Version 1 before, 2 after, at the same time. */
    private JsonNode compare(String what, String more) throws Exception {
        return server.json("compare" + what + "?last=5m&to=" + Batches.now() / 1_000 + "&otherFrom="
                + (Batches.now() / 1_000 - 300_000) + "&otherTo=" + Batches.now() / 1_000
                + "&otherVersion=1.0&version=2.0" + more);
    }

}
