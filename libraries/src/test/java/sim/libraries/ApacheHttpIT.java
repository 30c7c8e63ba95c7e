package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.libraries.Program.Run;

/** {@code libraries=apache-http}: Apache HttpClient 5, its classic and its asynchronous clients, over sockets. */
class ApacheHttpIT {
    @ParameterizedTest
    @ValueSource(strings = {"httpclient5-5.1.3 httpcore5-5.1.3 httpcore5-h2-5.1.3 slf4j-api",
            "httpclient5 httpcore5 httpcore5-h2 slf4j-api"})
    void everyRequestIsAPayloadAndNamesItsContextAndTheProgramDoesTheSame(String jars) throws Exception {
        Run bare = Program.with(jars.split(" ")).run("tried.ApacheClients");
        Run run = Program.with(jars.split(" ")).agent("payload.record=all,libraries=apache-http")
                .run("tried.ApacheClients").isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).hasSizeGreaterThan(20);
        assertThat(run.after("sim ").stream().map(line -> line.replaceAll(":\\d{4,5}/", "/"))).as(run.all())
                .containsExactlyInAnyOrder("GET http://127.0.0.1/order/{id} 2 0",
                        "GET http://127.0.0.1/order/{id}/lines 1 0", "GET http://127.0.0.1/own 2 0",
                        "GET http://127.0.0.1/signed 1 0", "GET http://127.0.0.1/status/{id} 3 0",
                        "GET http://127.0.0.1/minimal 1 0", "GET http://127.0.0.1/silent 1 0",
                        "POST http://127.0.0.1/order 1 0", "GET http://127.0.0.1:1/nowhere 2 2");
        assertThat(run.after("type ")).as("what is followed has the answer it led to")
                .containsExactly("2xx 10", "4xx 1", "5xx 1", "no answer 2");
        assertThat(run.after("sent ")).as(run.all()).containsExactly("no context nothing", "sync context",
                "own 00-11111111111111111111111111111111-2222222222222222-01", "signed on the way nothing",
                "not found context", "moved context", "post context", "minimal nothing", "later context",
                "own later 00-11111111111111111111111111111111-2222222222222222-01", "failed later context");
    }

    /** As in an application server: SIM's class loader does not see the library. */
    @Test
    void theLibraryMayBeInAClassLoaderOfItsOwn() throws Exception {
        StringJoiner jars = new StringJoiner(File.pathSeparator);
        jars.add(Path.of("target", "test-classes").toString());
        for (String each : List.of("httpclient5", "httpcore5", "httpcore5-h2", "slf4j-api")) {
            jars.add(Program.jar(each).toString());
        }
        Run run = Program.with().agent("payload.record=all,libraries=apache-http")
                .run("tried.InLoader", "tried.ApacheClients", jars.toString()).isWell();

        assertThat(run.after("type ")).as(run.all()).containsExactly("2xx 10", "4xx 1", "5xx 1", "no answer 2");
        assertThat(run.after("sent ")).contains("sync context", "later context");
    }
}
