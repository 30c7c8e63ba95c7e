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
import tools.jackson.databind.JsonNode;

/**
 * A store as a fleet of JVMs leaves it in months, made in minutes, and how long the server takes to answer from it: first, again,
 * and beside ingestion. The newest part comes by the real encoder and the real store, what is older by the roll-up's writer.
 */
final class Fleet {
    static final String CASE = "fleet";
    private static final long STEP = TimeUnit.MINUTES.toMicros(10);
    private static final double MEGABYTE = 1 << 20;
    private static final int AGAIN = 5;
    private static final String[] RANGES = {"1h", "6h", "1d", "7d", "30d"};

    /**
     * @param minutes of the newest part
     * @param isQuick a past of 2 JVMs and, of each step, what questions for up to 30 days read; else of 10 JVMs and 400 days
     */
    record Size(int jvms, int places, int minutes, int besideSeconds, boolean isQuick) {
        static Size of(List<Integer> given, boolean isQuick) {
            List<Integer> size = given.isEmpty() ? List.of(100, 200, 60, 120) : given;
            return new Size(size.get(0), size.get(1), size.get(2), size.get(3), isQuick);
        }

        /** Instances whose older rows are made: a question for an instance reads no others. */
        int detailed() {
            return Math.min(jvms, isQuick ? 2 : 10);
        }

        /** What a store is made of: how long ingestion is watched does not matter to it. */
        @Override
        public String toString() {
            return jvms + "," + places + "," + minutes + (isQuick ? " --quick" : "");
        }
    }

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;
    private final Size size;
    private final Path keep;

    /** @param keep where the store is kept, or was; null where it goes with the run */
    Fleet(Workshop workshop, Jdk jdk, Results results, Progress progress, Size size, Path keep) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
        this.size = size;
        this.keep = keep;
    }

    void measure() throws Exception {
        try (FleetStore store = new FleetStore(
                keep == null ? Files.createTempDirectory(workshop.scratch(), "fleet") : keep)) {
            if (!store.isMade(size)) {
                store.isWhole(size, make(store.made()) / 1_000);
            }
            ask(store);
        }
    }

    private void ask(FleetStore store) throws Exception {
        try (SimServer server = new SimServer(workshop, jdk, store.copy(), (Path) null, "--max-size",
                "1000GB")) {
            rest(server);
            ask(server, "at rest", "&to=" + store.end());
            add("resident, at rest", "", server.resident() / MEGABYTE, "MB");
            beside(server);
            add("kept", "on disk", server.stop() / MEGABYTE, "MB");
        }
    }

    /** Returns up to when it has calls, microseconds since the epoch: what passes while it is made is not in it. */
    private long make(Path data) throws Exception {
        long now = System.currentTimeMillis() * 1_000;
        long begin = Math.floorDiv(now - TimeUnit.MINUTES.toMicros(size.minutes), STEP) * STEP;
        String what = size.jvms + " JVMs, " + size.places + " places";
        try (FleetHour dictionary = new FleetHour(data, size.jvms, size.places, begin - 5_000_000)) {
            dictionary.ship(begin, done -> {});
        }
        progress.say(CASE + ": the past of " + what);
        try (FleetPast past = new FleetPast(data, size.places)) {
            long[][] bytes = past.make(begin, size.isQuick, size.detailed(), size.jvms);
            String[] steps = {"", "1m", "10m", "1h", "1d"};
            for (int level = 1; level < steps.length && !size.isQuick; level++) {
                if (bytes[0][level] > 0) {
                    add("kept, instances by the defaults", steps[level],
                            bytes[0][level] / MEGABYTE * size.jvms / size.detailed(), "MB");
                }
                add("kept, application by the defaults", steps[level], bytes[1][level] / MEGABYTE, "MB");
            }
        }
        progress.say(CASE + ": the newest " + size.minutes + " minutes");
        long started = System.nanoTime();
        try (FleetHour hour = new FleetHour(data, size.jvms, size.places, begin)) {
            hour.ship(now, at -> {
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
        return now;
    }

    /** Waits until the upkeep has nothing left to do: a store that was kept has roll-ups due. */
    private void rest(SimServer server) throws IOException, InterruptedException {
        JsonNode told = server.get("/api/v1/server");
        for (; told.at("/store/behindNanos").asLong() + TimeUnit.SECONDS.toNanos(1) > told.at("/uptimeNanos")
                .asLong(); told = server.get("/api/v1/server")) {
            Thread.sleep(1_000);
        }
        progress.say(CASE + ": the upkeep is up to date");
    }

    /** @param until ends each question: where a range ends, or nothing for now */
    private void ask(SimServer server, String when, String until) throws IOException, InterruptedException {
        for (String range : RANGES) {
            time(server, when, "methods, application, " + range, "/api/v1/methods?limit=50&last=" + range + until);
        }
        for (String range : RANGES) {
            time(server, when, "call tree, application, " + range, "/api/v1/calltree?last=" + range + until);
        }
        for (String range : RANGES) {
            time(server, when, "methods, instance, " + range,
                    "/api/v1/methods?limit=50&instance=jvm-0001&last=" + range + until);
        }
        String method = "/api/v1/methods/series?class=fleet.generated.Service3&method=method3&last=";
        for (String range : RANGES) {
            time(server, when, "a method's chart, application, " + range, method + range + until);
            time(server, when, "a method's chart, instance, " + range, method + range + until + "&instance=jvm-0001");
        }
        for (String range : RANGES) {
            time(server, when, "platform chart, instance, " + range,
                    "/api/v1/platform?instance=jvm-0001&last=" + range + until);
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
        ask(server, "beside ingestion", "");
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
