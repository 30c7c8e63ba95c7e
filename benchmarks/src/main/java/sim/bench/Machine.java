package sim.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What it was measured on. */
final class Machine {
    private Machine() {}

    static void describe(Results results, List<Jdk> jdks, String absent) {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        results.add(Result.text("run", "machine", String.format(Locale.ROOT, "%s, %d processors, %d GB, %s %s, %s",
                processor(), system.getAvailableProcessors(), system.getTotalMemorySize() >> 30, system.getName(),
                system.getVersion(), system.getArch())));
        results.add(Result.text("run", "load before",
                String.format(Locale.ROOT, "%.2f", system.getSystemLoadAverage())));
        results.add(Result.text("run", "JDKs",
                jdks.stream().map(Jdk::version).collect(Collectors.joining(", ")) + (absent.isEmpty() ? "" : ". ")
                        + absent));
        results.add(Result.text("run", "clock", clock()));
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream().filter(line -> line.startsWith("model name"))
                    .findFirst().map(line -> line.replaceAll("^[^:]*:\\s*", "")).orElse("unknown processor");
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }

    private static String clock() {
        try {
            long perSecond = workload.hand.Ticks.perSecond();
            return perSecond == 1_000_000_000
                    ? "the JVM has no fast tick counter on this machine (it answers 1 GHz): its counterTime reads "
                            + "nanoTime's clock, without an intrinsic, and SIM uses nanoTime"
                    : "the JVM's tick counter runs at " + perSecond + " Hz";
        } catch (Throwable closed) {
            return "the JVM's tick counter cannot be asked: " + closed;
        }
    }
}
