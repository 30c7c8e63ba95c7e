package sim.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code ./sim campaign}: plays scenarios at random until the time is over, each with an account, and ends with the account
 * of all. The exit code is 0 when nothing is unaccounted, 1 when something is.
 */
@Command(name = "campaign", description = "Faults between and around real applications and a real server; ends with an account.", mixinStandardHelpOptions = true)
public final class Campaign implements Callable<Integer> {
    static final List<String> SERVER_FLAGS = List.of("-Xmx" + Bounds.SERVER_HEAP_MEGABYTES + "m");
    private static final int SHORT_ROUND_MILLIS = 3_000;

    @Option(names = "--minutes", defaultValue = "10", description = "how long; a fraction is understood (default: ${DEFAULT-VALUE})")
    private double minutes;

    @Option(names = "--seed", description = "of all chance; the same seed plays the same rounds (default: the time)")
    private Long seed;

    @Option(names = "--only", split = ",", description = "these scenarios, those known to fail too")
    private List<String> only;

    @Option(names = "--short", description = "the cut that the build runs: short rounds, each scenario in turn")
    private boolean shortly;

    @Option(names = "--once", description = "plays each scenario once, in an order of chance, however long that takes")
    private boolean once;

    @Option(names = "--at-once", defaultValue = "1", description = "with --once: so many rounds at a time, each with applications of its own (default: ${DEFAULT-VALUE})")
    private int atOnce;

    @Option(names = "--root", defaultValue = ".", description = "the checkout, built (default: ${DEFAULT-VALUE})")
    private Path root;

    @Option(names = "--work", description = "where to write; kept when something is wrong (default: a temporary directory)")
    private Path work;

    @Option(names = "--tls", description = "applications, strangers and the page's readers come over TLS")
    private boolean tls;

    @Option(names = "--tokens", defaultValue = "NONE", description = "who has a token: ${COMPLETION-CANDIDATES}; with another word than NONE the server asks for one (default: ${DEFAULT-VALUE})")
    private WayIn.Tokens tokens;

    @Option(names = "--list", description = "lists the scenarios, and ends")
    private boolean list;

    private Report report = new Report();

    public static void main(String... args) {
        System.exit(new CommandLine(new Campaign()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        List<Scenario> all = Scenarios.all();
        if (list) {
            all.forEach(each -> System.out.println(each.name()
                    + (each.failing() == null ? "" : "  (known to fail: " + each.failing() + ")")
                    + (each.lasting() ? "  (lasts for all of --minutes; in no turns)" : "")));
            return 0;
        }
        List<Scenario> chosen = all.stream()
                .filter(each -> only == null
                        ? each.failing() == null && !each.lasting() && (!shortly || each.shortly())
                        : only.contains(each.name()))
                .toList();
        List<String> unknown = only == null
                ? List.of()
                : only.stream().filter(name -> all.stream().noneMatch(each -> each.name().equals(name))).toList();
        if (!unknown.isEmpty()) { // else a scenario that was renamed would be played no more, and nobody would know
            System.err.println("sim: --only names what is no scenario: " + unknown + "; see --list");
            return 2;
        }
        long start = seed == null ? System.currentTimeMillis() : seed;
        // a folder of this run's own: nothing of another run is taken for this one's
        Path folder = work == null
                ? Files.createTempDirectory("sim-campaign")
                : Files.createTempDirectory(Files.createDirectories(work), "run");
        report = run(chosen, start, new Place(root.toAbsolutePath().normalize(), folder.toAbsolutePath()));
        report.print(start);
        all.stream().filter(each -> each.failing() != null && !chosen.contains(each))
                .forEach(
                        each -> System.out.println("not tried: " + each.name() + ", known to fail: " + each.failing()));
        if (!report.isGood()) {
            System.out.println("What was said and written is in " + folder);
            return 1;
        }
        if (work == null) {
            delete(folder);
        }
        return 0;
    }

    /** What of the last run this machine has no means for, and why. */
    List<String> notPlayed() {
        return report.notPlayed();
    }

    /** What of the last run is not accounted for, or otherwise not as it should be. */
    List<String> faults() {
        return report.faults();
    }

    private Report run(List<Scenario> chosen, long start, Place place) throws IOException, InterruptedException {
        Random random = new Random(start);
        Report report = new Report();
        try (Watch watch = new Watch();
                Servers servers = new Servers(place, WayIn.make(place, tls, tokens), watch, report)) {
            List<Scenario> left = new ArrayList<>();
            long end = System.nanoTime() + (long) (minutes * 60e9); // certificates are made by now: on a busy machine that takes minutes
            left.addAll(chosen);
            ExecutorService rounds = Executors.newFixedThreadPool(once ? atOnce : 1);
            List<Future<?>> played = new ArrayList<>();
            for (int number = 1; once ? !left.isEmpty() : number == 1 || System.nanoTime() < end; number++) {
                Scenario next = left.remove(random.nextInt(left.size()));
                long roundSeed = random.nextLong();
                int millis = shortly ? SHORT_ROUND_MILLIS : 3_000 + random.nextInt(12_000);
                if (next.lasting()) {
                    millis = (int) ((end - System.nanoTime()) / 1_000_000);
                }
                int which = number;
                int time = millis;
                Future<?> round = rounds.submit(() -> {
                    play(next, which, roundSeed, time, place, watch, servers, report);
                    return null;
                });
                played.add(round);
                if (!once) {
                    await(round);
                }
                if (left.isEmpty() && !once) { // each as often as any other, in an order of chance
                    left.addAll(chosen);
                }
            }
            for (Future<?> each : played) {
                await(each);
            }
            rounds.shutdown();
            servers.finish();
            report.watched(watch);
        }
        return report;
    }

    private static void await(Future<?> round) throws IOException, InterruptedException {
        try {
            round.get();
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        }
    }

    private static void play(Scenario scenario, int number, long seed, int millis, Place place, Watch watch,
            Servers servers, Report report) throws IOException, InterruptedException {
        String name = String.format("r%03d-%s", number, scenario.name());
        long begin = System.nanoTime();
        Account account = new Account();
        Server server = servers.shared();
        try (Round round = new Round(place, watch, name, server, seed, millis)) {
            try {
                scenario.play().in(round);
            } catch (Exception failure) {
                round.account.fault(name + ": " + failure);
            }
            account.addAll(round.account);
            account.notPlayed(round.account.notPlayed());
        }
        servers.look(account);
        report.played(scenario, name, account, (System.nanoTime() - begin) / 1e9);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
