package sim.metrics.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.jinspired.probes.Probes;
import sim.metrics.config.Option;
import sim.metrics.config.Options;
import sim.metrics.meter.Clock;
import sim.metrics.meter.ThreadMeters;
import sim.metrics.probe.Metering;
import sim.metrics.snapshot.Meter;

/**
 * Plays a recording into this JVM's metering runtime, which ships it as if it were metered now. Needs none of the recorded
 * application's classes. Once a JVM, and before anything else in it is metered.
 */
public final class Replay {
    /** Recorded threads that are played at a time at full speed. */
    private static final int AT_A_TIME = 16;

    private Replay() {}

    /**
     * Plays it to its end; what it came to is shipped when the JVM ends, at the latest.
     *
     * @param live at the recorded speed, else as fast as possible
     * @param server where to, host:port
     * @param histograms the meters to sort into histograms, joined by '+': any that was recorded, for a recording has every
     *        reading; empty for wall time alone
     * @throws RecordingException when the file is no whole recording; then nothing was played
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when a meter was not recorded; then nothing was played
     */
    public static Played play(Path file, boolean live, String server, String application, String histograms)
            throws IOException, InterruptedException {
        if (!Clock.source().equals("nanoTime")) {
            throw new IllegalStateException("replay needs a JVM without SIM's agent: leave the agent out");
        }
        try (Recording recording = new Recording(file)) {
            List<RecordedThread> threads = new ArrayList<>(recording.threads.values());
            threads.removeIf(thread -> thread.chunks.isEmpty());
            threads.sort(Comparator.comparingLong(thread -> thread.firstWall));
            Metering.configure(options(server, application, histograms(histograms, threads), threads),
                    (thread, virtual) -> thread instanceof Player player
                            ? player.readings
                            : new ThreadMeters(thread, Meter.WALL.bit(), virtual, 0, false));
            play(recording, threads, live);
            long firings = threads.stream().mapToLong(thread -> thread.ended).sum();
            return new Played(firings, threads.size(), recording.dropped);
        }
    }

    /** Ships what is left of what was played, for half a minute at most; returns whether all has arrived at the server. */
    public static boolean arrives() {
        return Metering.runtime().shipRest();
    }

    private static void play(Recording recording, List<RecordedThread> threads, boolean live)
            throws IOException, InterruptedException {
        Probes.Name[] names = names(recording);
        long first = threads.stream().mapToLong(thread -> thread.firstWall).min().orElse(0);
        long last = threads.stream().mapToLong(thread -> thread.lastWall).max().orElse(0);
        // Live, it begins now. At full speed it ends now: what is played must not lie in the future.
        long shift = Clock.ticks() - (live ? first : last);
        Deque<Player> playing = new ArrayDeque<>();
        for (RecordedThread thread : threads) {
            if (live) {
                for (long left = thread.firstWall + shift - Clock.ticks(); left > 0; left = thread.firstWall + shift
                        - Clock.ticks()) {
                    LockSupport.parkNanos(left);
                }
            } else if (playing.size() == AT_A_TIME) {
                end(playing.remove());
            }
            Player player = new Player(thread, recording, names, shift, live);
            playing.add(player);
            player.start();
        }
        for (Player player : playing) {
            end(player);
        }
    }

    private static void end(Player player) throws IOException, InterruptedException {
        player.join();
        if (player.failure() != null) {
            throw player.failure();
        }
    }

    private static Probes.Name[] names(Recording recording) {
        Probes.Name[] names = new Probes.Name[recording.names.size()];
        for (int i = 0; i < names.length; i++) {
            Recording.RecordedName name = recording.names.get(i);
            names[i] = name.prefix() == 0 ? Probes.name(name.value()) : names[name.prefix()].name(name.value());
        }
        return names;
    }

    private static String histograms(String asked, List<RecordedThread> threads) {
        Set<String> recorded = new LinkedHashSet<>(List.of(Meter.WALL.label()));
        threads.forEach(thread -> recorded.addAll(thread.meters));
        for (String label : asked.split("\\+")) {
            if (!label.isBlank() && !recorded.contains(label.trim())) {
                throw new IllegalArgumentException("--histograms " + asked + " is not understood: " + label.trim()
                        + " was not recorded; choose of " + String.join(", ", recorded));
            }
        }
        return asked;
    }

    /** Nothing is switched off in a playback, and nothing folded that the recorded run had not. */
    private static Options options(String server, String application, String histograms,
            List<RecordedThread> threads) {
        TreeSet<String> further = new TreeSet<>();
        threads.forEach(thread -> thread.meters.stream().filter(label -> Meter.labelled(label) == null)
                .forEach(further::add));
        Properties properties = new Properties();
        properties.setProperty(Option.SERVER.property(), server);
        properties.setProperty(Option.APPLICATION.property(), application);
        properties.setProperty(Option.HOTSPOT.property(), "false");
        if (!histograms.isEmpty()) {
            properties.setProperty(Option.HISTOGRAMS.property(), histograms);
        }
        properties.setProperty(Option.PROBES_COUNTERS.property(), String.join(",", further));
        properties.setProperty(Option.NAMES_MAX.property(), "1000000");
        properties.setProperty(Option.TREE_NODES.property(), "1000000");
        properties.setProperty(Option.EXIT_FLUSH.property(), "30s");
        return Options.load("", properties);
    }

    /**
     * What was played.
     *
     * @param firings firings that ended
     * @param dropped firings the recording had no room for
     */
    public record Played(long firings, int threads, long dropped) {}
}
