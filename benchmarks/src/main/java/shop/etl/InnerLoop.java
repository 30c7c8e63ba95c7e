package shop.etl;

import workload.Shape;

/**
 * A realistic case: lesson 1's own inner loop, one order parsed and priced. Metered are all methods of its two classes:
 * Parser.parse, Parser.order, three Parser.number, Pricing.discounted, Pricing.loyalty and three Pricing.depth.
 */
public final class InnerLoop extends Shape {
    public static final int CALLS = 10;

    private final Parser parser = new Parser();

    /** The depth is the data's. */
    @Override
    public long call(int depth) {
        return Pricing.discounted(parser.parse("4711,customer-17,books/computers/java,3,1999")).cents();
    }
}
