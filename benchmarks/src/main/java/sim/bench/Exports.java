package sim.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Sections;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import tools.jackson.databind.JsonNode;

/**
 * Whether OTLP keeps up with what is shipped: instances ship requests, kept calls and rows by the real encoder to a server that sends them on to a
 * receiver, and to one that does not. First at a rate such as a hundred instances have, where each span has to arrive; then each as fast as it is
 * acknowledged, the two servers in turns.
 */
final class Exports {
    static final String CASE = "exports";
    private static final String WITHOUT = "without";
    private static final String WITH = "with --otlp";
    private static final int INSTANCES = 100;
    private static final long EVERY_MILLIS = 5_000;
    private static final int SHIPPING_AT_ONCE = 8;
    private static final int PLACES = 200;
    private static final int REQUESTS = 50;
    private static final int CALLS = 50;
    private static final int WARM = 20;
    private static final int TURNS = 4;
    private static final long GIVEN_UP_SECONDS = 60;

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    Exports(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    /** @param seconds of the load at a rate, and of each server's load without one */
    void measure(int seconds)
            throws IOException, InterruptedException, WireException, ExecutionException {
        try (OtlpReceiver receiver = new OtlpReceiver();
                SimServer without = new SimServer(workshop, jdk);
                SimServer with = new SimServer(workshop, jdk, null, new String[]{"--otlp", receiver.url(),
                        "--otlp-every", "5s"});
                Side plain = new Side(WITHOUT, without);
                Side sending = new Side(WITH, with)) {
            for (Side each : List.of(plain, sending)) {
                progress.say(CASE + ", " + each.what + ", JDK " + jdk.feature() + ": " + INSTANCES + " instances");
                each.shipped(WARM);
                each.forget();
            }
            awaitSent(sending);
            sending.arrived(receiver);
            atARate(plain, seconds);
            atARate(sending, seconds);
            arrived("at a rate", sending, receiver);
            for (Side each : List.of(plain, sending)) {
                tell("at a rate", each);
                each.forget();
            }
            for (int i = 0; i < TURNS; i++) {
                plain.shippedFor(seconds * 1e9 / TURNS);
                sending.shippedFor(seconds * 1e9 / TURNS);
            }
            long begin = System.nanoTime();
            arrived("as fast as acknowledged", sending, receiver);
            add("seconds until all spans that waited were sent", "as fast as acknowledged, " + WITH,
                    (System.nanoTime() - begin) / 1e9, "s");
            for (Side each : List.of(plain, sending)) {
                tell("as fast as acknowledged", each);
            }
        }
    }

    private static void atARate(Side side, int seconds) throws IOException, InterruptedException, WireException {
        long pause = EVERY_MILLIS / INSTANCES * 1_000_000;
        side.begins();
        long begin = System.nanoTime();
        for (int i = 0; i * pause < seconds * 1_000_000_000L; i++) {
            long early = begin + i * pause - System.nanoTime();
            if (early > 0) {
                Thread.sleep(early / 1_000_000, (int) (early % 1_000_000));
            }
            side.instances.get(i % INSTANCES).ship();
        }
        side.ends();
    }

    private static void awaitSent(Side side) throws IOException, InterruptedException {
        long until = System.nanoTime() + GIVEN_UP_SECONDS * 1_000_000_000L;
        while (side.told("waiting") > 0 && System.nanoTime() < until) {
            Thread.sleep(100);
        }
    }

    /** Waits until no span waits any more, and says what became of those that were made since the last time. */
    private void arrived(String load, Side side, OtlpReceiver receiver) throws IOException, InterruptedException {
        awaitSent(side);
        String what = load + ", " + side.what;
        add("spans of what was shipped", what, side.batches * (REQUESTS + CALLS), "");
        add("spans that the receiver read", what, receiver.spans.get() - side.spansBefore, "");
        add("spans that were dropped", what, side.told("dropped") - side.droppedBefore, "");
        add("spans that were refused or wait", what, side.told("refused") + side.told("waiting"), "");
        add("points of metrics that the receiver read", what, receiver.points.get() - side.pointsBefore, "");
        side.arrived(receiver);
    }

    private void tell(String load, Side side) {
        String what = load + ", " + side.what;
        add("batches acknowledged", what, side.batches / (side.nanos / 1e9), "/s");
        add("server's processor time of a batch", what, side.cpuSeconds * 1e6 / side.batches, "us");
    }

    private void add(String figure, String what, double value, String unit) {
        results.add(Result.figure(CASE + ", " + figure, what, jdk.feature(), value, unit));
    }

    /** A server, the instances that are connected to it, and what was taken since it was forgotten. */
    private static final class Side implements AutoCloseable {
        final String what;
        final SimServer server;
        final List<Instance> instances = new ArrayList<>();
        private final ExecutorService shipping = Executors.newFixedThreadPool(SHIPPING_AT_ONCE);
        private long begun;
        private double cpuBefore;
        long nanos;
        double cpuSeconds;
        long batches;
        long spansBefore;
        long pointsBefore;
        long droppedBefore;

        Side(String what, SimServer server) throws IOException, WireException {
            this.what = what;
            this.server = server;
            for (int i = 0; i < INSTANCES; i++) {
                instances.add(new Instance(server, i));
            }
        }

        void begins() {
            begun = System.nanoTime();
            cpuBefore = server.cpuSeconds();
            batches -= shippedByAll();
        }

        void ends() {
            nanos += System.nanoTime() - begun;
            cpuSeconds += server.cpuSeconds() - cpuBefore;
            batches += shippedByAll();
        }

        private long shippedByAll() {
            return instances.stream().mapToLong(each -> each.sequence).sum();
        }

        void forget() {
            nanos = 0;
            cpuSeconds = 0;
            batches = 0;
        }

        /** What has arrived until now counts no more. */
        void arrived(OtlpReceiver receiver) throws IOException, InterruptedException {
            spansBefore = receiver.spans.get();
            pointsBefore = receiver.points.get();
            droppedBefore = told("dropped");
        }

        /** Each instance ships so many batches. */
        void shipped(int each) throws InterruptedException, ExecutionException {
            all(part -> {
                for (int i = 0; i < each; i++) {
                    for (Instance one : part) {
                        one.ship();
                    }
                }
            });
        }

        /** Instances ship as fast as they are acknowledged. */
        void shippedFor(double nanos) throws InterruptedException, ExecutionException {
            begins();
            long until = System.nanoTime() + (long) nanos;
            all(part -> {
                while (System.nanoTime() < until) {
                    for (Instance one : part) {
                        one.ship();
                    }
                }
            });
            ends();
        }

        private interface Work {
            void on(List<Instance> part) throws IOException, WireException;
        }

        private void all(Work work) throws InterruptedException, ExecutionException {
            List<Callable<Void>> parts = new ArrayList<>();
            for (int i = 0; i < SHIPPING_AT_ONCE; i++) {
                List<Instance> part = instances.subList(INSTANCES * i / SHIPPING_AT_ONCE,
                        INSTANCES * (i + 1) / SHIPPING_AT_ONCE);
                parts.add(() -> {
                    work.on(part);
                    return null;
                });
            }
            for (Future<Void> each : shipping.invokeAll(parts)) {
                each.get();
            }
        }

        /** A figure of the server's own about its spans. */
        long told(String figure) throws IOException, InterruptedException {
            JsonNode spans = server.get("/api/v1/server").path("otlp").path("spans").path(figure);
            if (!spans.isNumber()) {
                throw new IOException("the server says no otlp.spans." + figure);
            }
            return spans.asLong();
        }

        @Override
        public void close() throws IOException {
            shipping.shutdownNow();
            for (Instance each : instances) {
                each.socket.close();
            }
        }
    }

    /** An instance that ships, each time when the batch before is acknowledged. One thread at a time. */
    private static final class Instance {
        private static final long[] READINGS = new long[Meter.COUNT];

        static {
            READINGS[Meter.WALL.ordinal()] = 1_500_000;
        }

        final Socket socket;
        private final FrameWriter writer;
        private final FrameReader reader;
        private final long first;
        volatile long sequence;

        Instance(SimServer server, int number) throws IOException, WireException {
            this.first = (number + 1L) << 40;
            this.socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
            socket.setTcpNoDelay(true);
            this.writer = new FrameWriter(socket.getOutputStream());
            this.reader = new FrameReader(socket.getInputStream());
            writer.write(new Hello(Wire.VERSION, "exported", "instance-" + number, "localhost", 1, "none",
                    System.currentTimeMillis() * 1000, false, List.of()));
            Doors.expect(reader, Welcome.class);
            writer.write(Ingest.dictionary());
            Doors.expect(reader, Ack.class);
            sequence = 1;
        }

        void ship() throws IOException, WireException {
            long next = sequence + 1;
            writer.write(batch(next));
            Doors.expect(reader, Ack.class);
            sequence = next;
        }

        /** Requests of one kind, each with a call that was kept, and the rows of what they called. */
        private Batch batch(long number) {
            long now = System.currentTimeMillis() * 1000;
            List<ContextRecord> requests = new ArrayList<>();
            List<Invocation> calls = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                long id = first + number * REQUESTS + i;
                requests.add(new ContextRecord(id, 0, "GET /order/{id}", "http", "worker-" + i % 8, now - 2_000, now,
                        null, Map.of("http.request.method", "GET", "http.route", "/order/{id}", "url.path",
                                "/order/" + id, "url.scheme", "http", "http.response.status_code", 200L),
                        5, 0, Meter.WALL.bit(), READINGS, 7, id, List.of(), List.of()));
            }
            for (int i = 0; i < CALLS; i++) {
                calls.add(
                        new Invocation(1 + i, first + number * REQUESTS + i % REQUESTS, "worker-" + i % 8, now - 1_800,
                                Meter.WALL.bit(), READINGS, false, null));
            }
            return Ingest.ofPlaces(number, PLACES).with(Sections.CONTEXTS, requests).with(Sections.INVOCATIONS, calls)
                    .with(Sections.KINDS, List.of(new KindRecord("GET /order/{id}", "http", REQUESTS, 0, REQUESTS,
                            REQUESTS * 2_000_000L, REQUESTS * 5L, 0, Meter.WALL.bit(), READINGS, List.of())));
        }
    }
}
