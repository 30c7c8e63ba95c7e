package sim.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sim.jfr.reader.ContextRecording;

/** {@code sim jfr monitors}: which monitors were waited for, where, and who had held them. */
@Command(name = "monitors", description = {"Prints which monitors threads waited for, and who had held them.",
        "A row for each class of the monitor's object, method that waited and thread that held it, those waited for longest first. The JVM records waits of 20 ms "
                + "and more, unless the recording's settings say otherwise."}, mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class JfrMonitorsCommand implements Callable<Integer> {
    private static final String ENTER = "jdk.JavaMonitorEnter";
    private static final int MOST = 10_000;

    @Mixin
    private JfrFile file;

    @Option(names = "--limit", defaultValue = "50", description = "rows (default: ${DEFAULT-VALUE})")
    private int limit;

    @Override
    public Integer call() throws IOException {
        Map<List<String>, long[]> waits = new LinkedHashMap<>();
        long[] beyond = new long[3];
        try (ContextRecording recording = file.open()) {
            recording.forEach(file.selection(), joined -> {
                RecordedEvent event = joined.event();
                if (event.getEventType().getName().equals(ENTER)) {
                    List<String> key = List.of(monitor(event), method(event), owner(event));
                    add(waits.size() < MOST || waits.containsKey(key)
                            ? waits.computeIfAbsent(key, added -> new long[3])
                            : beyond, event.getDuration().toNanos());
                }
            });
            System.out.print(Table.of(rows(waits, beyond)));
            file.sayRefused(recording);
        }
        return 0;
    }

    private static void add(long[] wait, long nanos) {
        wait[0]++;
        wait[1] += nanos;
        wait[2] = Math.max(wait[2], nanos);
    }

    private List<String[]> rows(Map<List<String>, long[]> waits, long[] beyond) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"monitor of", "waited in", "held by", "waits", "total", "max"});
        waits.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<List<String>, long[]> each) -> -each.getValue()[1])
                        .thenComparing(each -> each.getKey().toString()))
                .limit(limit).forEach(each -> rows.add(row(each.getKey(), each.getValue())));
        if (waits.size() > limit) {
            rows.add(new String[]{"(" + (waits.size() - limit) + " more, see --limit)", "", "", "", "", ""});
        }
        if (beyond[0] > 0) {
            rows.add(row(List.of("(past the first " + MOST + ")", "", ""), beyond));
        }
        return rows;
    }

    private static String[] row(List<String> key, long[] wait) {
        return new String[]{key.get(0), key.get(1), key.get(2), Units.count(wait[0]), Units.nanos(wait[1]),
                Units.nanos(wait[2])};
    }

    private static String monitor(RecordedEvent event) {
        RecordedClass type = event.getClass("monitorClass");
        return type == null ? "-" : type.getName();
    }

    /** The method that entered: of a synchronized one that method itself. */
    private static String method(RecordedEvent event) {
        if (event.getStackTrace() == null || event.getStackTrace().getFrames().isEmpty()) {
            return "-";
        }
        RecordedFrame frame = event.getStackTrace().getFrames().get(0);
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    /** The thread that had the monitor before, by its name. */
    private static String owner(RecordedEvent event) {
        RecordedThread owner = event.getThread("previousOwner");
        String name = owner == null ? null : owner.getJavaName() == null ? owner.getOSName() : owner.getJavaName();
        return name == null ? "-" : name;
    }
}
