package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.libraries.Program.Run;

/** {@code libraries=jdk-http}: {@code java.net.http} and {@code HttpURLConnection}, over sockets. */
class JdkHttpIT {
    @Test
    void everyRequestIsAPayloadAndNamesItsContextAndTheProgramDoesTheSame() throws Exception {
        Run bare = Program.with().run("tried.JdkClients");
        Run run = Program.with().agent("payload.record=all,libraries=jdk-http").run("tried.JdkClients").isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).hasSizeGreaterThan(20);
        assertThat(run.after("sim ").stream().map(line -> line.replaceAll(":\\d{4,5}/", "/"))).as(run.all())
                .containsExactlyInAnyOrder("GET http://127.0.0.1/order/{id} 2 0",
                        "GET http://127.0.0.1/order/{id}/lines 1 0", "GET http://127.0.0.1/own 1 0",
                        "GET http://127.0.0.1/signed 1 0", "GET http://127.0.0.1/status/{id} 4 1",
                        "POST http://127.0.0.1/order 1 0", "GET http://127.0.0.1:1/nowhere 3 3",
                        "GET http://127.0.0.1/x 1 0", "GET http://127.0.0.1/old/{id} 2 0",
                        "GET http://127.0.0.1/old/own 1 0", "POST http://127.0.0.1/old/post 1 0",
                        "GET http://127.0.0.1/old/connected 1 0", "GET http://127.0.0.1/old/stream 1 0");
        assertThat(run.after("type ")).containsExactly("2xx 12", "4xx 2", "5xx 1", "no answer 3", "none 2");
        assertThat(run.after("sent ")).as(run.all()).containsExactly("no context nothing", "sync context",
                "async context", "own 00-11111111111111111111111111111111-2222222222222222-01", "signed nothing",
                "not found context", "failed context", "post context", "get context",
                "own, old 00-11111111111111111111111111111111-2222222222222222-01", "post, old context",
                "connected context", "missing context", "stream nothing", "no context, old nothing");
    }

    @Test
    void whatIsNotAskedForWeavesNothing() throws Exception {
        Run run = Program.with().agent("payload.record=all").run("tried.JdkClients").isWell();

        assertThat(run.after("counter weaving.woven ")).as("absent where it is 0").isEmpty();
        assertThat(run.after("sim ")).isEmpty();
        assertThat(run.after("sent ")).containsOnlyOnce("sync nothing");
    }
}
