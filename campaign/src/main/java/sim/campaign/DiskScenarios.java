package sim.campaign;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Troubles of the server's disk, each with a server of its own. */
final class DiskScenarios {
    private static final int SMALL_MEGABYTES = 24;
    /** What a store may take that is filled. */
    private static final int MOST_MEGABYTES = 64;

    private static final Pattern LOST = Pattern.compile("was cut: (\\d+) batch");

    private DiskScenarios() {}

    static List<Scenario> all() {
        return List.of(Scenarios.passing("disk-full", DiskScenarios::full),
                Scenarios.passing("directory-read-only", DiskScenarios::readOnly),
                Scenarios.passing("directory-removed", DiskScenarios::removed),
                Scenarios.passing("log-cut", DiskScenarios::cut),
                Scenarios.longer("log-cut-running", CutScenarios::log),
                Scenarios.longer("database-cut-running", CutScenarios::database),
                Scenarios.longer("small-store", DiskScenarios::small),
                Scenarios.longer("overfilled-store", DiskScenarios::overfilled));
    }

    /** The log of a killed server's store loses its end: what was acknowledged and is not there is said, to the batch. */
    private static void cut(Round round) throws Exception {
        Path data = round.folder().resolve("data");
        round.ownServer(data);
        int sent = 0;
        try (ByHand peer = round.server().connect(1)) {
            peer.hello(Samples.hello("cut"));
            for (int most = round.between(20, 200); sent < most; sent++) {
                if (!peer.ship(Samples.calls(sent + 1, 1, System.currentTimeMillis() * 1000))) {
                    round.account.fault("batch " + (sent + 1) + " was not acknowledged");
                }
            }
        }
        round.server().child().kill();
        try (FileChannel log = FileChannel.open(data.resolve("sim.duckdb.wal"), StandardOpenOption.WRITE)) {
            log.truncate(Math.max(0, log.size() - round.between(1, 5_000)));
        }
        round.startServer();
        long said = 0;
        for (String line : round.server().child().complaints()) {
            Matcher lost = LOST.matcher(line);
            said += lost.find() ? Long.parseLong(lost.group(1)) : 0;
        }
        round.account.add("cut", "calls of a log that was cut", sent, new Auditor(round.server()).calls("cut"), said);
    }

    /** What fits into {@code --max-size} stays, however much of it is in the log and once more in segments. */
    private static void small(Round round) throws Exception {
        round.ownServer(round.folder().resolve("data"), "--max-size", MOST_MEGABYTES + "MB");
        Application application = round.start(round.usual());
        round.awaitStored(application);
        long near = MOST_MEGABYTES * Bounds.MEGABYTE * 2 / 5;
        long most = fill(round, "small", MOST_MEGABYTES / 2, MOST_MEGABYTES * 5 / 8, near);
        round.sleep(Math.max(round.millis, Server.UPKEEP_MILLIS));
        if (most < near) {
            round.account.fault("the store never had more than " + most + " bytes: nothing is near its bound");
        }
        for (JsonNode removal : removals(round.server())) {
            round.account.fault(
                    "of a store that had " + most + " bytes at most, and was sent what fits into its bound: "
                            + removal);
        }
        round.settle();
    }

    /** What does not fit goes, the finest first: the bound holds, sums stay, and so does what came last. */
    private static void overfilled(Round round) throws Exception {
        round.ownServer(round.folder().resolve("data"), "--max-size", MOST_MEGABYTES + "MB");
        int batches = MOST_MEGABYTES * 3 / 2;
        long most = fill(round, "large", batches, batches, 0);
        long bound = MOST_MEGABYTES * Bounds.MEGABYTE;
        long segments = most;
        for (int tries = 0; tries < 60 && (segments > bound || removals(round.server()).isEmpty()); tries++) {
            round.sleep(Server.UPKEEP_MILLIS / 4);
            segments = round.server().get("/api/v1/server").path("store").path("segmentBytes").asLong();
        }
        if (segments > bound) { // the database's file keeps free blocks, which it uses again
            round.account.fault("the store has " + segments + " bytes in segments, and " + bound + " are its bound");
        }
        if (removals(round.server()).isEmpty()) {
            round.account.fault("of a store that had " + most + " bytes nothing was removed for its size");
        }
        Auditor auditor = new Auditor(round.server());
        round.account.add("large", "calls of a store that is too large", batches, auditor.calls("large"), 0);
        if (auditor.newestSingleCall("large") != batches) {
            round.account.fault("the last of " + batches + " batches of single calls is gone, of those that are left "
                    + auditor.newestSingleCall("large") + " is the last");
        }
    }

    /**
     * Megabytes of single calls, sent by hand: the least, and more up to the most until the store has had so many bytes. On a busy machine a part
     * of the log is sealed, packed to three quarters, before the rest has come. Returns the most bytes that the store had meanwhile.
     */
    private static long fill(Round round, String application, int least, int mostMegabytes, long bytes)
            throws Exception {
        long most = 0;
        try (ByHand peer = round.server().connect(1)) {
            peer.hello(Samples.hello(application));
            for (int sent = 1; sent <= least || most < bytes && sent <= mostMegabytes; sent++) {
                if (!peer.ship(Samples.megabyte(round.random, sent, System.currentTimeMillis() * 1000))) {
                    round.account.fault("batch " + sent + " was not acknowledged");
                }
                most = Math.max(most, bytes(round.server()));
            }
        }
        return most;
    }

