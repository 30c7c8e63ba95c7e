package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.Sections;

/** A client that has an answer already is told so, and gets it anew as soon as a figure in it is another. */
class EntityTagTest {
    private AskedServer server;

    @ParameterizedTest
    @ValueSource(strings = {"methods?application=bank", "calltree?application=bank",
            "methods?application=bank&last=1h", "applications?limit=9",
            "calltree?application=bank&format=collapsed", "calltree?application=bank&format=pprof&from=FROM&to=TO",
            "calltree?application=bank&format=speedscope&from=FROM&to=TO"})
    void whatTheClientHasIsNotSentAgainUntilItChanges(String asked, @TempDir Path folder) throws Exception {
        String path = asked.replace("FROM", String.valueOf(Batches.now() / 1_000 - 3_600_000)).replace("TO",
                String.valueOf(Batches.now() / 1_000)); // a file says which range it is of
        try (AskedServer served = new AskedServer(new DuckDbStore(folder));
                WireClient bank = WireClient.connect(served.collectorPort(), Batches.hello("bank", "two"))) {
            server = served;
            bank.ship(Batches.recursion(1));
            HttpResponse<String> first = get(path, null);
            String tag = tag(first);
            assertThat(tag).startsWith("W/\"");
            HttpResponse<String> again = get(path, tag);
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(tag(again)).isEqualTo(tag);
            assertThat(get(path, "\"another\"").body()).hasSameSizeAs(first.body());
            bank.ship(new Batch(2, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                    Contents.NONE.with(Sections.ROWS, List.of(Batches.row(1, 1, 100, 10))).with(Sections.COUNTERS,
                            List.of(new Counter("invocations.dropped", 5)))));
            HttpResponse<String> changed = get(path, tag);
            assertThat(changed.statusCode()).isEqualTo(200);
            assertThat(tag(changed)).isNotEqualTo(tag);
            assertThat(get(path + "&nothing=1", tag).statusCode()).isEqualTo(400);
        }
    }

    /** The agent goes on with something else; who asks for a range that is over has its figures. */
    @ParameterizedTest
    @ValueSource(strings = {"methods", "calltree", "kinds", "errors"})
    void aRangeThatIsOverStaysWhatItIsWhileAnAgentReports(String asked, @TempDir Path folder) throws Exception {
        long end = Batches.now() - 60_000_000;
        try (AskedServer served = new AskedServer(new DuckDbStore(folder));
                WireClient bank = WireClient.connect(served.collectorPort(), Batches.hello("bank", "two"))) {
            server = served;
            bank.ship(Batches.recursion(1));
            bank.ship(new Batch(2, end - 30_000_000, end - 20_000_000,
                    Contents.NONE.with(Sections.ROWS, List.of(Batches.row(1, 1, 100, 10)))));
            String path = asked + "?application=bank&from=" + (end / 1_000 - 3_600_000) + "&to=" + end / 1_000;
            HttpResponse<String> first = get(path, null);
            bank.ship(new Batch(3, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                    Contents.NONE.with(Sections.ROWS, List.of(Batches.row(1, 1, 100, 10))).with(Sections.COUNTERS,
                            List.of(new Counter("invocations.dropped", 5)))));
            HttpResponse<String> again = get(path, tag(first));
            assertThat(again.statusCode()).as("%s instead of %s", again.body(), first.body()).isEqualTo(304);
        }
    }

    @Test
    void theRangeIsLeftOutAndNothingElse() {
        String answer = tag("{\"application\":\"a\",\"from\":1,\"to\":22,\"methods\":[{\"from\":1,\"to\":2}]}");
        assertThat(tag("{\"application\":\"a\",\"from\":5,\"to\":6,\"methods\":[{\"from\":1,\"to\":2}]}"))
                .isEqualTo(answer);
        assertThat(tag("{\"application\":\"a\",\"from\":1,\"to\":22,\"methods\":[{\"from\":1,\"to\":3}]}"))
                .isNotEqualTo(answer);
        assertThat(tag("{\"application\":\"b\",\"from\":1,\"to\":22,\"methods\":[{\"from\":1,\"to\":2}]}"))
                .isNotEqualTo(answer);
        assertThat(tag("[\"x\\\"from\\\":1,\\\"to\\\":2\"]")).isNotEqualTo(tag("[\"x\\\"from\\\":1,\\\"to\\\":3\"]"));
    }

    @Test
    void aClientMayNameSeveral() {
        String tag = tag("[]");
        assertThat(EntityTag.isOneOf("W/\"a\", " + tag, tag)).isTrue();
        assertThat(EntityTag.isOneOf(tag.substring(2), tag)).as("compared as a weak one").isTrue();
        assertThat(EntityTag.isOneOf("\"a\", W/\"b\"", tag)).isFalse();
        assertThat(EntityTag.isOneOf("\"\"", tag)).isFalse();
        assertThat(EntityTag.isOneOf(null, tag)).isFalse();
    }

    private static String tag(String answer) {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        return EntityTag.of(bytes, bytes.length);
    }

    private static String tag(HttpResponse<String> answer) {
        return answer.headers().firstValue("ETag").orElse("");
    }

    private HttpResponse<String> get(String path, String known) throws Exception {
        HttpRequest.Builder request = server.request(path);
        if (known != null) {
            request.header("If-None-Match", known);
        }
        return server.send(request);
    }
}
