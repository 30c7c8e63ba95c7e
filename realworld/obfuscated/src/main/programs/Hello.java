public class Hello {
    public static void main(String[] arguments) {
        System.out.println(java.util.stream.IntStream.range(0, 10).mapToObj(i -> "n" + i).toList());
    }
}
