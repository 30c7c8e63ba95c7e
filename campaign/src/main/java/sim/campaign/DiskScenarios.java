package sim.campaign;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Troubles of the server's disk, each with a server of its own. */
final class DiskScenarios {
    private static final int SMALL_MEGABYTES = 24;

    private static final Pattern LOST = Pattern.compile("was cut: (\\d+) batch");

    private DiskScenarios() {}

    static List<Scenario> all() {
        return List.of(Scenarios.passing("disk-full", DiskScenarios::full),
                Scenarios.passing("directory-read-only", DiskScenarios::readOnly),
                Scenarios.passing("directory-removed", DiskScenarios::removed),
                Scenarios.passing("log-cut", DiskScenarios::cut),
                Scenarios.longer("small-store", DiskScenarios::small));
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

    /** What fits into {@code --max-size} stays, however much of it is in the log. */
    private static void small(Round round) throws Exception {
        round.ownServer(round.folder().resolve("data"), "--max-size", "64MB");
        Application application = round.start(round.usual());
        round.awaitStored(application);
        round.sleep(Math.max(round.millis, Server.UPKEEP_MILLIS));
        long bytes = round.server().get("/api/v1/health").path("storeBytes").asLong();
        for (JsonNode removal : round.server().get("/api/v1/server").path("store").path("removed")) {
            if (bytes < 64 << 20 && removal.path("why").asString().equals("--max-size")) {
                round.account.fault("of a store of " + bytes + " bytes: " + removal);
            }
        }
        round.settle();
    }

    /** The data directory is moved away under a running server, and comes back. */
    private static void removed(Round round) throws Exception {
        Path data = round.folder().resolve("moved").resolve("data");
        Files.createDirectories(data.getParent());
        try {
            round.ownServer(data);
            Application application = round.start(round.usual());
            round.awaitStored(application);
            Path away = data.resolveSibling("away");
            Files.move(data, away);
            round.sleep(round.between(1_000, 5_000));
            if (Files.exists(data.resolve("sim.duckdb"))) {
                round.account.fault("the server made another store where its directory was removed");
            }
            if (Files.exists(data)) { // what a server keeps beside the store
                run("rm", "-r", data.toString());
            }
            Files.move(away, data);
            round.sleep(1_500);
            round.server().child().kill();
            round.startServer();
            round.settle();
        } finally {
            round.close();
        }
    }

    /** A file takes what is left of a small file system, and goes again. */
    private static void full(Round round) throws Exception {
        Path disk = Files.createDirectories(round.folder().resolve("disk"));
        if (!run("mount", "-t", "tmpfs", "-o", "size=" + SMALL_MEGABYTES + "m", "tmpfs", disk.toString())) {
            System.out.println("  a small file system cannot be mounted here: not tried");
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
            System.out.println("  a file system cannot be mounted here: not tried");
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

    static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor() == 0;
    }
}
