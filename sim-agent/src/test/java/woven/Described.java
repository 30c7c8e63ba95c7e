package woven;

import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.Payload;
import sim.instrumentation.annotation.Split;

/** Methods that say themselves what their calls are about, or of which aspects do. */
public final class Described {
    final String shop;

    Described(String shop) {
        this.shop = shop;
    }

    record Order(int id, String kind) {}

    public static void main(String[] args) {
        Described described = new Described("corner");
        for (int i = 0; i < 10; i++) {
            described.order(new Order(i, i % 2 == 0 ? "even" : "odd"), true);
            described.load();
            described.kind("a", 1);
            described.save(i == 0 ? "bad" : "good");
            described.wrong("x");
            described.unreadable(described);
            described.failing(described);
        }
        PayloadReport.print();
    }

    @Instrument
    @Split("{order.kind}")
    void order(Order order, boolean fast) {
        bill(order);
        try {
            fail(order);
        } catch (IllegalStateException expected) {
            load();
        }
    }

    @Payload("bill {0.kind} of {this.shop}: {result.length} {{{method}")
    String bill(Order order) {
        return "bill " + order.kind();
    }

    @Payload("fail {error.message} in {class}")
    void fail(Order order) {
        throw new IllegalStateException("no " + order.kind());
    }

    @Payload("{nothing.there}")
    void wrong(String text) {}

    @Payload("of {of.nothing}")
    void unreadable(Described of) {}

    @Payload("fails {0.broken}")
    void failing(Described of) {}

    String broken() {
        throw new IllegalStateException("no description");
    }

    @Instrument
    void load() {}

    @Instrument
    void kind(String kind, int depth) {
        if (depth > 0) {
            kind("b", depth - 1);
        }
        load();
    }

    String save(String what) {
        return what;
    }
}
