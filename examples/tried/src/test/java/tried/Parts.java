package tried;

import java.nio.file.Files;
import java.nio.file.Path;

/** Dear and cheap methods that only their class tells apart: anonymous ones, and one that is overridden. */
public class Parts {
    private static long sum;

    static class Base {
        void work() {
            spin();
        }
    }

    static class Light extends Base {
        @Override
        void work() {
            sum++;
        }

        void heavy() {
            spin();
        }
    }

    static class Untouched {
        void work() {
            sum++;
        }
    }

    /** Some hundred microseconds. */
    private static void spin() {
        for (long until = System.nanoTime() + 200_000; System.nanoTime() < until;) {
            sum++;
        }
    }

    public static void main(String[] args) {
        Path running = Path.of(args[0]);
        Runnable dear = new Runnable() {
            @Override
            public void run() {
                spin();
            }
        };
        Runnable cheap = new Runnable() {
            @Override
            public void run() {
                sum++;
            }
        };
        Base base = new Base();
        Light light = new Light();
        Untouched untouched = new Untouched();
        while (Files.exists(running)) {
            dear.run();
            base.work();
            light.heavy();
            for (int i = 0; i < 20; i++) {
                cheap.run();
                light.work();
                untouched.work();
            }
        }
        System.out.println(sum == 0 ? "nothing done" : "done");
    }
}
