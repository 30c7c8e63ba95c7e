package tried;

/** Some getters that are called often, and a method that is worth its probe: so many calls, and then it ends. */
public class Beans {
    public static final int ROUNDS = 600;
    private static int sum;

    static int one() {
        return sum++;
    }

    static int two() {
        return sum++;
    }

    static int three() {
        return sum++;
    }

    static int four() {
        return sum++;
    }

    static int five() {
        return sum++;
    }

    static void dear() {
        for (long until = System.nanoTime() + 500_000; System.nanoTime() < until;) {
            sum++;
        }
    }

    public static void main(String[] args) {
        long answer = 0;
        for (int i = 0; i < ROUNDS; i++) {
            answer += one() + two() + three() + four() + five();
            if (i % 20 == 0) {
                dear();
            }
        }
        System.out.println(answer == 0 ? "nothing" : "something");
    }
}
