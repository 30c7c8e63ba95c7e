package sim.server.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.WireClient;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.Wire;
import sim.wire.WireException;

/**
 * A shop's last four minutes as its collector ships them: {@value #BATCHES} batches of five seconds that are all alike,
 * so that the page must show {@value #BATCHES} times what one of them says.
 */
final class Shop {
    static final int BATCHES = 48;
    static final String HOSTILE = "<img src=x onerror=\"document.title='run'\">";
    static final String DECLINED = "shop.payment.Declined: card expired";
    private static final String INSTANCE = "3f1c9a52-0001";
    private static final long MILLI = 1_000_000;
    private static final int CHECKOUTS = 14;

    /** Each below its parent; calls and own time are those of one batch. */
    private static final List<Place> PLACES = List.of(
            new Place(1, 0, "shop.storefront.CheckoutController", "placeOrder", 25, 0, 250 * MILLI),
            new Place(2, 1, "shop.orders.OrderService", "price", 25, 0, 100 * MILLI),
            new Place(3, 2, "shop.orders.TaxTable", "rateOf", 800, 0, 20 * MILLI),
            new Place(4, 2, "shop.stock.Warehouse", "reserve", 30, 0, 90 * MILLI),
            new Place(5, 4, "shop.stock.Warehouse$Shelf", "count", 90, 0, 15 * MILLI),
            new Place(6, 2, "shop.payment.CardGateway", "authorize", 25, 1, 80 * MILLI),
            new Place(7, 6, "shop.payment.FraudCheck", "score", 25, 0, 45 * MILLI),
            new Place(8, 1, "shop.orders.OrderRepository", "save", 24, 0, 70 * MILLI),
            new Place(9, 1, "shop.orders.Invoice", "render", 24, 0, 30 * MILLI),
            new Place(10, 9, "shop.mail.Mailer", "send", 24, 0, 25 * MILLI),
            new Place(11, 0, "shop.catalogue.Search", "query", 60, 0, 150 * MILLI),
            new Place(12, 11, "shop.catalogue.Index", "lookup", 120, 0, 110 * MILLI),
            new Place(13, 12, "shop.catalogue.Product", "<init>", 600, 0, 9 * MILLI),
            new Place(14, 11, "shop.catalogue.Recommendations", "similarTo", 60, 0, 35 * MILLI),
            new Place(15, 0, "shop.storefront.Page", HOSTILE, 40, 0, 8 * MILLI),
            new Place(16, 0, "shop.storefront.SessionStore", "get", 100, 0, 5 * MILLI));

    private final long now = System.currentTimeMillis() * 1000;

    private Shop() {}

    /** Reports the shop; its connection stays open as long as the caller keeps it. */
    static WireClient report(int port) throws IOException, WireException {
        Shop shop = new Shop();
        WireClient client = WireClient.connect(port, shop.hello("shop", INSTANCE, 4711));
        for (int sequence = 1; sequence <= BATCHES; sequence++) {
            client.ship(shop.batch(sequence));
        }
        return client;
    }

    /** An application that is not connected any more: it has ended, or was killed. */
    static void reportGone(int port, String application, Map<String, Long> counters)
            throws IOException, WireException {
        Shop shop = new Shop();
        try (WireClient client = WireClient.connect(port, shop.hello(application, "88ab0017-" + application, 4800))) {
            client.ship(new Batch(1, shop.now - 5_000_000, shop.now, List.of(new NameEntry(1, "billing.Run", "month")),
                    List.of(new NodeEntry(1, 0, 1)), List.of(shop.row(PLACES.get(0))), List.of(), List.of(), List.of(),
                    List.of(), List.of(), List.of(), counters));
        }
    }

    private Hello hello(String application, String instance, long pid) {
        return new Hello(Wire.VERSION, application, instance, "web-1", pid, "25", now - 3_600_000_000L, false,
                List.of());
    }

