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

    Watch() {
        thread = Injector.daemon(this::look, "watch");
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

    private void look() {
        for (int round = 0; !Thread.interrupted(); round++) {
            List<Watched> all;
            synchronized (this) {
                now.removeIf(each -> !each.child.isAlive());
                all = List.copyOf(now);
            }
            for (Watched each : all) {
                note(each, resident(each.child), round % HEAP_EVERY == HEAP_EVERY - 1 ? heap(each.child) : 0);
            }
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException stop) {
                return;
            }
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
