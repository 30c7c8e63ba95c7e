package sim.server.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** A shop's figures, written by hand in the form of API.md. */
final class Answers {
    static final String HOSTILE = "<img src=x onerror=\\\"document.title='run'\\\">";
    private static final String[][] METHODS = {
            {"shop.storefront.CheckoutController", "placeOrder"}, {"shop.orders.OrderService", "price"},
            {"shop.orders.OrderRepository", "save"}, {"shop.stock.Warehouse", "reserve"},
            {"shop.payment.CardGateway", "authorize"}, {"shop.catalogue.Search", "query"},
            {"shop.catalogue.Index", "lookup"}, {"shop.catalogue.Product", "<init>"},
            {"shop.orders.Invoice", "render"}, {"shop.mail.Mailer", "send"},
            {"shop.storefront.SessionStore", "get"}, {"shop.orders.TaxTable", "rateOf"},
            {"shop.stock.Warehouse$Shelf", "count"}, {"shop.catalogue.Recommendations", "similarTo"},
            {"shop.payment.FraudCheck", "score"}, {"shop.storefront.Page", HOSTILE}};

    private volatile boolean filled;
    private final long started = System.currentTimeMillis() - 3_600_000;

    void fill() {
        filled = true;
    }

    String to(String path, String query) {
        switch (path) {
            case "applications" :
                return filled
                        ? "[" + application("shop", "3f1c9a52-0001", 4711, true, "{\"invocations.dropped\":1204}") + ","
                                + application("billing", "88ab0017-0002", 4800, false, "{}") + "]"
                        : "[]";
            case "methods" :
                return answer("\"methods\":" + methods());
            case "calltree" :
                return answer("\"nodes\":" + tree());
            case "contexts" :
                return answer("\"contexts\":" + contexts());
            case "invocations" :
                return answer("\"invocations\":" + invocations(query));
            case "platform" :
                return answer("\"series\":" + platform());
            case "health" :
                return "{\"status\":\"ok\",\"version\":\"1.0.0\",\"uptimeSeconds\":5400,\"connections\":1,\"storeBytes\":7340032,\"batches\":1080,\"refused\":{\"garbage\":2}}";
            default :
                return "{\"events\":[]}";
        }
    }

    private static String answer(String content) {
        long now = System.currentTimeMillis();
        return "{\"application\":\"shop\",\"from\":" + (now - 300_000) + ",\"to\":" + now + "," + content + "}";
    }

    private String application(String name, String instance, int pid, boolean connected, String counters) {
        return "{\"name\":\"" + name + "\",\"instance\":\"" + instance + "\",\"host\":\"web-1\",\"pid\":" + pid
                + ",\"jvm\":\"25\",\"started\":" + started + ",\"firstSeen\":" + started + ",\"lastSeen\":"
                + System.currentTimeMillis() + ",\"connected\":" + connected + ",\"counters\":" + counters + "}";
    }

