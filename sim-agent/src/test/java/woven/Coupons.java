package woven;

import sim.instrumentation.annotation.Instrument;

/** Orders that pass their work on, with a coupon each: short calls, of which every fourth fails. */
public final class Coupons {
    private static final int ORDERS = 20_000;
    private static final int HALVES = 200;
    private static final RuntimeException UNKNOWN = new IllegalArgumentException("no such coupon");

    private Coupons() {}

    public static void main(String[] none) {
        int failed = 0;
        long sum = 0;
        for (int i = 0; i < ORDERS; i++) {
            try {
                sum += Shop.order(i);
            } catch (IllegalArgumentException unknown) {
                failed++;
            }
        }
        System.out.println("failed " + failed + " sum " + sum);
        Report.print();
    }

    @Instrument
    static final class Shop {
        private Shop() {}

        static long order(int number) {
            long sum = 0;
            for (int i = 0; i < HALVES; i++) {
                sum += half(number + i);
            }
            return sum + work() + parse(number);
        }

        /** Short, called often, and it never fails: the only one that nobody looks for. */
        static int half(int number) {
            return number / 2;
        }

        static int parse(int number) {
            if (number % 4 == 0) {
                throw UNKNOWN;
            }
            return number % 4;
        }

        static int work() {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < 20_000) {
                Thread.onSpinWait();
            }
            return 0;
        }
    }
}
