package woven;

/** Loads a class whose one method is as large as the JVM allows, so that nothing can be woven into it. */
public class Large {
    public static void main(String[] args) throws Exception {
        byte[] bytes = java.nio.file.Files.readAllBytes(java.nio.file.Path.of(args[0]));
        Class<?> type = new ClassLoader(Large.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("woven.Full", bytes, 0, bytes.length);
            }
        }.define();
        System.out.println("sum " + type.getMethod("sum").invoke(null));
        Report.print();
    }
}
