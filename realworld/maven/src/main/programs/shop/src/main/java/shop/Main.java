package shop;

import java.util.stream.IntStream;

/** What Maven builds, and what runs then. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.out.println(IntStream.range(0, 1000).map(n -> n % 7).sum());
    }
}
