package sim.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Sections;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/**
 * Two hundred applications of twenty instances, one of them large: 5,000 methods, 500 kinds of requests, in each of its instances. What a page
 * shows of them is asked for by {@link Pages}. One thread for an instance.
 */
final class ManyApplications {
    static final int APPLICATIONS = 200;
    static final int INSTANCES = 20;
    static final int METHODS = 5_000;
    static final int KINDS = 500;
    static final String LARGE = "large";
    /** The request whose page is looked at: the first of the large application, with all of its places, statements and calls. */
    static final String REQUEST = "00000000000f0001";
    /** Requests that each instance of the large application has kept: half a million together. */
    private static final int KEPT = 25_000;
    private static final int KEPT_AT_ONCE = 5_000;
    private static final long FIRST_KEPT = 0xf0000;
    /** Places of the request that is looked at, and its statements. */
    private static final int PLACES = 60;
    private static final int STATEMENTS = 1_500;
    private static final int SMALL_METHODS = 20;
    /** Rows of a batch. */
    private static final int ROWS = 2_500;
    private static final long MILLI = 1_000_000;

    private ManyApplications() {}

    static String name(int application) {
        return application == 0 ? LARGE : String.format("shop-%03d", application);
    }

    /** An instance's connection. */
    static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final FrameWriter writer;
        private final FrameReader reader;
        private final boolean isLarge;
        private final int instance;
        private long sequence;

        Peer(int port, int application, int instance) throws IOException, WireException {
            isLarge = application == 0;
            this.instance = instance;
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            writer = new FrameWriter(socket.getOutputStream());
            reader = new FrameReader(socket.getInputStream());
            writer.write(new Hello(Wire.VERSION, name(application), name(application) + "-" + instance,
                    "host" + instance, 1 + instance, "JVM", System.currentTimeMillis() * 1_000, false, List.of()));
            WireFrame answer = reader.read();
            if (!(answer instanceof Welcome)) {
                throw new IOException("the server answered " + answer);
            }
        }

        /** Ships an interval: all methods, and of the large one all kinds, single calls and contexts. */
        void ship() throws IOException, WireException {
            long to = System.currentTimeMillis() * 1_000;
            int methods = isLarge ? METHODS : SMALL_METHODS;
            boolean isFirst = sequence == 0;
            for (int from = 1; from <= methods; from += ROWS) {
                List<NameEntry> names = new ArrayList<>();
                List<NodeEntry> nodes = new ArrayList<>();
                List<TreeRow> rows = new ArrayList<>();
                for (int i = from; i < Math.min(methods + 1, from + ROWS); i++) {
                    if (isFirst) {
                        names.add(new NameEntry(i, "large.part" + i % 50 + ".Service" + i / 10, "work" + i));
                        nodes.add(new NodeEntry(i, i / 3, i));
                    }
                    rows.add(row(i));
                }
                Contents contents = Contents.NONE.with(Sections.NAMES, names).with(Sections.NODES, nodes)
                        .with(Sections.ROWS, rows);
                send(new Batch(++sequence, to - 5_000_000, to,
                        from == 1 && isLarge ? requests(contents, to) : contents));
            }
        }

        /** Ships requests of the hour before, a few places each; the first of all is one that was slow, with everything that is kept of such. */
        void shipRequests() throws IOException, WireException {
            long now = System.currentTimeMillis() * 1_000;
            for (int from = 0; from < KEPT; from += KEPT_AT_ONCE) {
                List<ContextRecord> contexts = new ArrayList<>();
                long hour = 3_600_000_000L;
                for (int i = from; i < from + KEPT_AT_ONCE; i++) {
                    long id = FIRST_KEPT + (long) instance * KEPT + i + 1;
                    long begin = now - hour + i * (hour / KEPT);
                    int places = id == FIRST_KEPT + 1 ? PLACES : 4;
                    contexts.add(kept(id, 1 + i % KINDS, begin, places));
                }
                Contents contents = Contents.NONE.with(Sections.CONTEXTS, contexts);
                send(new Batch(++sequence, now - hour, now,
                        instance == 0 && from == 0 ? slow(contents, now - hour) : contents));
            }
        }

