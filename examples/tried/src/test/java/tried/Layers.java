package tried;

import java.nio.file.Files;
import java.nio.file.Path;

/** Nobody annotated this: a dear method, a cheap one, one in a nested class; runs until the file it is given is gone. */
public class Layers {
    private static long sum;

    static class Row {
        final int cells;

        Row(int cells) {
            this.cells = cells;
        }

        /** Some hundred microseconds. */
        long render() {
            long until = System.nanoTime() + 300_000;
            long spun = 0;
            while (System.nanoTime() < until) {
                spun += cells;
            }
            return spun;
        }
    }

    static long page(int number) {
        long painted = new Row(number).render();
        for (int i = 0; i < 50; i++) {
            painted += cell(i);
        }
        return painted;
    }

    static int cell(int number) {
        return number + 1;
    }

    public static void main(String[] args) {
        Path running = Path.of(args[0]);
        for (int page = 0; Files.exists(running); page++) {
            sum += page(page);
        }
        System.out.println(sum == 0 ? "nothing painted" : "painted");
    }
}