    private Batch batch(int sequence) {
        long to = now - (BATCHES - sequence) * 5_000_000L;
        boolean first = sequence == 1;
        boolean last = sequence == BATCHES;
        return new Batch(sequence, to - 5_000_000, to,
                first
                        ? PLACES.stream().map(place -> new NameEntry(place.id, place.owner, place.member)).toList()
                        : List.of(),
                first
                        ? PLACES.stream().map(place -> new NodeEntry(place.id, place.parent, place.id)).toList()
                        : List.of(),
                PLACES.stream().map(this::row).toList(), invocations(sequence, to), last ? contexts() : List.of(),
                last ? events() : List.of(), List.of(), List.of(), List.of(platform(sequence, to)),
                Map.of("invocations.dropped", 1_204L)).with(Sections.HISTOGRAMS,
                        PLACES.stream().flatMap(Shop::histograms).toList());
    }

    /** CPU time and allocation of every call: nine in ten take half of the mean, the others five times it. */
    private static Stream<HistogramRow> histograms(Place place) {
        long slow = place.calls / 10;
        return Stream.of(Meter.CPU, Meter.ALLOC).filter(meter -> (present(place) & meter.bit()) != 0).map(meter -> {
            long mean = total(place)[meter.ordinal()] / place.calls;
            return new HistogramRow(place.id, meter.ordinal(), new long[]{Buckets.indexOf(mean / 2),
                    place.calls - slow, Buckets.indexOf(mean * 5), slow});
        });
    }

    private TreeRow row(Place place) {
        long[] total = total(place);
        long[] max = total.clone();
        max[Meter.WALL.ordinal()] = total[Meter.WALL.ordinal()] / place.calls * 10;
        long mean = total[Meter.WALL.ordinal()] / place.calls;
        long slow = Math.max(1, place.calls / 20);
        return new TreeRow(place.id, place.calls, place.errors, present(place), total, self(place), max,
                new long[]{Buckets.indexOf(mean), place.calls - slow, Buckets.indexOf(mean * 8), slow});
    }

    /** A session is looked up on a virtual thread: the JVM does not say what that allocates. */
    private static int present(Place place) {
        int all = (1 << Meter.COUNT) - 1;
        return place.member.equals("get") ? all & ~Meter.ALLOC.bit() : all;
    }

    private static long[] total(Place place) {
        long[] total = self(place);
        for (Place inner : PLACES) {
            if (inner.parent == place.id) {
                long[] more = total(inner);
                for (int i = 0; i < total.length; i++) {
                    total[i] += more[i];
                }
            }
        }
        return total;
    }

    private static long[] self(Place place) {
        long[] self = new long[Meter.COUNT];
        boolean contended = place.member.equals("reserve");
        self[Meter.WALL.ordinal()] = place.ownNanos;
        self[Meter.CPU.ordinal()] = place.ownNanos / 4;
        self[Meter.CPU_USER.ordinal()] = place.ownNanos / 5;
        self[Meter.CPU_SYSTEM.ordinal()] = place.ownNanos / 4 - place.ownNanos / 5;
        self[Meter.PROCESS_CPU.ordinal()] = place.ownNanos / 2;
        self[Meter.THREADS_STARTED.ordinal()] = place.member.equals("send") ? 1 : 0;
        self[Meter.BLOCK_COUNT.ordinal()] = contended ? 20 : 0;
        self[Meter.BLOCK_TIME.ordinal()] = contended ? place.ownNanos / 2 : 0;
        self[Meter.WAIT_COUNT.ordinal()] = place.calls / 7;
        self[Meter.WAIT_TIME.ordinal()] = place.ownNanos / 5;
        self[Meter.GC_COUNT.ordinal()] = place.id < 4 ? 1 : 0;
        self[Meter.GC_TIME.ordinal()] = place.id < 4 ? 3 * MILLI : 0;
        self[Meter.ALLOC.ordinal()] = place.calls * 1_410;
        return self;
    }