        private static ContextRecord kept(long id, int kind, long begin, int places) {
            List<TreeRow> rows = new ArrayList<>();
            for (int place = 1; place <= places; place++) {
                rows.add(row(place));
            }
            long micros = places == PLACES ? 5_000_000 : 2_000L * kind;
            return new ContextRecord(id, 0, "GET /part/" + kind, "http", "http-" + kind % 8, begin, begin + micros,
                    null, Map.of("url.path", "/part/" + kind), places, 0, Meter.WALL.bit(), meters(micros * 1_000), 7,
                    id, List.of(), rows);
        }

        /** Adds the statements of the request that is looked at, and its calls that are kept one by one. */
        private static Contents slow(Contents contents, long begin) {
            List<PayloadEvent> statements = new ArrayList<>();
            List<Invocation> calls = new ArrayList<>();
            for (int i = 0; i < STATEMENTS; i++) {
                statements.add(new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, begin + i * 3_000, MILLI, 3,
                        "SELECT * FROM part" + i % 25, -1, 0, "http-1", FIRST_KEPT + 1, false));
                calls.add(new Invocation(3, FIRST_KEPT + 1, "http-1", begin + i * 3_000, Meter.WALL.bit(),
                        meters(2 * MILLI), false, null));
            }
            return contents.with(Sections.INVOCATIONS, calls).with(Sections.PAYLOAD_EVENTS, statements)
                    .with(Sections.PAYLOAD_PROBES,
                            List.of(new PayloadProbeEntry(1, "sim.payload.library.jdbc.JdbcProbe", "JDBC", "SQL", true,
                                    false, true, List.of(), List.of())))
                    .with(Sections.PAYLOAD_RECORDINGS, List.of(new PayloadRecording(1, 1, begin, 0, true)));
        }

        private void send(Batch batch) throws IOException, WireException {
            writer.write(batch);
            WireFrame answer = reader.read();
            if (!(answer instanceof Ack)) {
                throw new IOException("the server answered " + answer);
            }
        }

        private Contents requests(Contents contents, long to) {
            List<KindRecord> kinds = new ArrayList<>();
            List<ContextRecord> contexts = new ArrayList<>();
            List<Invocation> calls = new ArrayList<>();
            List<FailureRecord> failures = new ArrayList<>();
            for (int i = 1; i <= KINDS; i++) {
                kinds.add(new KindRecord("GET /part/" + i, "http", 100, i % 10, 1, 100L * i * MILLI, 400, i % 10,
                        Meter.WALL.bit(), meters(100L * i * MILLI), List.of(row(i))).with(2L * i * MILLI,
                                new long[]{Buckets.indexOf(i * MILLI), 99, Buckets.indexOf(2L * i * MILLI), 1}));
                long id = ((long) instance + 1 << 32) + sequence * KINDS + i;
                contexts.add(
                        new ContextRecord(id, 0, "GET /part/" + i, "http", "http-" + i % 8, to - 2L * i * 1_000, to,
                                i % 10 == 0 ? "large.Declined: no. " + i : null, Map.of("url.path", "/part/" + i), 4,
                                i % 10 == 0 ? 1 : 0,
                                Meter.WALL.bit(), meters(2L * i * MILLI)));
                if (i % 10 == 0) {
                    calls.add(new Invocation(i, id, "http-" + i % 8, to - i * 1_000L, Meter.WALL.bit(),
                            meters(i * MILLI), true, "large.Declined: no. " + i));
                    failures.add(new FailureRecord("large.Declined", i, 10));
                }
            }
            return contents.with(Sections.KINDS, kinds).with(Sections.CONTEXTS, contexts)
                    .with(Sections.INVOCATIONS, calls).with(Sections.FAILURES, failures);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static TreeRow row(int node) {
        long total = 10_000 * MILLI / node;
        return new TreeRow(node, 10, 0, Meter.WALL.bit(), meters(total), meters(total / 3), meters(total / 5),
                new long[]{Buckets.indexOf(total / 10), 10});
    }

    private static long[] meters(long wall) {
        long[] meters = new long[Meter.COUNT];
        meters[Meter.WALL.ordinal()] = wall;
        return meters;
    }
}
