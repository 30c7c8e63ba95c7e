package sim.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Wall clocks of one process that are set ahead and back while it works, by a library that stands before the system's calls. */
final class ClockScenarios {
    private static final long HOUR_SECONDS = 3_600;

    private ClockScenarios() {}

    static List<Scenario> all() {
        return List.of(Scenarios.longer("server-clock-jumps", ClockScenarios::server),
                Scenarios.passing("application-clock-jumps", ClockScenarios::application));
    }

    /** Jumps of the server's clock past all that it keeps delete nothing, and are said. What came meanwhile stands at its time. */
    private static void server(Round round) throws Exception {
        Clock clock = Clock.make(round.folder());
        if (clock == null) {
            round.account.notPlayed("there is no C compiler here");
            return;
        }
        Server server = round.ownServer(round.folder().resolve("data"), clock.before(), "--keep", "12h");
        Application application = round.start(round.usual());
        round.awaitStored(application);
        long ahead = round.random.nextBoolean() ? 1 : -1;
        jump(round, server, clock, ahead * round.between(24, 72) * HOUR_SECONDS);
        jump(round, server, clock, -ahead * round.between(24, 72) * HOUR_SECONDS);
        clock.set(0);
        round.sleep(1_000);
        round.settle();
        Auditor auditor = new Auditor(server);
        round.account.add(application.name(), "calls of the last hour", auditor.calls(application.name()),
                auditor.lastHour(application.name()), 0);
    }

    private static void jump(Round round, Server server, Clock clock, long seconds) throws Exception {
        clock.set(seconds);
        boolean isSaid = false;
        for (int tries = 0; tries < 1_800 && !isSaid; tries++) {
            round.sleep(100);
            // not /health/ready: where there are tokens it says nothing of the kind
            isSaid = server.get("/api/v1/server").path("store").path("clockInDoubt").asBoolean();
        }
        if (!isSaid) {
            round.account.fault("the server does not say after three minutes that its clock jumped");
        }
        round.sleep(Math.max(round.millis, Server.UPKEEP_MILLIS));
    }

    /** The clock of an application goes days ahead and back, again and again. */
    private static void application(Round round) throws Exception {
        Clock clock = Clock.make(round.folder());
        if (clock == null) {
            round.account.notPlayed("there is no C compiler here");
            return;
        }
        Application application = round.start(round.usual().after(clock.before()));
        round.awaitStored(application);
        for (int i = 0; i < 6; i++) {
            clock.set((round.random.nextInt(97) - 48) * HOUR_SECONDS);
            round.sleep(Math.max(500, round.millis / 6));
        }
        round.settle();
    }

    /** The library, compiled here, and the file in which it finds how far its clock is ahead. */
    private record Clock(Path library, Path offset) {
        /** Null where there is no compiler. */
        static Clock make(Path folder) throws IOException, InterruptedException {
            Path source = folder.resolve("clock.c");
            try (InputStream in = ClockScenarios.class.getResourceAsStream("clock.c")) {
                Files.write(source, in.readAllBytes());
            }
            Clock clock = new Clock(folder.resolve("clock.so"), folder.resolve("clock.offset"));
            if (!DiskScenarios.run("cc", "-shared", "-fPIC", "-o", clock.library.toString(), source.toString())) {
                return null;
            }
            clock.set(0);
            return clock;
        }

        /** What a command begins with whose process has this clock. */
        List<String> before() {
            return List.of("env", "LD_PRELOAD=" + library, "CAMPAIGN_CLOCK=" + offset);
        }

        /** In place: processes have mapped it. */
        void set(long seconds) throws IOException {
            try (FileChannel file = FileChannel.open(offset, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(0, seconds), 0);
            }
        }
    }
}