    private static String methods() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < METHODS.length; i++) {
            rows.add("{" + node(i, (long) (4e10 / Math.pow(1.75, i)), new Random(i)) + "}");
        }
        return rows.toString();
    }

    private static String node(int method, long total, Random random) {
        long count = 900 + random.nextInt(40_000);
        long self = (long) (total * (0.25 + random.nextDouble() * 0.6));
        return String.format(Locale.ROOT,
                "\"class\":\"%s\",\"method\":\"%s\",\"count\":%d,\"errors\":%d,\"meters\":%s,"
                        + "\"wall\":{\"p50\":%d,\"p95\":%d,\"p99\":%d}",
                METHODS[method][0], METHODS[method][1], count, method == 4 ? 37 : 0,
                meters(total, self, count, method), total / count * 8 / 10, total / count * 3, total / count * 7);
    }

    private static String meters(long total, long self, long count, int method) {
        StringBuilder all = new StringBuilder("{");
        one(all, "wall", "ns", total, self, total / count * 22);
        one(all, "thread.cpu", "ns", total / 3, self / 3, total / count * 9);
        one(all, "thread.cpu.user", "ns", total / 4, self / 4, total / count * 7);
        one(all, "thread.cpu.system", "ns", total / 12, self / 12, total / count * 2);
        one(all, "process.cpu", "ns", total, self, total / count * 30);
        if (method % 5 != 3) {
            one(all, "alloc.bytes", "bytes", count * 4_312, count * 1_410, 1_048_576);
        }
        one(all, "blocking.count", "count", method == 3 ? 1_288 : 0, method == 3 ? 1_288 : 0, method == 3 ? 2 : 0);
        one(all, "blocking.time", "ns", method == 3 ? total / 2 : 0, method == 3 ? total / 3 : 0,
                method == 3 ? 31_000_000 : 0);
        one(all, "waiting.count", "count", count / 7, count / 9, 3);
        one(all, "waiting.time", "ns", total / 5, self / 5, total / count * 5);
        one(all, "gc.count", "count", method < 4 ? 12 - method : 0, 0, 1);
        one(all, "gc.time", "ns", method < 4 ? 48_000_000 : 0, 0, 7_000_000);
        one(all, "threads.started", "count", method == 9 ? 4 : 0, 0, 1);
        return all.append("}").toString();
    }

    private static void one(StringBuilder all, String label, String unit, long total, long self, long max) {
        all.append(all.length() > 1 ? "," : "").append(String.format(Locale.ROOT,
                "\"%s\":{\"total\":%d,\"self\":%d,\"max\":%d,\"unit\":\"%s\"}", label, total, self, max, unit));
    }

    private static String tree() {
        return "[" + branch(1, 0, 40_000_000_000L, branch(2, 1, 22_000_000_000L, branch(3, 11, 4_000_000_000L)
                + "," + branch(4, 3, 9_000_000_000L, branch(5, 12, 1_500_000_000L)) + ","
                + branch(6, 4, 6_000_000_000L, branch(7, 14, 2_200_000_000L)))
                + "," + branch(8, 2, 7_000_000_000L) + ","
                + branch(9, 8, 5_000_000_000L, branch(10, 9, 3_100_000_000L)))
                + ","
                + branch(11, 5, 18_000_000_000L,
                        branch(12, 6, 12_000_000_000L, branch(13, 7, 900_000_000L)) + ","
                                + branch(14, 13, 2_000_000_000L))
                + "," + branch(15, 15, 800_000_000L) + "]";
    }

    private static String branch(int id, int method, long total, String... inside) {
        return "{\"id\":" + id + "," + node(method, total, new Random(id)) + ",\"children\":["
                + String.join(",", inside) + "]}";
    }

    private static String contexts() {
        List<String> rows = new ArrayList<>();
        long now = System.currentTimeMillis() / 10_000 * 10_000;
        for (int i = 0; i < 14; i++) {
            String id = String.format("%016x", 0xa000 + i * 16);
            long start = now - i * 8_300L;
            rows.add(context(id, null, "Checkout", "shop.storefront", start, i == 0 ? 0 : 184_000_000L + i * 7_131_000L,
                    i == 5 ? "shop.payment.Declined: card expired" : null,
                    "\"customer\":\"c-" + (1040 + i * 37) + "\",\"basket.total\":" + (19.9 + i * 3.5) + ",\"express\":"
                            + (i % 3 == 0)));
            rows.add(context(String.format("%016x", 0xa001 + i * 16), id, "Payment", "shop.payment", start + 42,
                    i == 0 ? 0 : 61_000_000L + i * 1_000_000L,
                    i == 5 ? "shop.payment.Declined: card expired" : null,
                    "\"shop.payment.CardGateway.params.amount\":" + (19.9 + i * 3.5)));
            if (i % 4 == 1) {
                rows.add(context(String.format("%016x", 0xa002 + i * 16), id, HOSTILE, "shop.mail", start + 130,
                        22_000_000L, null, "\"to\":\"" + HOSTILE + "\""));
            }
        }
        return rows.toString();
    }

    private static String context(String id, String parent, String name, String tag, long start, long nanos,
            String error, String values) {
        boolean open = nanos == 0;
        return "{\"id\":\"" + id + "\",\"parent\":" + quoted(parent) + ",\"name\":\"" + name + "\",\"tag\":\"" + tag
                + "\",\"thread\":\"http-" + start % 7 + "\",\"instance\":\"3f1c9a52-0001\",\"start\":" + start
                + ",\"end\":"
                + (open ? null : start + nanos / 1_000_000) + ",\"durationNanos\":" + (open ? 640_000_000L : nanos)
                + ",\"error\":" + quoted(error)
                + ",\"values\":{" + values + "},\"calls\":" + (3 + start % 5) + ",\"errors\":" + (error == null ? 0 : 1)
                + ",\"meters\":{\"wall\":{\"total\":" + (open ? 500_000_000L : nanos * 9 / 10)
                + ",\"unit\":\"ns\"},\"thread.cpu\":{\"total\":" + nanos / 3
                + ",\"unit\":\"ns\"},\"alloc.bytes\":{\"total\":" + nanos / 30 + ",\"unit\":\"bytes\"}}}";
    }

    private static String quoted(String text) {
        return text == null ? "null" : "\"" + text + "\"";
    }

    private static String invocations(String query) {
        List<String> rows = new ArrayList<>();
        long now = System.currentTimeMillis() / 10_000 * 10_000;
        for (int i = 0; i < 120; i++) {
            boolean error = i % 11 == 4;
            if (query.contains("errors=true") && !error) {
                continue;
            }
            long wall = 900_000L + (i * 7_919_993L) % 180_000_000L;
            String[] method = METHODS[error ? 4 : i % METHODS.length];
            rows.add("{\"class\":\"" + method[0] + "\",\"method\":\"" + method[1] + "\",\"context\":"
                    + (i % 3 == 0 ? "null" : "\"000000000000a0" + (10 + i % 9) + "\"")
                    + ",\"thread\":\"http-" + i % 7 + "\",\"instance\":\"3f1c9a52-0001\",\"begin\":" + (now - i * 613L)
                    + ",\"end\":" + (now - i * 613L + wall / 1_000_000)
                    + ",\"error\":" + error + ",\"exception\":"
                    + (error ? "\"shop.payment.Declined: card expired\"" : null) + ",\"meters\":{\"wall\":{\"value\":"
                    + wall
                    + ",\"unit\":\"ns\"},\"thread.cpu\":{\"value\":" + wall / 4
                    + ",\"unit\":\"ns\"},\"alloc.bytes\":{\"value\":" + wall / 90 + ",\"unit\":\"bytes\"}}}");
        }
        return rows.toString();
    }

    private static String platform() {
        List<String> all = new ArrayList<>();
        String[][] series = {{"process.cpu.usage", "ratio"}, {"host.cpu.usage", "ratio"}, {"heap.used", "bytes"},
                {"heap.committed", "bytes"},
                {"heap.max", "bytes"}, {"gc.count", "count"}, {"gc.time", "ns"}, {"threads.live", "count"},
                {"threads.daemon", "count"},
                {"threads.started", "count"}, {"nonheap.used", "bytes"}, {"classes.loaded", "count"},
                {"files.open", "count"}, {"host.load", "count"}};
        for (int s = 0; s < series.length; s++) {
            all.add("{\"name\":\"" + series[s][0] + "\",\"unit\":\"" + series[s][1]
                    + "\",\"instance\":\"3f1c9a52-0001\",\"points\":" + points(s) + "}");
        }
        return all.toString();
    }

    private static String points(int series) {
        List<String> points = new ArrayList<>();
        long now = System.currentTimeMillis() / 5_000 * 5_000;
        Random random = new Random(series);
        double sum = 0;
        for (int i = 59; i >= 0; i--) {
            double noise = random.nextDouble();
            double wave = Math.sin((i + series * 9) / 7.0);
            sum += noise > 0.7 ? 1 : 0;
            double value = switch (series) {
                case 0 -> 0.22 + wave * 0.08 + noise * 0.05;
                case 1 -> 0.41 + wave * 0.1 + noise * 0.08;
                case 2 -> 1e8 + (60 - i) % 12 * 1.6e7 + noise * 1e7;
                case 3 -> 4.2e8;
                case 4 -> 1.07e9;
                case 5 -> 80 + sum;
                case 6 -> 4e8 + sum * 5e6;
                case 7 -> 42 + Math.round(wave * 3);
                case 8 -> 31;
                case 9 -> 120 + sum;
                case 10 -> 6.6e7 + i * -2e4;
                case 11 -> 9_412;
                case 12 -> 88 + Math.round(noise * 4);
                default -> 1.1 + wave * 0.4;
            };
            points.add(String.format(Locale.ROOT, "[%d,%s]", now - i * 5_000L,
                    series > 4 && series < 13 && series != 10 ? String.valueOf((long) value) : String.valueOf(value)));
        }
        return points.toString();
    }
}
