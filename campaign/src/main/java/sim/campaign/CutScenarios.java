package sim.campaign;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import sim.wire.Hello;
import sim.wire.WireException;

/** Files of the store that somebody cuts in place while the server runs, as {@code > FILE} does, or a log rotation that truncates. */
final class CutScenarios {
    private static final String DATABASE = "sim.duckdb";
    private static final String LOG = "sim.duckdb.wal";
    private static final String CUT = "was cut short while the server runs";
    private static final String BEYOND = "not in memory either";
    private static final int TRIES = 60;

    private CutScenarios() {}

    /** What the log had is in memory, and goes into the store, again and again. */
    static void log(Round round) throws Exception {
        Path data = round.folder().resolve("data");
        round.ownServer(data);
        play(round, data.resolve(LOG), round.between(1, 3));
    }

    /**
     * Before a checkpoint all that was in the database is in memory, and a new one is made of it. After a restart it is not: the server
     * makes a new one of what it has, or says that it cannot and acknowledges nothing. Then a back-up is put in place.
     */
    static void database(Round round) throws Exception {
        Path data = round.folder().resolve("data");
        round.ownServer(data, "--ladder", "10m,1m,10m,1h,1d", "--keep", "7d"); // no checkpoint while it is played
        play(round, data.resolve(DATABASE), 1);
        afterARestart(round, data);
    }

    /** All that was acknowledged, before and after, is there after a kill. */
    private static void play(Round round, Path file, int times) throws Exception {
        Application application = round.start(round.usual());
        round.awaitStored(application);
        for (int i = times; i > 0; i--) {
            round.sleep(round.between(0, round.millis / 2));
            cut(round, file);
            DiskScenarios.awaitMore(round, application, "its " + file.getFileName() + " was cut");
        }
        if (!isSaid(round, CUT)) {
            round.account.fault("the server does not say that its " + file.getFileName() + " was cut");
        }
        round.server().child().kill();
        round.startServer();
        round.settle();
    }

    private static void afterARestart(Round round, Path data) throws Exception {
        Hello hello = Samples.hello("cut");
        int before = ship(round, hello, 0, round.between(5, 50));
        if (!round.server().end()) {
            round.account.fault("the server did not end within 30 s of SIGTERM");
        }
        Path backUp = data.resolveSibling("back-up");
        if (!DiskScenarios.run("cp", "-r", data.toString(), backUp.toString())) {
            throw new IOException(data + " cannot be copied");
        }
        round.startServer();
        int sent = ship(round, hello, before, round.between(5, 50));
        long log = Files.size(data.resolve(LOG));
        cut(round, data.resolve(DATABASE));
        boolean isBack = false;
        for (int tries = 0; tries < TRIES && !isBack && !isSaid(round, BEYOND); tries++) {
            round.sleep(1_000);
            isBack = isAcknowledged(round, hello, sent + 1);
        }
        if (isBack) {
            round.server().child().kill();
            round.startServer();
            sent++;
        } else {
            restore(round, hello, sent + 1, log, backUp);
        }
        round.account.add("cut", "calls of a database that was cut", sent, new Auditor(round.server()).calls("cut"),
                isBack ? 0 : sent - before);
    }

    /** As the server advises. What came after the back-up is what it says it has lost. */
    private static void restore(Round round, Hello hello, int next, long log, Path backUp) throws Exception {
        Path data = round.server().data();
        if (!isSaid(round, BEYOND)) {
            round.account.fault("a minute after its database was cut the server neither acknowledges nor says why");
        }
        if (isAcknowledged(round, hello, next)) {
            round.account.fault("a server acknowledges that says that its database is not in memory");
        }
        round.server().end();
        if (Files.size(data.resolve(LOG)) < log) {
            round.account.fault("the log of a database that was cut is not kept");
        }
        Files.move(data, data.resolveSibling("damaged"));
        Files.move(backUp, data);
        round.startServer();
    }

    /** Batches of a call each; returns the number of the last. */
    private static int ship(Round round, Hello hello, int sent, int more) throws IOException, WireException {
        try (ByHand peer = round.server().connect(1)) {
            peer.hello(hello);
            for (int i = 1; i <= more; i++) {
                if (!peer.ship(Samples.calls(sent + i, 1, System.currentTimeMillis() * 1000))) {
                    round.account.fault("batch " + (sent + i) + " was not acknowledged");
                }
            }
        }
        return sent + more;
    }

    private static boolean isAcknowledged(Round round, Hello hello, int sequence) {
        try (ByHand peer = round.server().connect(1)) {
            peer.hello(hello);
            return peer.ship(Samples.calls(sequence, 1, System.currentTimeMillis() * 1000));
        } catch (IOException | WireException refused) {
            return false;
        }
    }

    private static boolean isSaid(Round round, String words) {
        return round.server().child().complaints().stream().anyMatch(line -> line.contains(words));
    }

    /** Leaves some part of it. */
    private static void cut(Round round, Path file) throws IOException, InterruptedException {
        for (int tries = 0; tries < TRIES; tries++) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                long bytes = channel.size();
                if (bytes > 0) {
                    channel.truncate((long) (bytes * round.random.nextDouble()));
                    return;
                }
            } catch (NoSuchFileException between) {
                // a checkpoint makes a new one
            }
            round.sleep(1_000);
        }
        throw new IOException(file + " has nothing that could be cut");
    }
}
