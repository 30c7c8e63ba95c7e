package sim.recording.replay;

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
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.meter.Clock;
import sim.base.meter.ThreadMeters;
import sim.metrics.probe.Metering;
import sim.model.snapshot.Meter;

/**
 * Plays a recording into this JVM's metering runtime, which ships it as if it were metered now. Needs no classes of the recorded
 * application. To be called once in a JVM, before anything else in it is metered.
 */
public final class Replay {
    /** The most recorded threads that are played at the same time at full speed. */
    private static final int AT_A_TIME = 16;

    private Replay() {}

    /**
     * Plays a recording to its end. The result is shipped at the latest when the JVM ends.
     *
     * @param live whether to play at the recorded speed; otherwise as fast as possible
     * @param to the agent server, and as what to come there: options of a collector, such as {@code sim.server}
     * @param histograms the meters with histograms, joined by '+': any that was recorded; empty for wall time alone
     * @throws IOException if the file cannot be read, or is no complete recording; nothing was played then
     * @throws IllegalArgumentException if a meter was not recorded; nothing was played then
     */
    public static Played play(Path file, boolean live, Properties to, String histograms)
            throws IOException, InterruptedException {
        if (!Clock.source().equals("nanoTime")) {
            throw new IllegalStateException("replay needs a JVM without SIM's agent: leave the agent out");
        }
        try (RecordedFirings recording = new RecordedFirings(file)) {
            List<RecordedThread> threads = new ArrayList<>(recording.threads.values());
            threads.removeIf(thread -> thread.chunks.isEmpty());
            threads.sort(Comparator.comparingLong(thread -> thread.firstWall));
            Metering.configure(options(to, histograms(histograms, threads), threads),
                    (thread, virtual) -> thread instanceof Player player
                            ? player.readings
                            : new ThreadMeters(thread, Meter.WALL.bit(), virtual, 0, false));
            play(recording, threads, live);
            long firings = threads.stream().mapToLong(thread -> thread.ended).sum();
            return new Played(firings, threads.size(), recording.dropped);
        }
    }

    /** Ships what is left, for at most half a minute. Returns whether everything has arrived at the server. */
    public static boolean arrives() {
        return Metering.runtime().shipRest();
    }

    private static void play(RecordedFirings recording, List<RecordedThread> threads, boolean live)
            throws IOException, InterruptedException {
        Probes.Name[] names = names(recording);
        long first = threads.stream().mapToLong(thread -> thread.firstWall).min().orElse(0);
        long last = threads.stream().mapToLong(thread -> thread.lastWall).max().orElse(0);
        // A live replay begins now. At full speed it ends now, because nothing may be in the future.
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

    private static Probes.Name[] names(RecordedFirings recording) {
        Probes.Name[] names = new Probes.Name[recording.names.size()];
        for (int i = 0; i < names.length; i++) {
            RecordedFirings.RecordedName name = recording.names.get(i);
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

    /** Options with which nothing is switched off, and nothing is folded that the recorded run did not fold. */
    private static Options options(Properties to, String histograms, List<RecordedThread> threads) {
        TreeSet<String> further = new TreeSet<>();
        threads.forEach(thread -> thread.meters.stream().filter(label -> Meter.labelled(label) == null)
                .forEach(further::add));
        Properties properties = new Properties();
        properties.putAll(to);
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
     * @param threads recorded threads
     * @param dropped firings for which the recording had no room
     */
    public record Played(long firings, int threads, long dropped) {}
}
