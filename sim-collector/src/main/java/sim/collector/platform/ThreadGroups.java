package sim.collector.platform;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * CPU time of threads that run no code of the application, by what they do, and how long the threads of the application waited for a processor, from /proc/self/task. A sample reads
 * one line for each thread, about 20 us each, and one more for each that is new. Past {@link #MOST} threads of the application it reads so many of them, in turns. What a thread used
 * between its last reading and its end is not known. A sample that could not be read whole tells nothing, and the next one tries again. Only the collector's thread uses it.
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

    /** The waits of so many threads of the application are read in a sample, which takes 5 ms. Of more, those are read that were not read for longest. */
    static final int MOST = 256;

    private static final class Known {
        final String id;
        /** Null for a thread of the application. */
        Group group;
        /** A thread gets its name a moment after its start, so the name of the application's threads is read twice. */
        int looks;
        /** CPU time of a thread of a group, the wait for a processor of a thread of the application. */
        long nanos;
        /** The last sample that met it. */
        int sample;
        /** The last sample that read its wait. */
        int read;

        Known(String id) {
            this.id = id;
        }
    }

    private final Path tasks;
    private final Consumer<String> failed;
    private final Map<String, Known> threads = new HashMap<>();
    private final Map<Group, Long> nanos = new EnumMap<>(Group.class);
    private int sample;
    /** Whether the last sample was read whole. */
    private boolean isTold;
    /** Whether any was: where none is, the operating system does not tell, and nothing failed. */
    private boolean wasTold;
    private long queued;

    /** @param failed is told of each sample that cannot be read */
    ThreadGroups(Consumer<String> failed) {
        this(Path.of("/proc/self/task"), failed);
    }

    ThreadGroups(Path tasks, Consumer<String> failed) {
        this.tasks = tasks;
        this.failed = failed;
    }

    /** Takes a sample. */
    void look() {
        try {
            isTold = read();
            if (!isTold && wasTold) {
                failed("the threads cannot be listed");
            }
            wasTold |= isTold;
        } catch (IOException | RuntimeException unreadable) {
            isTold = false;
            if (wasTold) {
                failed(unreadable.toString());
            }
        }
    }

    private void failed(String why) {
        failed.accept(
                "cpu.jit, cpu.gc, cpu.sim, cpu.jvm and cpu.queued cannot be read now, and are tried again with the next sample: "
                        + why);
    }

    /** Returns false where there is nothing to read. What was read until a failure counts: a thread's numbers only grow, and what is missing comes with its next reading. */
    private boolean read() throws IOException {
        String[] ids = new File(tasks.toString()).list();
        if (ids == null || ids.length == 0) {
            return false;
        }
        sample++;
        for (String id : ids) {
            threads.computeIfAbsent(id, Known::new).sample = sample;
        }
        threads.values().removeIf(known -> known.sample != sample);
        List<Known> application = new ArrayList<>();
        for (String id : ids) {
            readGroup(threads.get(id), application);
        }
        if (application.size() > MOST) {
            application.sort(Comparator.comparingInt(known -> known.read));
        }
        for (Known known : application.subList(0, Math.min(MOST, application.size()))) {
            queued += gain(known, 1);
            known.read = sample;
        }
        return true;
    }

    private void readGroup(Known known, List<Known> application) throws IOException {
        if (known.group == null && known.looks < 2) {
            known.looks++;
            String name = text(known, "comm");
            known.group = name == null ? null : Group.of(name);
        }
        if (known.group != null) {
            nanos.merge(known.group, gain(known, 0), Long::sum);
        } else if (known.looks > 1) {
            application.add(known);
        }
    }

    /** How much one of the thread's numbers has grown: the first is the time on a processor, the second the time in which it was ready to run and had none, ns. */
    private long gain(Known known, int number) throws IOException {
        String numbers = text(known, "schedstat");
        long now = numbers == null ? known.nanos : Long.parseLong(numbers.split(" ")[number]);
        long gain = Math.max(0, now - known.nanos);
        known.nanos = now;
        return gain;
    }

    /** What a file says of a thread; null of one that has ended, which tells nothing more. */
    private String text(Known known, String file) throws IOException {
        Path thread = tasks.resolve(known.id);
        try {
            return Files.readString(thread.resolve(file), StandardCharsets.ISO_8859_1); // a name may be cut within a character
        } catch (IOException unreadable) {
            if (Files.notExists(thread)) {
                return null;
            }
            throw unreadable;
        }
    }

    /**
     * How long the threads of the application waited for a processor since the JVM's start, ns; -1 where that is not told. Of more than {@link #MOST} threads
     * what a thread waited comes with its next turn.
     */
    long queued() {
        return isTold ? queued : -1;
    }

    /** CPU time of a group since the JVM's start, ns; -1 where the operating system does not tell. */
    long nanos(Group group) {
        return isTold ? nanos.getOrDefault(group, 0L) : -1;
    }
}