    /** Three calls kept in every batch, one of them failed. */
    private static List<Invocation> invocations(int sequence, long to) {
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            boolean failed = i == 2;
            long wall = 100 * MILLI + sequence * 3_919_993L + i * 7_131_000L;
            long[] readings = new long[Meter.COUNT];
            readings[Meter.WALL.ordinal()] = wall;
            readings[Meter.CPU.ordinal()] = wall / 4;
            readings[Meter.ALLOC.ordinal()] = wall / 90;
            int node = failed ? 6 : 1 + (sequence * 2 + i) % PLACES.size();
            calls.add(new Invocation(node, i == 0 ? 0 : checkout(sequence % CHECKOUTS), "http-" + sequence % 7,
                    to - 4_000_000 + i * 700_000, Meter.WALL.bit() | Meter.CPU.bit() | Meter.ALLOC.bit(), readings,
                    failed, failed ? DECLINED : null));
        }
        return calls;
    }

    private static long checkout(int number) {
        return 0xa000 + number * 16;
    }

    /** Checkouts with a payment inside; the newest is open, one failed, some write a mail with a hostile name. */
    private List<ContextRecord> contexts() {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 0; i < CHECKOUTS; i++) {
            long start = now - 1_000_000 - i * 8_300_000L;
            long millis = i == 0 ? 0 : 184 + i * 7;
            String error = i == 5 ? DECLINED : null;
            Map<String, Object> order = new LinkedHashMap<>();
            order.put("customer", "c-" + (1040 + i * 37));
            order.put("basket.total", 19.9 + i * 3.5);
            order.put("express", i % 3 == 0);
            contexts.add(context(checkout(i), 0, "Checkout", "shop.storefront", start, millis, error, order));
            contexts.add(context(checkout(i) + 1, checkout(i), "Payment", "shop.payment", start + 42_000, millis / 3,
                    error, Map.of("shop.payment.CardGateway.params.amount", 19.9 + i * 3.5)));
            if (i % 4 == 1) {
                contexts.add(context(checkout(i) + 2, checkout(i), HOSTILE, "shop.mail", start + 130_000, 22, null,
                        Map.of("to", HOSTILE)));
            }
        }
        return contexts;
    }

    private static ContextRecord context(long id, long parent, String name, String tag, long start, long millis,
            String error, Map<String, Object> values) {
        long[] totals = new long[Meter.COUNT];
        totals[Meter.WALL.ordinal()] = millis * MILLI * 9 / 10;
        totals[Meter.CPU.ordinal()] = millis * MILLI / 3;
        totals[Meter.ALLOC.ordinal()] = millis * 30_000;
        return new ContextRecord(id, parent, name, tag, "http-" + id % 7, start,
                millis == 0 ? 0 : start + millis * 1000,
                error, values, 4, error == null ? 0 : 1, Meter.WALL.bit() | Meter.CPU.bit() | Meter.ALLOC.bit(),
                totals);
    }

    private List<EventRecord> events() {
        return List.of(
                new EventRecord("price.changed", now - 20_000_000, 0, "feed", Map.of("to", HOSTILE)),
                new EventRecord("order.placed", now - 2_000_000, checkout(1), "http-1", Map.of("basket.total", 23.4)));
    }

    private static PlatformSample platform(int sequence, long to) {
        Map<String, Double> values = new HashMap<>();
        double wave = Math.sin(sequence / 7.0);
        values.put("cpu.usage", 22 + wave * 8);
        values.put("host.cpu", 41 + wave * 10);
        values.put("heap.used", 1e8 + sequence % 12 * 1.6e7);
        values.put("heap.committed", 4.2e8);
        values.put("heap.max", 1.07e9);
        values.put("gc.count", 80.0 + sequence / 4);
        values.put("gc.time", 4e8 + sequence / 4 * 5e6);
        values.put("threads.live", 42.0 + Math.round(wave * 3));
        values.put("threads.started", 120.0 + sequence / 3);
        values.put("nonheap.used", 6.6e7 - sequence * 2e4);
        values.put("classes.loaded", 9_412.0);
        values.put("files.open", 88.0 + sequence % 4);
        values.put("system.load", 1.1 + wave * 0.4);
        return new PlatformSample(to, values);
    }

    private record Place(int id, int parent, String owner, String member, long calls, long errors, long ownNanos) {}
}
