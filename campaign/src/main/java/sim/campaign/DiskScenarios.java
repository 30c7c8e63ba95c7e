package sim.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Troubles of the server's disk, each with a server of its own. */
final class DiskScenarios {
    private static final int SMALL_MEGABYTES = 24;

    private DiskScenarios() {}

    static List<Scenario> all() {
        return List.of(Scenarios.passing("disk-full", DiskScenarios::full),
                Scenarios.passing("directory-read-only", DiskScenarios::readOnly),
                Scenarios.passing("directory-removed", DiskScenarios::removed));
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

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor() == 0;
    }
}
