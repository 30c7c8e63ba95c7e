package sim.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sim.collector.Undying;

/** Looks at the memory of every process of the campaign, twice a second, on a thread of its own. */
final class Watch implements AutoCloseable {
    private static final int MILLIS = 500;
    private static final int HEAP_EVERY = 60;
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern HEAP = Pattern.compile("(?:heap|generation|space).*?used (\\d+)K");

    private final List<Watched> now = new ArrayList<>();
    private final Map<String, Peak> peaks = new TreeMap<>();
    private final List<String> beyond = new ArrayList<>();
    private final long begin = System.nanoTime();
    private final Thread thread;
    private volatile boolean closed;
    private int round;
    private boolean failed;

    Watch() {
        thread = Injector.daemon(() -> {
            while (!closed) {
                Undying.round(this::look, this::failed);
            }
        }, "watch");
    }

    /** @param kind whose line in the table it is */
    synchronized void add(Child child, String kind, long bound) {
        now.add(new Watched(child, kind, bound));
    }

    /** The largest of each kind beside its bound. */
    synchronized Map<String, Peak> peaks() {
        return new TreeMap<>(peaks);
    }

    /** What was beyond its bound, a line each. */
    synchronized List<String> beyond() {
        return List.copyOf(beyond);
    }

    private void look() throws InterruptedException {
        List<Watched> all;
        synchronized (this) {
            all = List.copyOf(now);
        }
        round++;
        for (Watched each : all) {
            Undying.round(() -> look(each), this::failed); // the others are looked at whatever becomes of one
        }
        Thread.sleep(MILLIS);
    }

    private void look(Watched each) {
        if (each.child.isAlive()) {
            note(each, resident(each.child), round % HEAP_EVERY == 0 ? heap(each.child) : 0);
        } else {
            synchronized (this) {
                now.remove(each);
            }
        }
    }

    /** A bound that nobody looked at does not hold. */
    private synchronized void failed(Throwable failure) {
        if (!failed && !closed) {
            failed = true;
            beyond.add("the memory of a process could not be looked at: " + failure);
        }
    }

    private synchronized void note(Watched each, long resident, long heap) {
        Peak peak = peaks.computeIfAbsent(each.kind, kind -> new Peak(each.bound));
        int minute = (int) ((System.nanoTime() - begin) / 60_000_000_000L);
        peak.note(minute, resident, heap);
        if (resident > each.bound && !each.told) {
            each.told = true;
            beyond.add(each.child.name() + " has " + resident / Bounds.MEGABYTE + " MB resident, its bound is "
                    + each.bound / Bounds.MEGABYTE + " MB");
        }
    }

    private static long resident(Child child) {
        try {
            Matcher line = RESIDENT.matcher(Files.readString(Path.of("/proc/" + child.pid() + "/status")));
            return line.find() ? Long.parseLong(line.group(1)) << 10 : 0;
        } catch (IOException gone) {
            return 0;
        }
    }

    /** Heap in use, 0 where it cannot be had. */
    private static long heap(Child child) {
        if (child.isStopped()) {
            return 0;
        }
        try {
            Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    String.valueOf(child.pid()), "GC.heap_info").redirectErrorStream(true).start();
            if (!jcmd.waitFor(3, java.util.concurrent.TimeUnit.SECONDS)) {
                jcmd.destroyForcibly();
                return 0;
            }
            long used = 0;
            for (String line : new String(jcmd.getInputStream().readAllBytes()).split("\n")) {
                Matcher heap = HEAP.matcher(line);
                if (!line.contains("Metaspace") && !line.contains("class space") && !line.contains(" region size")
                        && heap.find() && (line.contains("generation") || line.contains("heap"))) {
                    used += Long.parseLong(heap.group(1)) << 10;
                }
            }
            return used;
        } catch (IOException unavailable) {
            return 0;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private static final class Watched {
        private final Child child;
        private final String kind;
        private final long bound;
        private boolean told;

        Watched(Child child, String kind, long bound) {
            this.child = child;
            this.kind = kind;
            this.bound = bound;
        }
    }

    /** What a kind of process had at most. */
    static final class Peak {
        final long bound;
        long resident;
        long heap;
        /** The most resident in each minute of the run. */
        final Map<Integer, Long> byMinute = new TreeMap<>();

        private Peak(long bound) {
            this.bound = bound;
        }

        private void note(int minute, long residentNow, long heapNow) {
            resident = Math.max(resident, residentNow);
            heap = Math.max(heap, heapNow);
            byMinute.merge(minute, residentNow, Math::max);
        }
    }
}
