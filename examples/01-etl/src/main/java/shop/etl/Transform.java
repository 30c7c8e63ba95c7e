package shop.etl;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import sim.instrumentation.annotation.CreateContext;

/** Parses and prices the orders on worker threads. */
final class Transform extends Step<List<String>, Transform.Result> {
    /** The orders that could be read, and how many could not. */
    record Result(List<Order> orders, int rejected) {}

    private final Parser parser = new Parser();
    private final UnaryOperator<Order> discount = order -> Pricing.discounted(order);

    Transform() {
        super("transform");
    }

    @Override
    @CreateContext(name = "transform", tag = "shop")
    Result apply(List<String> lines) throws Exception {
        List<Order> orders = new ArrayList<>();
        int rejected = 0;
        for (String line : lines) {
            try {
                orders.add(parser.parse(line));
            } catch (IllegalArgumentException incomplete) {
                rejected++;
            }
        }
        return new Result(new Workers<>(3, discount).run(orders), rejected);
    }
}
