package woven;

/** Calls that an aspect of the application's own sees, and that SIM meters: each has to be seen once, whoever weaves. */
public final class Beside {
    private Beside() {}

    static int twice(int value) {
        return 2 * value;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) {
            twice(i);
        }
        System.out.println("seen " + BesideAspect.seen);
        Report.print();
    }
}
