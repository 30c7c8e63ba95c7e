package sim.realworld;

import java.util.Scanner;

/** A program that does so many calls as a line on standard input says, and answers with a line. */
public final class Loop {
    private Loop() {}

    public static void main(String[] arguments) {
        System.out.println("ready");
        Scanner in = new Scanner(System.in);
        while (in.hasNextInt()) {
            long sum = 0;
            int times = in.nextInt();
            for (int i = 0; i < times; i++) {
                sum += work(i);
            }
            System.out.println(sum);
        }
    }

    static int work(int number) {
        return number % 7;
    }
}
