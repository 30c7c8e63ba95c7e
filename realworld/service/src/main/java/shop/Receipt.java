package shop;

import java.util.Arrays;

/** The allocation: a text put together by adding to it, some hundred kilobytes for a receipt. */
final class Receipt {
    private static final int LINES = 100;

    private Receipt() {}

    static String print(String customer, long cents, int[] others) {
        String receipt = "";
        for (int line = 0; line < LINES; line++) {
            receipt += "line " + line + " for " + customer + ": " + cents + "\n";
        }
        return receipt + Arrays.toString(others);
    }
}
