package sim.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameCodec;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/**
 * How much an agent server takes in: batches encoded beforehand by the collector's own codec, sent over one connection,
 * each when the one before is acknowledged, as a collector does.
 */
final class Ingest {
    static final String CASE = "server ingest";

    private static final int NODES = 1_000;
    private static final int ALL = (1 << Meter.COUNT) - 1;
    private static final double MEGABYTE = 1 << 20;

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    Ingest(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    void measure(int batches) throws IOException, InterruptedException, WireException {
        flood("kept calls, wall only", batches * 2, 50_000, (from, size) -> batch(from, List.of(), calls(size, 1)));
        flood("kept calls, all meters", batches, 20_000, (from, size) -> batch(from, List.of(), calls(size, ALL)));
        flood("tree rows, all meters", batches, 4_000, (from, size) -> batch(from, rows(size), List.of()));
    }

    private interface Maker {
        Batch batch(long sequence, int size);
    }

    private void flood(String what, int batches, int size, Maker maker)
            throws IOException, InterruptedException, WireException {
        progress.say(CASE + ", JDK " + jdk.feature() + ": " + batches + " batches of " + size + " " + what);
        List<byte[]> frames = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < batches; i++) {
            frames.add(FrameCodec.encode(maker.batch(i + 2, size)));
            bytes += frames.get(i).length + Integer.BYTES;
        }
        long items = (long) batches * size;
        try (SimServer server = new SimServer(workshop, jdk);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setTcpNoDelay(true);
            FrameWriter writer = new FrameWriter(socket.getOutputStream());
            FrameReader reader = new FrameReader(socket.getInputStream());
            writer.write(new Hello(Wire.VERSION, "flood", UUID.randomUUID().toString(), "localhost", 1, "none",
                    System.currentTimeMillis() * 1000, false, List.of()));
            expect(reader, Welcome.class);
            writer.write(dictionary());
            expect(reader, Ack.class);
            // a quarter to warm up
            int counted = batches / 4;
            send(frames.subList(0, counted), writer, reader);
            long resident = server.resident();
            double cpu = server.cpuSeconds();
            double seconds = send(frames.subList(counted, batches), writer, reader);
            double used = server.cpuSeconds() - cpu;
            double rest = items - (double) counted * size;
            add(what, "rate", rest / seconds, "/s");
            add(what, "rate for a core", rest / used, "/s");
            add(what, "resident after a quarter", resident / MEGABYTE, "MB");
            add(what, "resident at the end", server.resident() / MEGABYTE, "MB");
            add(what, "wire", (double) bytes / items, "bytes");
            add(what, "disk", (double) server.stop() / items, "bytes");
        }
    }

    private static double send(List<byte[]> frames, FrameWriter writer, FrameReader reader)
            throws IOException, WireException {
        long begin = System.nanoTime();
        for (byte[] frame : frames) {
            writer.write(frame);
            expect(reader, Ack.class);
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    private static void expect(FrameReader reader, Class<? extends WireFrame> type) throws IOException, WireException {
        WireFrame frame = reader.read();
        if (!type.isInstance(frame)) {
            throw new IOException("the server answered " + frame);
        }
    }

    /** A batch of so many places with all meters. */
    static Batch ofPlaces(long sequence, int places) {
        return batch(sequence, rows(places), List.of());
    }

    static Batch dictionary() {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            names.add(new NameEntry(i, "shop.generated.Class" + i % 100, "method" + i));
            nodes.add(new NodeEntry(i, i / 10, i));
        }
        return batch(1, names, nodes, List.of(), List.of());
    }

    private static Batch batch(long sequence, List<TreeRow> rows, List<Invocation> calls) {
        return batch(sequence, List.of(), List.of(), rows, calls);
    }

    private static Batch batch(long sequence, List<NameEntry> names, List<NodeEntry> nodes, List<TreeRow> rows,
            List<Invocation> calls) {
        long now = System.currentTimeMillis() * 1000;
        return new Batch(sequence, now - 50_000, now, names, nodes, rows, calls, List.of(), List.of(), List.of(),
                List.of(), List.of(), Map.of());
    }

    /** Calls as a busy thread makes them: microseconds apart, some hundred nanoseconds long, most measures zero. */
    private static List<Invocation> calls(int size, int present) {
        List<Invocation> calls = new ArrayList<>(size);
        long begin = System.currentTimeMillis() * 1000;
        for (int i = 0; i < size; i++) {
            calls.add(new Invocation(1 + i % NODES, 0, "worker-1", begin + i, present, readings(150 + i * 7919 % 900),
                    false, null));
        }
        return calls;
    }

    /** Places of a program that computes: half of them call others, some microseconds a call, in four buckets. */
    private static List<TreeRow> rows(int size) {
        List<TreeRow> rows = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            long count = 1 + i * 7919 % 5_000;
            long wall = 2_000 + i * 31 % 6_000;
            long[] total = readings(count * wall);
            rows.add(new TreeRow(1 + i % NODES, count, 0, ALL, total, i % 2 == 0 ? total : readings(count * wall / 2),
                    readings(wall * 3), new long[]{250, count / 2, 251, count / 4, 252, count / 8, 260,
                            count - count / 2 - count / 4 - count / 8}));
        }
        return rows;
    }

    private static long[] readings(long wall) {
        long[] readings = new long[Meter.COUNT];
        readings[Meter.WALL.ordinal()] = wall;
        readings[Meter.CPU.ordinal()] = wall - wall / 50;
        readings[Meter.CPU_USER.ordinal()] = wall - wall / 50;
        readings[Meter.ALLOC.ordinal()] = wall / 10 * 8;
        return readings;
    }

    private void add(String what, String figure, double value, String unit) {
        results.add(Result.figure(CASE + ", " + figure, what, jdk.feature(), value, unit));
    }
}
