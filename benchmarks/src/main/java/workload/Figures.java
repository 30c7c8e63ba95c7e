package workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How a measured process hands its figures to the runner: lines {@code figure NAME NUMBER} on its standard output. */
public final class Figures {
    private Figures() {}

    public static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "figure %s %.3f%n", name, value);
    }

    /** CPU time of this process in ns, in the kernel's steps of 10 ms; without the JMX classes that a bean would load. */
    public static long cpu() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // the second field, the name, may hold spaces
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return 10_000_000 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
        } catch (IOException notLinux) {
            return -1;
        }
    }

    /** A line of the kernel's account of this process, such as {@code VmHWM}, in bytes; -1 where there is none. */
    public static long memory(String line) {
        return memory(Path.of("/proc/self/status"), line);
    }

    /** The same of another process. */
    public static long memory(long pid, String line) {
        return memory(Path.of("/proc", String.valueOf(pid), "status"), line);
    }

    private static long memory(Path status, String line) {
        try {
            List<String> lines = Files.readAllLines(status);
            for (String each : lines) {
                if (each.startsWith(line + ":")) {
                    return 1024 * Long.parseLong(each.replaceAll("\\D", ""));
                }
            }
        } catch (IOException notLinux) {
            // absent
        }
        return -1;
    }
}
