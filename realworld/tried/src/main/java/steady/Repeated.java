package steady;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Runs a program's main again and again in one JVM: {@code WARM_SECONDS SECONDS MAIN ARGUMENT...}. Prints what the first round
 * took from the JVM's start on, what a round takes that begins in the sixth or seventh second, and what one takes after the warm seconds:
 * CPU time of the whole process, and elapsed.
 */
public final class Repeated {
    private static final OperatingSystemMXBean SYSTEM = ManagementFactory
            .getPlatformMXBean(OperatingSystemMXBean.class);

    /** What is early, ms from the JVM's start on. */
    private static final long EARLY = 5_000;
    private static final long EARLY_END = 7_000;

    private Repeated() {}

    public static void main(String[] arguments) throws Exception {
        long warm = (long) (Double.parseDouble(arguments[0]) * 1e9);
        long counted = (long) (Double.parseDouble(arguments[1]) * 1e9);
        Method main = Class.forName(arguments[2]).getMethod("main", String[].class);
        String[] rest = Arrays.copyOfRange(arguments, 3, arguments.length);
        main.invoke(null, (Object) rest);
        print("first.cpu.ms", SYSTEM.getProcessCpuTime() / 1e6);
        print("first.ms", ManagementFactory.getRuntimeMXBean().getUptime());
        long begin = System.nanoTime();
        int early = 0;
        long took = 0;
        while (System.nanoTime() - begin < warm) {
            long age = ManagementFactory.getRuntimeMXBean().getUptime();
            long round = System.nanoTime();
            main.invoke(null, (Object) rest);
            if (age >= EARLY && age < EARLY_END) {
                early++;
                took += System.nanoTime() - round;
            }
        }
        if (early > 0) {
            print("early.ms", took / 1e6 / early);
        }
        begin = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        int rounds = 0;
        do {
            main.invoke(null, (Object) rest);
            rounds++;
        } while (System.nanoTime() - begin < counted);
        print("steady.cpu.ms", (SYSTEM.getProcessCpuTime() - cpu) / 1e6 / rounds);
        print("steady.ms", (System.nanoTime() - begin) / 1e6 / rounds);
        print("steady.rounds", rounds);
    }

    private static void print(String figure, double value) {
        System.out.println("figure " + figure + " " + value);
    }
}
