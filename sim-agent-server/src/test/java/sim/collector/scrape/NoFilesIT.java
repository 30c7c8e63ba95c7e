package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.testkit.Child;

/** A program that has no file descriptor left is scraped when it has one again, and counts what it could not accept. */
class NoFilesIT {
    private static final String SCRAPE = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @Test
    @EnabledOnOs(OS.LINUX)
    void whoConnectsMeanwhileWaitsAndIsAnswered() {
        Child.Result ended = FewFiles.run(NoFilesIT.class.getName());
        assertThat(ended.exit()).as("%s", ended.all()).isZero();
        assertThat(ended.out()).as("%s", ended.all()).contains("said null", "failed Too many open files",
                "answered HTTP/1.1 200 OK");
    }

    /** Starts a program that may have 400 files open. */
    private static final class FewFiles extends Child {
        static Result run(String main) {
            return run(new ProcessBuilder("/bin/sh", "-c", "ulimit -n 400; exec \"$0\" \"$@\"",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                    System.getProperty("java.class.path"), main));
        }
    }

    public static void main(String[] args) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        AtomicReference<String> said = new AtomicReference<>();
        AtomicInteger count = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        ScrapeServer server = new ScrapeServer("127.0.0.1", port, new ScrapedSums("shop", new Nothing(), 64 << 20),
                said::set, why -> {
                    failure.set(why);
                    count.incrementAndGet();
                });
        server.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> ask(port).startsWith("HTTP/1.1 200"));
        List<InputStream> files = new ArrayList<>();
        try (SocketChannel waits = SocketChannel.open()) {
            fill(files);
            waits.connect(new InetSocketAddress("127.0.0.1", port));
            for (int rounds = 0; count.get() < 2 && rounds < 6_000; rounds++) { // no class can be loaded now
                Thread.sleep(10);
            }
            for (InputStream file : files) {
                file.close();
            }
            waits.write(ByteBuffer.wrap(SCRAPE.getBytes(StandardCharsets.US_ASCII)));
            String answer = new String(Channels.newInputStream(waits).readAllBytes(), StandardCharsets.UTF_8);
            System.out.println("said " + said.get());
            System.out.println("failed " + failure.get().getMessage());
            System.out.println("answered " + answer.lines().findFirst().orElse("nothing"));
        } finally {
            server.close();
        }
    }

    private static void fill(List<InputStream> files) {
        try {
            while (files.size() < 1_000) {
                files.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException none) {
            // there is none left
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
