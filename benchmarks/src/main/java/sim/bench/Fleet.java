package sim.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import sim.store.FleetHour;
import sim.store.FleetPast;
import sim.store.FleetShape;
import sim.wire.Ack;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Welcome;
import sim.wire.WireFrame;

/**
 * A store as a fleet of JVMs leaves it in months, made in minutes, and how long the server takes to answer from it: first, again,
 * and beside ingestion. The newest part comes by the real encoder and the real store, what is older by the roll-up's writer.
 */
final class Fleet {
    static final String CASE = "fleet";
    /** Instances whose older rows are made: a question for an instance reads no others. */
    private static final int DETAILED = 10;
    private static final long STEP = TimeUnit.MINUTES.toMicros(10);
    private static final double MEGABYTE = 1 << 20;
    private static final int AGAIN = 5;
    private static final String[] RANGES = {"1h", "6h", "1d", "7d", "30d"};

    /** @param minutes of the newest part */
    record Size(int jvms, int places, int minutes, int besideSeconds) {
        static final Size STANDARD = new Size(100, 200, 60, 120);

        static Size of(List<Integer> given) {
            return given.isEmpty() ? STANDARD : new Size(given.get(0), given.get(1), given.get(2), given.get(3));
        }
    }

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;
    private final Size size;

    Fleet(Workshop workshop, Jdk jdk, Results results, Progress progress, Size size) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
        this.size = size;
    }

    void measure() throws Exception {
        Path data = Files.createTempDirectory(workshop.scratch(), "fleet");
        make(data);
        try (SimServer server = new SimServer(workshop, jdk, data, (Path) null, "--max-size",
                "1000GB")) {
            ask(server, "at rest");
            add("resident, at rest", "", server.resident() / MEGABYTE, "MB");
            beside(server);
            add("kept", "on disk", server.stop() / MEGABYTE, "MB");
        }
    }

    private void make(Path data) throws Exception {
        long now = System.currentTimeMillis() * 1_000;
        long begin = Math.floorDiv(now - TimeUnit.MINUTES.toMicros(size.minutes), STEP) * STEP;
        String what = size.jvms + " JVMs, " + size.places + " places";
        try (FleetHour dictionary = new FleetHour(data, size.jvms, size.places, begin - 5_000_000)) {
            dictionary.ship(begin, done -> {});
        }
        progress.say(CASE + ": the past of " + what);
        try (FleetPast past = new FleetPast(data, size.places)) {
            long[][] bytes = past.make(begin, Math.min(DETAILED, size.jvms), size.jvms);
            String[] steps = {"", "1m", "10m", "1h", "1d"};
            for (int level = 1; level < steps.length; level++) {
                if (bytes[0][level] > 0) {
                    add("kept, instances by the defaults", steps[level],
                            bytes[0][level] / MEGABYTE * size.jvms / Math.min(DETAILED, size.jvms), "MB");
                }
                add("kept, application by the defaults", steps[level], bytes[1][level] / MEGABYTE, "MB");
            }
        }
        progress.say(CASE + ": the newest " + size.minutes + " minutes");
        long started = System.nanoTime();
        try (FleetHour hour = new FleetHour(data, size.jvms, size.places, begin)) {
            hour.ship(System.currentTimeMillis() * 1_000, at -> {
                if (at % TimeUnit.MINUTES.toMicros(10) == 0) {
                    progress.say(CASE + ": " + (at - begin) / TimeUnit.MINUTES.toMicros(1) + " minutes");
                }
            });
            List<Long> sums = hour.sums(begin);
            if (sums.get(0) != hour.calls() || sums.get(1) != hour.calls()) {
                throw new IOException("shipped " + hour.calls() + " calls, the store has " + sums);
            }
            progress.say(CASE + ": " + hour.calls() + " calls shipped, the same in the rows of instances and of the "
                    + "application");
        }
        add("made", "seconds", (System.nanoTime() - started) / 1e9, "s");
    }

    private void ask(SimServer server, String when) throws IOException, InterruptedException {
        for (String range : RANGES) {
            time(server, when, "methods, application, " + range, "/api/v1/methods?limit=50&last=" + range);
        }
        for (String range : RANGES) {
            time(server, when, "call tree, application, " + range, "/api/v1/calltree?last=" + range);
        }
        for (String range : RANGES) {
            time(server, when, "methods, instance, " + range,
                    "/api/v1/methods?limit=50&instance=jvm-0003&last=" + range);
        }
        String method = "/api/v1/methods/series?class=fleet.generated.Service3&method=method3&last=";
        for (String range : RANGES) {
            time(server, when, "a method's chart, application, " + range, method + range);
            time(server, when, "a method's chart, instance, " + range, method + range + "&instance=jvm-0003");
        }
        for (String range : RANGES) {
            time(server, when, "platform chart, instance, " + range,
                    "/api/v1/platform?instance=jvm-0003&last=" + range);
        }
    }

    private void time(SimServer server, String when, String what, String path)
            throws IOException, InterruptedException {
        double[] again = new double[AGAIN];
        double first = once(server, path);
        for (int i = 0; i < AGAIN; i++) {
            again[i] = once(server, path);
        }
        Arrays.sort(again);
        progress.say(String.format(Locale.ROOT, "%s, %s: first %.0f ms, again %.0f (%.0f to %.0f)", what, when, first,
                again[AGAIN / 2], again[0], again[AGAIN - 1]));
        add("first, " + when, what, first, "ms");
        add("again, " + when, what, again[AGAIN / 2], "ms");
    }

    private static double once(SimServer server, String path) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        if (server.get(path).has("error")) {
            throw new IOException(path + " was answered " + server.get(path));
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    /** The same while every JVM ships every 5 s, in this process. */
    private void beside(SimServer server) throws Exception {
        AtomicBoolean ends = new AtomicBoolean();
        AtomicLong shipped = new AtomicLong();
        List<Thread> peers = new ArrayList<>();
        for (int jvm = 0; jvm < size.jvms; jvm++) {
            int of = jvm;
            Thread peer = new Thread(() -> ship(server, of, ends, shipped), "peer-" + jvm);
            peer.setDaemon(true);
            peer.start();
            peers.add(peer);
        }
        Thread.sleep(10_000);
        double cpu = server.cpuSeconds();
        long begin = System.nanoTime();
        long before = shipped.get();
        Thread.sleep(TimeUnit.SECONDS.toMillis(size.besideSeconds));
        double seconds = (System.nanoTime() - begin) / 1e9;
        add("ingestion and ladder", "share of a core", 100 * (server.cpuSeconds() - cpu) / seconds, "%");
        add("ingestion and ladder", "batches a second", (shipped.get() - before) / seconds, "/s");
        progress.say(String.format(Locale.ROOT, "ingestion and ladder: %.1f %% of a core, %.1f batches/s",
                100 * (server.cpuSeconds() - cpu) / seconds, (shipped.get() - before) / seconds));
        ask(server, "beside ingestion");
        add("resident, beside ingestion", "", server.resident() / MEGABYTE, "MB");
        ends.set(true);
        for (Thread peer : peers) {
            peer.join();
        }
    }

    private void ship(SimServer server, int jvm, AtomicBoolean ends, AtomicLong shipped) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setTcpNoDelay(true);
            FleetShape shape = new FleetShape(size.places);
            FrameWriter writer = new FrameWriter(socket.getOutputStream());
            FrameReader reader = new FrameReader(socket.getInputStream());
            writer.write(shape.hello(jvm));
            WireFrame answer = reader.read();
            if (!(answer instanceof Welcome welcome)) {
                throw new IOException("the server answered " + answer);
            }
            long sequence = welcome.lastSequence();
            Thread.sleep(5_000L * jvm / size.jvms);
            while (!ends.get()) {
                long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
                writer.write(shape.frame(++sequence, System.currentTimeMillis() * 1_000));
                if (!((answer = reader.read()) instanceof Ack)) {
                    throw new IOException("the server answered " + answer);
                }
                shipped.incrementAndGet();
                Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
            }
        } catch (Exception failure) {
            progress.say(CASE + ": peer " + jvm + " ended: " + failure);
        }
    }

    private void add(String figure, String what, double value, String unit) {
        results.add(Result.figure(CASE + ", " + figure, what, jdk.feature(), value, unit));
    }
}
