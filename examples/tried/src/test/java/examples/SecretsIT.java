package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        try (RunningServer server = new RunningServer(data); Tee tee = new Tee(server.collectorPort())) {
            Path log = folder.resolve("program.log");
            Process program = server.launch("secretive", log,
                    ",interval=500ms,events=all," + option + ",server=127.0.0.1:"
                            + tee.port(),
                    "tried.Secretive", file.toString(), "4");
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
            String answers = "";
            for (String path : List.of("contexts", "invocations", "methods", "calltree", "events", "kinds")) {
                answers += server.get("/api/v1/" + path + "?application=secretive&last=1h&limit=10000");
            }
            assertThat(answers).as("what is no secret").contains("welcome bob", "front", "amount=12", "cannot reach");
            look(found, "answers", answers.getBytes(StandardCharsets.UTF_8), secret);
            look(found, "wire", tee.bytes(), secret);
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

    /** Passes connections on and keeps what the collector sends. */
    private static final class Tee implements AutoCloseable {
        private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

        Tee(int target) throws IOException {
            start(() -> {
                while (true) {
                    Socket from = listening.accept();
                    Socket to = new Socket("127.0.0.1", target);
                    start(() -> copy(from.getInputStream(), to, kept));
                    start(() -> copy(to.getInputStream(), from, null));
                }
            });
        }

        int port() {
            return listening.getLocalPort();
        }

        byte[] bytes() {
            synchronized (kept) {
                return kept.toByteArray();
            }
        }

        private static void copy(InputStream from, Socket to, ByteArrayOutputStream keeping) throws IOException {
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 13];
            for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
                if (keeping != null) {
                    synchronized (keeping) {
                        keeping.write(bytes, 0, read);
                    }
                }
                out.write(bytes, 0, read);
            }
            to.close();
        }

        private static void start(Work work) {
            Thread thread = new Thread(() -> {
                try {
                    work.run();
                } catch (IOException over) {
                    // one side has gone
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }

        private interface Work {
            void run() throws IOException;
        }
    }
}
