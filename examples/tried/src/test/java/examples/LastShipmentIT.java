package examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What the last shipment of a program does not bring is known by its number: what the server has and what it was
 * told to be left are together all that happened. The line to the server breaks behind the first batch of totals.
 */
class LastShipmentIT {
    private static final int DEPTH = 4_500;
    /** One call of {@code leaf}, and {@code descend} with everything inside. */
    private static final int CALLS = DEPTH + 2;
    private static final Pattern LEFT = Pattern.compile("could not be shipped: (\\d+) calls");

    @TempDir
    Path folder;

    private RunningServer server;

    @Test
    @Tag("long")
    void itIsSaidByItsNumber() throws Exception {
        server = new RunningServer(folder);
        try {
            List<Long> answered = run("whole", Long.MAX_VALUE);
            assertThat(isComplete("whole")).isTrue();
            assertThat(stored("whole")).as(log("whole")).isEqualTo(CALLS);
            assertThat(log("whole")).doesNotContain("be shipped");

            // the last answers are to the counters, to the second batch of totals and to the first
            int last = answered.size() - 1;
            long bytes = (answered.get(last - 2) + answered.get(last - 1)) / 2;
            String cut = "cut";
            run(cut, bytes);
            // a run's bytes are not the next one's: where all calls went through, or none, the line breaks elsewhere the next time
            for (int again = 1; again < 12 && (isTooMuch(cut) || stored(cut) == 0); again++) {
                bytes += (isTooMuch(cut) ? -1 : 1) * (answered.get(last - 1) - answered.get(last - 2)) / 4;
                cut = "cut" + again;
                run(cut, bytes);
            }
            assertThat(isTooMuch(cut)).as("stored %s of %s calls; answers after bytes %s", stored(cut), CALLS, answered)
                    .isFalse();
            Matcher left = LEFT.matcher(log(cut));
            assertThat(left.find()).as(log(cut)).isTrue();
            long told = application(cut).path("counters").path("collector.left.calls").asLong();
            System.out.println("stored " + stored(cut) + " calls, told of " + told
                    + " that are left; answers after bytes " + answered);
            assertThat(told).isPositive().isEqualTo(Long.parseLong(left.group(1)));
            assertThat(stored(cut)).isPositive();
            assertThat(stored(cut) + told).isEqualTo(CALLS);
        } finally {
            server.close();
        }
    }

    /** Whether all calls went through: nothing is left, or the counters alone. */
    private boolean isTooMuch(String application) throws Exception {
        return isComplete(application) || stored(application) == CALLS;
    }

    private boolean isComplete(String application) throws Exception {
        return application(application).path("complete").asBoolean();
    }

    /** Runs the program behind a line that carries so many bytes; returns how many it had carried at each answer. */
    private List<Long> run(String application, long bytes) throws Exception {
        try (Line line = new Line(server.collectorPort(), bytes)) {
            Process program = server.launch(application, folder.resolve(application + ".log"),
                    ",hotspot.enabled=false,events=none,interval=1h,exit.flush=60s,server=127.0.0.1:" + line.port(),
                    "tried.Calls", "1", "1", Integer.toString(DEPTH), "0");
            program.getOutputStream().close();
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(program.exitValue()).as(log(application)).isZero();
            await().atMost(Duration.ofSeconds(30)).until(() -> !application(application).path("connected").asBoolean());
            return List.copyOf(line.answered);
        }
    }

    private String log(String application) throws IOException {
        return Files.readString(folder.resolve(application + ".log"));
    }

    private JsonNode application(String name) throws Exception {
        for (JsonNode each : server.get("/api/v1/applications")) {
            if (each.path("name").asString().equals(name)) {
                return each;
            }
        }
        throw new AssertionError(name + " is not known: " + log(name));
    }

    private long stored(String application) throws Exception {
        long calls = 0;
        for (JsonNode row : server.get("/api/v1/methods?last=1h&application=" + application).path("methods")) {
            calls += row.path("count").asLong();
        }
        return calls;
    }

    /** A line to the server that breaks for good after so many bytes that way. */
    private static final class Line implements AutoCloseable {
        final Set<Long> answered = Collections.synchronizedSet(new LinkedHashSet<>());
        private final AtomicLong sent = new AtomicLong();
        private final ServerSocket door;
        private final int to;
        private final long most;
        private final List<Socket> sockets = new ArrayList<>();

        Line(int to, long most) throws IOException {
            this.door = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            this.to = to;
            this.most = most;
            start(() -> {
                for (;;) {
                    Socket near = door.accept();
                    Socket far = new Socket(InetAddress.getLoopbackAddress(), this.to);
                    synchronized (sockets) {
                        sockets.add(near);
                        sockets.add(far);
                    }
                    start(() -> carry(near, far));
                    start(() -> {
                        byte[] bytes = new byte[1 << 10];
                        try (far; near) {
                            for (int read; (read = far.getInputStream().read(bytes)) >= 0;) {
                                answered.add(sent.get());
                                near.getOutputStream().write(bytes, 0, read);
                            }
                        }
                    });
                }
            });
        }

        private void carry(Socket near, Socket far) throws IOException {
            InputStream in = near.getInputStream();
            OutputStream out = far.getOutputStream();
            byte[] bytes = new byte[1 << 10];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                int pass = (int) Math.min(read, most - sent.get());
                out.write(bytes, 0, pass);
                sent.addAndGet(pass);
                if (pass < read) {
                    door.close();
                    near.close();
                    break;
                }
            }
            far.close();
        }

        int port() {
            return door.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            door.close();
            synchronized (sockets) {
                for (Socket each : sockets) {
                    each.close();
                }
            }
        }

        private static void start(Work work) {
            Thread thread = new Thread(() -> {
                try {
                    work.run();
                } catch (IOException gone) {
                    // one side has ended
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        private interface Work {
            void run() throws IOException;
        }
    }
}
