package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;
import sim.server.PayloadBatches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import tools.jackson.databind.JsonNode;

/** What a request names and nobody told of is refused; what somebody told of is answered, with nothing if nothing was in the range. */
class NamesHttpTest {
    /** A range before everything that is stored. */
    private static final String BEFORE = "&from=1&to=2";

    @TempDir
    static Path folder;

    private static AskedServer server;
    private static WireClient shop;
    private static WireClient bank;

    @BeforeAll
    static void start() throws Exception {
        server = new AskedServer(new DuckDbStore(folder));
        shop = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
        shop.ship(PayloadBatches.batch(1, 1, true));
        bank = WireClient.connect(server.collectorPort(), Batches.hello("bank", "two"));
        bank.ship(Batches.recursion(1));
    }

    @AfterAll
    static void stop() throws Exception {
        shop.close();
        bank.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"payloads/hotspots?application=shop&probe=Queries&recording=one:9; recording",
            "payloads/calltree?application=shop&probe=Queries&recording=two:1; recording",
            "payloads/objects?application=shop&probe=Queries&recording=one:9; recording",
            "payloads/telemetries?application=shop&probe=Queries&recording=one:9; recording",
            "payloads/events?application=shop&probe=Queries&type=raed; type",
            "payloads/events?application=shop&probe=Queries&object=6; object",
            "payloads/backtraces?application=shop&probe=Queries&text=C; text",
            "payloads/hotspots?application=shop&probe=Querys; probe",
            "invocations?application=bank&class=a.B; class", "invocations?application=bank&method=iner; method",
            "invocations?application=bank&class=a.A&method=inner; method",
            "invocations?application=shop&class=a.A; class",
            "contexts?application=bank&name=oder; name", "contexts?application=bank&name=order&tag=shp; tag",
            "contexts?application=shop&name=order; name", "methods?application=bank&sort=thread.cup.self; sort",
            "methods?application=bank&instance=one; instance", "methods?application=bnk; application"})
    void whatNobodyToldOfIsRefusedByName(String asked, String parameter) throws Exception {
        HttpResponse<String> answer = server.ask(asked);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
        JsonNode said = AskedServer.json(answer);
        assertThat(said.path("parameter").asString()).isEqualTo(parameter);
        assertThat(asked).contains(parameter + "=" + said.path("value").asString());
        assertThat(said.path("allowed").asString()).isNotBlank();
    }

    @Test
    void aRefusalListsWhatThereIs() throws Exception {
        assertThat(server.ask("payloads/hotspots?application=shop&probe=Queries&recording=one:9").body())
                .contains("\"allowed\":\"one of one:1\"");
        assertThat(server.ask("payloads/events?application=shop&probe=Queries&type=raed").body())
                .contains("\"allowed\":\"one of read, write\"");
        assertThat(server.ask("contexts?application=bank&name=oder").body()).contains("\"allowed\":\"one of order\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"payloads/hotspots?application=shop&probe=Queries&recording=one:1",
            "payloads/events?application=shop&probe=Queries&type=read" + BEFORE,
            "payloads/events?application=shop&probe=Queries&object=5" + BEFORE,
            "payloads/events?application=shop&probe=Queries&object=0" + BEFORE,
            "payloads/backtraces?application=shop&probe=Queries&text=A" + BEFORE,
            "invocations?application=bank&class=a.A&method=outer" + BEFORE,
            "contexts?application=bank&name=order&tag=shop" + BEFORE,
            "methods?application=bank&sort=alloc.bytes.self" + BEFORE,
            "methods?application=bank&sort=work.total" + BEFORE, "methods?application=bank&context=order:1",
            "methods?application=bank&search=nothing"})
    void whatIsKnownIsAnsweredWhateverTheRange(String asked) throws Exception {
        HttpResponse<String> answer = server.ask(asked);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {"'class':'a.A'; 1", "'class':'a'; 1",
            "'class':'a.A','method':'outer'; 1",
            "'class':'a.A','method':'inner'; 0", "'class':'a.'; 0", "'class':'nobody.There'; 0", "'action':'reset'; 2"})
    void aControlSaysHowManyNamesItIsFor(String wish, long names) throws Exception {
        String body = "{'application':'bank'," + (wish.contains("action") ? "" : "'action':'enable',") + wish + "}";
        HttpResponse<String> answer = server.post("hotspots", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        assertThat(AskedServer.json(answer).path("names").asLong(-1)).isEqualTo(names);
    }
}
