package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.libraries.Program.Run;

/** {@code libraries=okhttp}, versions 3, 4 and 5, over sockets. */
class OkHttpIT {
    @ParameterizedTest
    @ValueSource(strings = {"okhttp-3.14.9 okio-1.17.2", "okhttp okio-jvm kotlin-stdlib",
            "okhttp-jvm-5.1.0 okio-jvm-3.15.0 kotlin-stdlib-2.2.0"})
    void everyCallIsAPayloadAndNamesItsContextAndTheProgramDoesTheSame(String jars) throws Exception {
        Run bare = Program.with(jars.split(" ")).run("tried.OkHttpClients");
        Run run = Program.with(jars.split(" ")).agent("payload.record=all,libraries=okhttp")
                .run("tried.OkHttpClients").isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).hasSizeGreaterThan(20);
        assertThat(run.after("sim ").stream().map(line -> line.replaceAll(":\\d{4,5}/", "/"))).as(run.all())
                .containsExactlyInAnyOrder("GET http://127.0.0.1/order/{id} 3 0",
                        "GET http://127.0.0.1/order/{id}/lines 1 0", "GET http://127.0.0.1/own 1 0",
                        "GET http://127.0.0.1/signed 1 0", "GET http://127.0.0.1/status/{id} 3 0",
                        "POST http://127.0.0.1/order 1 0", "GET http://127.0.0.1:1/nowhere 2 2");
        assertThat(run.after("type ")).as("what is followed has the answer it led to")
                .containsExactly("2xx 8", "4xx 1", "5xx 1", "no answer 2");
        assertThat(run.after("sent ")).as(run.all()).containsExactly("no context nothing", "sync context",
                "own 00-11111111111111111111111111111111-2222222222222222-01", "signed on the way nothing",
                "not found context", "moved context", "token context", "post context", "later context",
                "failed later context");
        assertThat(run.after("there ")).isEqualTo(
                List.of("later trace work", "failed later trace work", "refused later trace work"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"okhttp-9.1.0.jar", "renamed.jar"})
    void aVersionThatIsNotKnownIsLeftAloneAndSaidInOneLine(String name, @TempDir Path folder) throws Exception {
        Path jar = Files.copy(Program.jar("okhttp-3.14.9"), folder.resolve(name));
        Run run = Program.with(jar.toString(), "okio-1.17.2").including(folder, "payload.record=all,libraries=okhttp")
                .run("tried.OkHttpClients");

        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("sim ")).isEmpty();
        assertThat(run.after("sent ")).noneMatch(line -> line.endsWith(" context"));
        assertThat(run.err()).filteredOn(line -> line.startsWith("sim: libraries=okhttp knows okhttp 3 to 5; here is "))
                .as(run.all()).hasSize(1);
    }
}
