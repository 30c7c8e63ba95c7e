package sim.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;

/** What a scrape of {@code /metrics} takes and costs: an application of a thousand methods with all meters, and a hundred connected instances. */
final class Scrapes {
    static final String CASE = "scrape";
    private static final int INSTANCES = 100;
    private static final int METHODS = 1_000;
    private static final int WARM = 10;
    private static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0";
    private static final double MEGABYTE = 1 << 20;

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    Scrapes(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    void measure(int scrapes) throws IOException, InterruptedException, WireException {
        progress.say(CASE + ", JDK " + jdk.feature() + ": " + METHODS + " methods, " + INSTANCES + " instances");
        List<Socket> connected = new ArrayList<>();
        try (SimServer server = new SimServer(workshop, jdk)) {
            for (int i = 0; i < INSTANCES; i++) {
                connected.add(ship(server, "instance-" + i));
            }
            URI metrics = URI.create(server.page() + "metrics");
            for (int i = 0; i < WARM; i++) {
                scrape(metrics);
            }
            long[] millis = new long[scrapes];
            double cpu = server.cpuSeconds();
            byte[] last = {};
            for (int i = 0; i < scrapes; i++) {
                long begin = System.nanoTime();
                last = scrape(metrics);
                millis[i] = (System.nanoTime() - begin) / 1_000_000;
            }
            Arrays.sort(millis);
            add("bytes", last.length, "bytes");
            add("series",
                    new String(last, StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).count(),
                    "");
            add("elapsed, median", millis[scrapes / 2], "ms");
            add("elapsed, longest", millis[scrapes - 1], "ms");
            add("server's processor time", (server.cpuSeconds() - cpu) / scrapes * 1e3, "ms");
            add("server resident", server.resident() / MEGABYTE, "MB");
        } finally {
            for (Socket each : connected) {
                each.close();
            }
        }
    }

    private static Socket ship(SimServer server, String instance) throws IOException, WireException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        FrameWriter writer = new FrameWriter(socket.getOutputStream());
        FrameReader reader = new FrameReader(socket.getInputStream());
        writer.write(new Hello(Wire.VERSION, "scraped", instance, "localhost", 1, "none",
                System.currentTimeMillis() * 1000, false, List.of()));
        Doors.expect(reader, Welcome.class);
        Map<String, Double> platform = new HashMap<>();
        for (PlatformMeasure measure : PlatformMeasure.values()) {
            platform.put(measure.label(), 12_345.0);
        }
        Batch names = Ingest.dictionary();
        writer.write(Ingest.ofPlaces(1, METHODS).with(Sections.NAMES, names.contents().of(Sections.NAMES))
                .with(Sections.NODES, names.contents().of(Sections.NODES)).with(Sections.PLATFORM,
                        List.of(new PlatformSample(System.currentTimeMillis() * 1000, platform))));
        Doors.expect(reader, Ack.class);
        return socket;
    }

    private static byte[] scrape(URI metrics) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(metrics).header("Accept", OPEN_METRICS).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        byte[] body = answer.body().readAllBytes();
        if (answer.statusCode() != 200) {
            throw new IOException("a scrape was answered with " + answer.statusCode());
        }
        return body;
    }

    private void add(String figure, double value, String unit) {
        results.add(Result.figure(CASE + ", " + figure, METHODS + " methods, " + INSTANCES + " instances",
                jdk.feature(), value, unit));
    }
}
