package sim.collector.platform;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time of threads that run no code of the application, by what they do, from /proc/self/task. A sample reads one line for each thread of a
 * group, about 20 us each, and for each thread that is new; threads of the application are only listed. What a thread used
 * between the last sample and its end is not known. Only the collector's thread uses it.
 */
final class ThreadGroups {
    /** What a thread does. */
    enum Group {
        /** Compiles methods. */
        JIT("C1 Comp", "C2 Comp", "JVMCI"),
        /** Collects garbage. */
        GC("GC Thre", "G1 ", "ParGC", "Gang wo", "Conc", "CMS ", "Shenan", "ZDirec", "ZDrive", "ZStat", "ZUncom",
                "ZUnmap",
                "ZWorker", "XDirec", "XDrive", "XStat", "XUncom", "XUnmap", "XWorker", "Runtime"),
        /** Is SIM's. */
        SIM("sim-"),
        /** Does other work of the JVM. The serial collector works in one of these. */
        VM("VM Thre", "VM Peri", "Service", "Signal ", "Monitor", "Notific", "Sweeper", "JFR ", "Attach ", "Referen",
                "Finaliz", "Common-");

        private final List<String> names;

        Group(String... names) {
            this.names = List.of(names);
        }

        static Group of(String name) {
            for (Group group : values()) {
                if (group.names.stream().anyMatch(name::startsWith)) {
                    return group;
                }
            }
            return null;
        }
    }

    private static final class Known {
        /** Null for a thread of the application. */
        Group group;
        /** A thread gets its name a moment after its start, so the name of the application's threads is read twice. */
        int looks;
        long nanos;
        int sample;
    }

    private final Path tasks;
    private final Map<String, Known> threads = new HashMap<>();
    private final Map<Group, Long> nanos = new EnumMap<>(Group.class);
    private int sample;
    private boolean isTold = true;

    ThreadGroups() {
        this(Path.of("/proc/self/task"));
    }

    ThreadGroups(Path tasks) {
        this.tasks = tasks;
    }

    /** Takes a sample. */
    void look() {
        String[] ids = isTold ? new File(tasks.toString()).list() : null;
        isTold = ids != null && ids.length > 0;
        sample++;
        for (int i = 0; isTold && i < ids.length; i++) {
            look(ids[i]);
        }
        threads.values().removeIf(known -> known.sample != sample);
    }

    private void look(String id) {
        Known known = threads.computeIfAbsent(id, added -> new Known());
        known.sample = sample;
        try {
            if (known.group == null && known.looks < 2) {
                known.looks++;
                known.group = Group.of(Files.readString(tasks.resolve(id).resolve("comm")));
            }
            if (known.group != null) {
                long now = cpu(Files.readString(tasks.resolve(id).resolve("schedstat")));
                nanos.merge(known.group, Math.max(0, now - known.nanos), Long::sum);
                known.nanos = now;
            }
        } catch (IOException | RuntimeException unreadable) {
            isTold &= Files.notExists(tasks.resolve(id)); // a thread that has ended tells nothing more
        }
    }

    /** Its first number is the time on a processor, ns. */
    private static long cpu(String schedstat) {
        return Long.parseLong(schedstat.substring(0, schedstat.indexOf(' ')));
    }

    /** CPU time of a group since the JVM's start, ns; -1 where the operating system does not tell. */
    long nanos(Group group) {
        return isTold ? nanos.getOrDefault(group, 0L) : -1;
    }
}