    private static long bytes(Server server) throws IOException, InterruptedException {
        return server.get("/api/v1/health").path("storeBytes").asLong();
    }

    /** What went because of {@code --max-size}. */
    private static List<JsonNode> removals(Server server) throws IOException, InterruptedException {
        List<JsonNode> removals = new ArrayList<>();
        for (JsonNode each : server.get("/api/v1/server").path("store").path("removed")) {
            if (each.path("why").asString().equals("--max-size")) {
                removals.add(each);
            }
        }
        return removals;
    }

    /**
     * The data directory is moved away under a running server, and comes back: the server goes on by itself. Then another copy of it
     * comes back, and the server is killed: what it acknowledged meanwhile is in no file that has a name.
     */
    private static void removed(Round round) throws Exception {
        Path data = round.folder().resolve("moved").resolve("data");
        Files.createDirectories(data.getParent());
        Path away = data.resolveSibling("away");
        Path copy = data.resolveSibling("copy");
        try {
            round.ownServer(data);
            Application application = round.start(round.usual());
            round.awaitStored(application);
            Files.move(data, away);
            round.sleep(round.between(1_000, 5_000));
            bringBack(round, away, data);
            awaitMore(round, application, "its directory is back");
            Files.move(data, away);
            round.sleep(2_000); // it has noticed, and writes no more
            if (!run("cp", "-r", away.toString(), copy.toString())) {
                throw new IOException(away + " cannot be copied");
            }
            round.sleep(round.between(1_000, 5_000));
            run("rm", "-r", away.toString());
            bringBack(round, copy, data);
            round.sleep(1_500);
            round.server().child().kill();
            round.startServer();
            round.settle();
        } finally {
            round.close();
        }
    }

    private static void bringBack(Round round, Path away, Path data) throws Exception {
        if (Files.exists(data.resolve("sim.duckdb"))) {
            round.account.fault("the server made another store where its directory was removed");
        }
        for (int tries = 0;; tries++) {
            if (Files.exists(data)) { // what a server keeps beside the store, and may write again at any moment
                Files.move(data, data.resolveSibling("beside-" + System.nanoTime()));
            }
            try {
                Files.move(away, data);
                return;
            } catch (FileAlreadyExistsException again) {
                if (tries == 100) {
                    throw again;
                }
            }
        }
    }

    /** Without a restart the server acknowledges again. */
    static void awaitMore(Round round, Application application, String since) throws Exception {
        Auditor auditor = new Auditor(round.server());
        long first = -1;
        for (int tries = 0; tries < 300; tries++) {
            try {
                long calls = auditor.calls(application.name());
                if (first >= 0 && calls > first) {
                    return;
                }
                first = first < 0 ? calls : first;
            } catch (IOException opening) {
                // the database is being opened again
            }
            round.sleep(200);
        }
        round.account.fault("the server acknowledges nothing a minute after " + since);
    }

    /** A file takes what is left of a small file system, and goes again. */
    private static void full(Round round) throws Exception {
        Path disk = Files.createDirectories(round.folder().resolve("disk"));
        if (!run("mount", "-t", "tmpfs", "-o", "size=" + SMALL_MEGABYTES + "m", "tmpfs", disk.toString())) {
            round.account.notPlayed("no file system can be mounted here");
            return;
        }
        try {
            round.ownServer(disk.resolve("data"));
            Application application = round.start(round.usual());
            round.awaitStored(application);
            Path filler = disk.resolve("filler");
            for (int i = round.between(1, 3); i > 0; i--) {
                fill(filler);
                round.sleep(round.between(1_000, 3_000));
                Files.delete(filler);
                round.sleep(round.between(500, 2_000));
            }
            round.settle();
        } finally {
            round.close();
            run("umount", "-l", disk.toString());
        }
    }

    private static void fill(Path filler) throws IOException {
        byte[] some = new byte[16 << 10];
        try (var out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(some);
            }
        } catch (IOException full) {
            // as meant
        }
    }

    /** A file system that turns read-only and back. */
    private static void readOnly(Round round) throws Exception {
        Path disk = Files.createDirectories(round.folder().resolve("disk"));
        if (!run("mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", disk.toString())) {
            round.account.notPlayed("no file system can be mounted here");
            return;
        }
        try {
            round.ownServer(disk.resolve("data"));
            Application application = round.start(round.usual());
            round.awaitStored(application);
            round.server().child().kill();
            run("mount", "-o", "remount,ro", disk.toString());
            if (round.server().start()) {
                round.account.fault("a server starts on a read-only directory");
            } else if (round.server().child().complaints().isEmpty()) {
                round.account.fault("a server that cannot write its directory does not say so");
            }
            run("mount", "-o", "remount,rw", disk.toString());
            round.startServer();
            round.settle();
        } finally {
            round.close();
            run("umount", "-l", disk.toString());
        }
    }

    /** Whether it ended well; false where there is no such command. */
    static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start().waitFor() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }
}
