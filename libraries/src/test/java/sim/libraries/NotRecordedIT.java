package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sim.libraries.Program.Run;

/** The probes of four HTTP clients while nothing records and no context is current: in a JVM without escape analysis. */
class NotRecordedIT {
    private static final String[] JARS = {"okhttp", "okio-jvm", "kotlin-stdlib", "httpclient5", "httpcore5",
            "httpcore5-h2", "slf4j-api"};
    /** Advice around a call is given the call as an object; and a wait for another thread takes some bytes more or less. */
    private static final long AROUND = 160;

    @Test
    @Tag("long")
    void aRequestTakesTheBytesItTakesWithoutSim() throws Exception {
        Run bare = Program.with(JARS).flag("-Dsun.net.httpserver.nodelay=true").run("tried.SentAgain");
        Run run = Program.with(JARS).flag("-Dsun.net.httpserver.nodelay=true")
                .agent("libraries=jdk-http+okhttp+apache-http").run("tried.SentAgain");

        Map<String, Long> without = bytes(bare);
        Map<String, Long> with = bytes(run);
        assertThat(without).as(bare.all()).hasSize(4);
        for (String client : List.of("HttpURLConnection", "Apache")) {
            assertThat(with.get(client)).as(client + "\n" + run.all()).isLessThan(without.get(client) + 8);
        }
        for (String client : List.of("java.net.http", "OkHttp")) {
            assertThat(with.get(client)).as(client + "\n" + run.all()).isLessThan(without.get(client) + AROUND);
        }
    }

    private static Map<String, Long> bytes(Run run) {
        return run.after("bytes ").stream().map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> Long.valueOf(words[1])));
    }
}
