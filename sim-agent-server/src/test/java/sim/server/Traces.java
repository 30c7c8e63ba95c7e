package sim.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;

/**
 * Two applications made by hand: front takes order 4711 (context 1, priced in context 2 on a pool) and order 4712 (context
 * 3); back reserves for the pricing of the first (context 9). Methods: front's place calls price, back's reserve.
 */
public final class Traces {
    private Traces() {}

    public static Batch front(long sequence) {
        boolean first = sequence == 1;
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; first && i < 4; i++) {
            calls.add(new Invocation(i < 3 ? 1 : 2, i < 3 ? 1 : 2, i < 3 ? "main" : "pool-1",
                    Batches.now() - 6_000_000 + i, 1, Batches.meters(1000), false, null));
        }
        return new Batch(sequence, Batches.now() - 10_000_000, Batches.now() - 5_000_000 + sequence,
                first
                        ? List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Orders", "price"))
                        : List.of(),
                first ? List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2)) : List.of(),
                first ? List.of(row(1, 8, 8000, 5600), row(2, 12, 2400, 2400)) : List.of(), calls,
                List.of(context(1, 0, "order", 8_000_000, 6_000_000, Map.of("order", 4711L),
                        List.of(stay("main", 8_000_000, 6_000_000, 1)), List.of(row(1, 3, 3000, 600))),
                        context(2, 1, "pricing", 7_500_000, 0, Map.of(),
                                List.of(stay("main", 7_500_000, 7_000_000, 1), stay("pool-1", 7_200_000, 0, 7)),
                                List.of(row(2, 12, 2400, 2400))),
                        new ContextRecord(3, 0, "order", "shop", "main", Batches.now() - 4_000_000,
                                Batches.now() - 3_000_000, null, Map.of("order", 4712L), 5, 0, 1, Batches.meters(5000),
                                5,
                                3, List.of(stay("main", 4_000_000, 3_000_000, 1)), List.of(row(1, 5, 5000, 5000)))),
                List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    public static Batch back(long sequence) {
        return new Batch(sequence, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                List.of(new NameEntry(1, "stock.Warehouse", "reserve")), List.of(new NodeEntry(1, 0, 1)),
                List.of(row(1, 9, 900, 900)),
                List.of(new Invocation(1, 9, "http-1", Batches.now() - 6_500_000, 1, Batches.meters(100), false, null)),
                List.of(context(9, 2, "reservation", 6_800_000, 6_400_000, Map.of("shelf", "A7"),
                        List.of(stay("http-1", 6_800_000, 6_400_000, 1)), List.of(row(1, 2, 200, 200)))),
                List.of(new EventRecord("reserved", Batches.now() - 6_500_000, 9, "http-1", Map.of())), List.of(),
                List.of(), List.of(), Map.of());
    }

    private static ContextRecord context(long id, long parent, String name, long startAgo, long endAgo,
            Map<String, Object> values, List<Stay> stays, List<TreeRow> rows) {
        return new ContextRecord(id, parent, name, "shop", "main", Batches.now() - startAgo,
                endAgo == 0 ? 0 : Batches.now() - endAgo, null, values, rows.get(0).count(), 0, 1,
                rows.get(0).total(), 0x6f, 1, stays, rows);
    }

    private static Stay stay(String thread, long startAgo, long endAgo, long times) {
        return new Stay(thread, Batches.now() - startAgo, endAgo == 0 ? 0 : Batches.now() - endAgo, times);
    }

    private static TreeRow row(int node, long count, long total, long self) {
        return new TreeRow(node, count, 0, 1, Batches.meters(total), Batches.meters(self),
                Batches.meters(total / count), new long[0]);
    }
}
