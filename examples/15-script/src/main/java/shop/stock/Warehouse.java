package shop.stock;

import java.io.IOException;

/** Runs when somebody has an idea what to ask it. It has no annotation, and is not metered at all. */
public final class Warehouse {
    private static final int EACH = 300;
    private static final String[] KINDS = {"book", "lamp", "chair"};

    private Warehouse() {}

    public static void main(String[] arguments) throws IOException {
        Warehouse warehouse = new Warehouse();
        warehouse.find(0, KINDS[0]);
        System.out.println("ready");
        System.in.read(); // until it is told to go on
        int found = 0;
        for (int i = 0; i < EACH; i++) {
            found += warehouse.find(i, KINDS[i % KINDS.length]);
        }
        System.out.println(found + " found");
    }

    int find(int number, String kind) {
        return (number + kind.length()) % 2;
    }
}
