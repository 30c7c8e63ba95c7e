package woven;

/** A program that needs nothing of the JDK but its base. */
public final class Small {
    private Small() {}

    static int twice(int value) {
        return 2 * value;
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += twice(i);
        }
        System.out.println("sum " + sum);
        if (ModuleLayer.boot().findModule("jdk.management").isPresent()
                && ModuleLayer.boot().findModule("java.sql").isPresent()) {
            Report.print();
        }
    }
}
