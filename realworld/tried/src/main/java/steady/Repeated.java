package steady;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Runs a program's main again and again in one JVM: {@code WARM_SECONDS SECONDS MAIN ARGUMENT...}. Prints what the first round
 * took from the JVM's start on, and what a round takes after the warm seconds: CPU time of the whole process, and elapsed.
 */
public final class Repeated {
    private static final OperatingSystemMXBean SYSTEM = ManagementFactory
            .getPlatformMXBean(OperatingSystemMXBean.class);

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
        while (System.nanoTime() - begin < warm) {
            main.invoke(null, (Object) rest);
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
