package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.identity.Role;

/** What a scrape with a token gets: the applications of the token alone, and the server's own measures only with all. */
class MetricsPermissionsTest {
    @TempDir
    Path folder;

    @Test
    void aTokenOfOneApplicationScrapesNoOther() throws Exception {
        try (GuardedServer server = new GuardedServer(folder)) {
            String ship = server.token("ship", Role.SHIP);
            String one = server.token("one", Role.LOOK, "front");
            String all = server.token("all", Role.LOOK);
            for (String application : new String[]{"front", "back"}) {
                try (WireClient client = WireClient.connect(server.ingest.port(),
                        Batches.hello(application, application).with(ship))) {
                    client.ship(application.equals("front") ? Traces.front(1) : Traces.back(1));
                }
            }
            assertThat(server.get("/metrics", null).statusCode()).isEqualTo(401);
            assertThat(server.get("/metrics", ship).statusCode()).isEqualTo(403);
            assertThat(server.get("/metrics", one).body()).contains("sim_calls_total{application=\"front\"")
                    .doesNotContain("back", "sim_server_");
            assertThat(server.get("/metrics", all).body()).contains("application=\"front\"", "application=\"back\"",
                    "sim_server_store_batches_total 2.0");
        }
    }
}
