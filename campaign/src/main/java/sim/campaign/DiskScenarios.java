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
                Scenarios.passing("directory-read-only", DiskScenarios::readOnly));
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
