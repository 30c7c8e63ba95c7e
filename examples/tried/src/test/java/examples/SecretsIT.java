package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Relay;

/** Secrets that pass a real program's methods, searched for as bytes behind it: wire, store, logs, answers, the server's heap. */
class SecretsIT {
    @TempDir
    Path folder;

    @Test
    void aSecretIsFoundNowhereBehindTheThreadThatMeetsIt() throws Exception {
        assertThat(found("redact=default")).isEmpty();
    }

    @Test
    void withoutRulesTheSameSearchFindsIt() throws Exception {
        assertThat(found("redact=none")).contains("wire", "answers", "heap");
    }

    /** Where the secret was found. */
    private List<String> found(String option) throws Exception {
        String secret = "s3cr3t" + UUID.randomUUID().toString().replace("-", "");
        Path file = Files.writeString(folder.resolve("secret"), secret);
        List<String> found = new java.util.ArrayList<>();
        Path data = Files.createDirectories(folder.resolve("server"));
        try (RunningServer server = new RunningServer(data); Relay relay = Relay.keeping(server.collectorPort())) {
            Path log = folder.resolve("program.log");
            Process program = server.launch("secretive", log,
                    ",interval=500ms,events=all," + option + ",server=127.0.0.1:"
                            + relay.port(),
                    "tried.Secretive", file.toString(), "4");
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
            String answers = "";
            for (String path : List.of("contexts", "invocations", "methods", "calltree", "events", "kinds")) {
                answers += server.get("/api/v1/" + path + "?application=secretive&last=1h&limit=10000");
            }
            assertThat(answers).as("what is no secret").contains("welcome bob", "front", "amount=12", "cannot reach");
            look(found, "answers", answers.getBytes(StandardCharsets.UTF_8), secret);
            look(found, "wire", relay.sent(), secret);
            look(found, "program's log", Files.readAllBytes(log), secret);
            Path heap = folder.resolve("heap.hprof");
            server.get("/api/v1/contexts?application=secretive&last=1h&limit=10000"); // what was answered before may be collected
            server.dumpHeap(heap);
            look(found, "heap", Files.readAllBytes(heap), secret);
        }
        try (var all = Files.walk(data)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                look(found, "store " + each.getFileName(), Files.readAllBytes(each), secret);
            }
        }
        return found;
    }

    private static void look(List<String> found, String where, byte[] in, String secret) {
        for (byte[] wanted : List.of(secret.getBytes(StandardCharsets.UTF_8),
                secret.getBytes(StandardCharsets.UTF_16LE),
                secret.getBytes(StandardCharsets.UTF_16BE))) {
            if (contains(in, wanted)) {
                found.add(where);
                return;
            }
        }
    }

    private static boolean contains(byte[] in, byte[] wanted) {
        for (int i = 0; i <= in.length - wanted.length; i++) {
            int same = 0;
            while (same < wanted.length && in[i + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }
}
