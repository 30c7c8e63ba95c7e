package tried;

import java.io.IOException;

/** Looks for what is in stock until somebody writes a line, and then says whether it always found what it should. */
public final class Stock {
    private static final String[] KINDS = {"book", "lamp", "chair"};

    private final int base;

    private Stock(int base) {
        this.base = base;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Stock stock = new Stock(7);
        long wrong = 0;
        int calls = 0;
        for (; System.in.available() == 0; calls++) {
            String kind = KINDS[calls % KINDS.length];
            if (stock.find(calls, kind) != calls + kind.length() + 7) {
                wrong++;
            }
            Thread.sleep(2);
        }
        System.out.println("ended, wrong: " + wrong);
    }

    int find(int number, String kind) {
        return number + kind.length() + base;
    }

    /** Never ends well. */
    static int deep(int level) {
        return deep(level + 1) + 1;
    }

    native int nothing();

    /** Nobody implements it. */
    interface Shelf {
        int room();
    }

    static final Class<?> LOADED = Shelf.class;
}
