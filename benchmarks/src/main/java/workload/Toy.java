package workload;

/** The smallest program that is metered at all: a hundred calls, and over. */
public final class Toy {
    private Toy() {}

    public static void main(String[] none) {
        Shape shape = new Recursion();
        long sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += shape.call(10);
        }
        Figures.print("toy", sum);
    }
}
