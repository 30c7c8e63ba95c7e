package woven;

import java.util.concurrent.CompletableFuture;

/** Uses a type that is not there when it runs, as programs with optional libraries do. */
public final class Lacking {
    private Lacking() {}

    public static void main(String[] args) {
        System.out.println(CompletableFuture.supplyAsync(() -> "ran").join());
        try {
            System.out.println(new Absent().isDone());
        } catch (NoClassDefFoundError expected) {
            System.out.println("without " + expected.getMessage());
        }
    }

    /** Its class file is left out. */
    static final class Absent extends CompletableFuture<String> {}
}
