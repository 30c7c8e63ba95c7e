package shop.etl;

import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.InstrumentationScope;

/** From a line to an order. Scope PRIVATE: the entry is not metered, what it calls is. */
@Instrument(InstrumentationScope.PRIVATE)
final class Parser {
    Order parse(String line) {
        return order(line.split(",", -1));
    }

    private Order order(String[] fields) {
        return new Order(number("id", fields[0]), fields[1], fields[2], number("quantity", fields[3]),
                number("price", fields[4]));
    }

    /** Fails on a record without a number: this call and {@code order} end with an error. */
    private int number(String field, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("no " + field);
        }
        return Integer.parseInt(text);
    }
}
