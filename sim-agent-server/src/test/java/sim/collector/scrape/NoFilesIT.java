package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;

/** A program that has no file descriptor left is scraped when it has one again, and counts what it could not accept. */
class NoFilesIT {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
    private static final String SCRAPE = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /** Linux' limit of a process is lowered below the files that it has open: none can be opened any more. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whoConnectsMeanwhileWaitsAndIsAnswered() throws Exception {
        Process program = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), NoFilesIT.class.getName()).redirectErrorStream(true).start();
        try (BufferedReader out = program.inputReader(); BufferedWriter in = program.outputWriter()) {
            assertThat(out.readLine()).isEqualTo("ready");
            limit(program.pid(), 3);
            tell(in);
            assertThat(out.readLine()).isEqualTo("failed Too many open files");
            limit(program.pid(), 1_000);
            tell(in);
            assertThat(out.readLine()).isEqualTo("answered HTTP/1.1 200 OK");
            assertThat(out.readLine()).as("of a port that cannot be listened on").isEqualTo("said null");
        } finally {
            program.destroyForcibly().waitFor();
        }
    }

    private static void limit(long pid, int files) throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "no prlimit");
        Process limit = new ProcessBuilder(PRLIMIT.toString(), "--pid", String.valueOf(pid), "--nofile=" + files + ":")
                .inheritIO().start();
        assertThat(limit.waitFor()).isZero();
    }

    private static void tell(BufferedWriter program) throws IOException {
        program.write('\n');
        program.flush();
    }

    /** The program. */
    public static void main(String[] args) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        AtomicReference<String> said = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        ScrapeServer server = new ScrapeServer("127.0.0.1", port, new ScrapedSums("shop", new Nothing(), 64 << 20),
                said::set, failure::set);
        server.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> ask(port).startsWith("HTTP/1.1 200"));
        try (SocketChannel first = SocketChannel.open(); SocketChannel waits = SocketChannel.open()) {
            System.out.println("ready");
            System.in.read();
            first.connect(new InetSocketAddress("127.0.0.1", port)); // what waits in accept has its file already
            waits.connect(new InetSocketAddress("127.0.0.1", port));
            for (int rounds = 0; failure.get() == null && rounds < 6_000; rounds++) { // no class can be loaded now
                Thread.sleep(10);
            }
            System.out.println("failed " + (failure.get() == null ? "nothing" : failure.get().getMessage()));
            System.in.read();
            waits.write(ByteBuffer.wrap(SCRAPE.getBytes(StandardCharsets.US_ASCII)));
            String answer = new String(Channels.newInputStream(waits).readAllBytes(), StandardCharsets.UTF_8);
            System.out.println("answered " + answer.lines().findFirst().orElse("nothing"));
            System.out.println("said " + said.get());
        } finally {
            server.close();
        }
    }

    private static String ask(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(SCRAPE.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException notYet) {
            return "";
        }
    }

    private static final class Nothing implements Dictionary {
        @Override
        public List<NameEntry> namesAfter(int id) {
            return List.of();
        }

        @Override
        public List<NodeEntry> nodesAfter(int id) {
            return List.of();
        }

        @Override
        public List<String> extraMeters() {
            return List.of();
        }

        @Override
        public Map<String, Long> counters() {
            return Map.of();
        }
    }
}
