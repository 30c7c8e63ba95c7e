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
 * CPU time of threads that run no code of the application, by what they do, and how long the threads of the application waited for a processor, from /proc/self/task. A sample reads
 * one line for each thread, about 20 us each, and one more for each that is new; past {@link #MOST} threads of the application these are only listed. What a thread used
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

    /** The waits of so many threads of the application are read, which takes 5 ms a sample. Of more none is: a part would look like all. */
    static final int MOST = 256;

    private static final class Known {
        /** Null for a thread of the application. */
        Group group;
        /** A thread gets its name a moment after its start, so the name of the application's threads is read twice. */
        int looks;
        /** CPU time of a thread of a group, the wait for a processor of a thread of the application. */
        long nanos;
        int sample;
    }

    private final Path tasks;
    private final Map<String, Known> threads = new HashMap<>();
    private final Map<Group, Long> nanos = new EnumMap<>(Group.class);
    private int sample;
    private boolean isTold = true;
    private long queued;
    private boolean isQueuedTold;

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
        isQueuedTold = isTold
                && ids.length <= MOST + threads.values().stream().filter(each -> each.group != null).count();
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
                nanos.merge(known.group, gain(known, id, 0), Long::sum);
            } else if (known.looks > 1 && isQueuedTold) {
                queued += gain(known, id, 1);
            }
        } catch (IOException | RuntimeException unreadable) {
            isTold &= Files.notExists(tasks.resolve(id)); // a thread that has ended tells nothing more
        }
    }

    /** How much one of the thread's numbers has grown: the first is the time on a processor, the second the time in which it was ready to run and had none, ns. */
    private long gain(Known known, String id, int number) throws IOException {
        long now = Long.parseLong(Files.readString(tasks.resolve(id).resolve("schedstat")).split(" ")[number]);
        long gain = Math.max(0, now - known.nanos);
        known.nanos = now;
        return gain;
    }

    /** How long the threads of the application waited for a processor since the JVM's start, ns; -1 where that is not told. */
    long queued() {
        return isTold && isQueuedTold ? queued : -1;
    }

    /** CPU time of a group since the JVM's start, ns; -1 where the operating system does not tell. */
    long nanos(Group group) {
        return isTold ? nanos.getOrDefault(group, 0L) : -1;
    }
}
