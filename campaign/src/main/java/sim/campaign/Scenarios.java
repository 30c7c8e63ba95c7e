package sim.campaign;

import counted.Count;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;

/** All kinds of trouble there are. */
final class Scenarios {
    private Scenarios() {}

    static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>();
        all.addAll(wire());
        all.addAll(processes());
        all.addAll(programs());
        all.addAll(DiskScenarios.all());
        all.addAll(PeerScenarios.all());
        all.addAll(DoorScenarios.all());
        all.addAll(ClockScenarios.all());
        return all;
    }

    private static List<Scenario> wire() {
        return List.of(longer("calm", round -> {
            round.start(round.usual());
            round.start(round.usual());
            round.sleep(round.millis);
            round.settle();
        }), storm("cut", 600, Fault.REFUSE), storm("reset", 600, Fault.RESET), storm("half-close", 600,
                Fault.HALF_CLOSE_UP, Fault.HALF_CLOSE_DOWN), storm("stall", 4_000, Fault.STALL, Fault.STALL_ANSWERS),
                storm("slow", 3_000, Fault.SLOW), storm("truncate", 600, Fault.TRUNCATE),
                storm("drop-answers", 2_000, Fault.DROP_ANSWERS), storm("duplicate", 1_500, Fault.DUPLICATE),
                passing("corrupt", Scenarios::corrupt),
                passing("any-weather",
                        round -> storm(round, 2_000, Fault.REFUSE, Fault.RESET, Fault.HALF_CLOSE_UP,
                                Fault.HALF_CLOSE_DOWN,
                                Fault.STALL, Fault.STALL_ANSWERS, Fault.SLOW, Fault.TRUNCATE, Fault.DROP_ANSWERS,
                                Fault.DUPLICATE)),
                longer("away", Scenarios::away));
    }

    private static void corrupt(Round round) throws Exception {
        Application application = round.start(round.usual());
        round.awaitStored(application);
        round.injector.corruptOneIn = round.between(200, 20_000);
        Weather.of(round, 3_000, Fault.CORRUPT);
        round.settle();
    }

    /** The server is out of reach for longer than the spool holds: sums stay exact, the rest is counted. */
    private static void away(Round round) throws Exception {
        Style style = round.usual();
        Application application = round.start(style.with("spool=" + round.between(60, 400) + "KB")
                .sized(style.threads(), 200, style.places(), style.heapMegabytes()));
        round.awaitStored(application);
        round.injector.set(Fault.REFUSE);
        round.sleep(Math.max(5_000, round.millis));
        round.settle();
    }

    private static List<Scenario> processes() {
        return List.of(passing("server-killed", round -> {
            Application application = round.start(round.usual());
            round.awaitStored(application);
            for (int i = round.between(1, 3); i > 0; i--) {
                round.sleep(round.between(0, round.millis / 2));
                round.server().child().kill();
                round.sleep(round.between(0, 1_500));
                round.startServer();
            }
            round.sleep(500);
            round.settle();
        }), passing("recordings", round -> recordings(round, 0)), longer("recordings-thousand",
                round -> recordings(round, 1_000)), longer("server-restarted", round -> {
                    Application application = round.start(round.usual());
                    round.awaitStored(application);
                    round.sleep(round.between(0, round.millis / 2));
                    if (!round.server().end()) {
                        round.account.fault("the server did not end within 30 s of SIGTERM");
                    }
                    round.startServer();
                    round.settle();
                }), new Scenario("server-stopped", null, false, round -> {
                    Application application = round.start(round.usual());
                    round.awaitStored(application);
                    round.server().child().stop();
                    round.sleep(round.between(1_000, 15_000));
                    round.server().child().goOn();
                    round.settle();
                }), passing("application-killed", round -> {
                    Application killed = round.start(round.usual());
                    round.start(round.usual());
                    round.awaitStored(killed);
                    round.sleep(round.between(0, round.millis));
                    round.kill(killed);
                    round.settle();
                }), longer("application-stopped", round -> {
                    Application application = round.start(round.usual());
                    round.awaitStored(application);
                    application.child().stop();
                    round.sleep(round.between(500, round.millis));
                    application.child().goOn();
                    round.sleep(500);
                    round.settle();
                }));
    }

    /**
     * Payloads of eight threads are recorded and not, again and again, while the server is away and back, and killed in the midst of
     * a recording; so many times at least.
     */
    private static void recordings(Round round, int times) throws Exception {
        Application application = round.start(round.usual().doing("calls+contexts+payloads")
                .sized(8, 5_000, 50, 128).with("payload.events.max=" + round.between(100, 5_000)));
        round.awaitStored(application);
        round.injector.set(Fault.REFUSE);
        round.sleep(round.between(500, 2_000));
        round.injector.set(Fault.NONE);
        round.sleep(round.between(0, round.millis / 2));
        round.server().child().kill();
        round.sleep(round.between(0, 1_500));
        round.startServer();
        for (int waits = 0; waits < 600 && application.made(Count.RECORDINGS) < times; waits++) {
            round.sleep(100);
        }
        round.settle();
    }

    private static List<Scenario> programs() {
        return List.of(passing("odd-texts", round -> {
            round.start(round.usual().doing("calls+errors+contexts+events+items+texts+threads"));
            round.sleep(round.millis);
            round.settle();
        }), passing("giant-texts", round -> {
            Style style = round.usual();
            round.start(style.doing("calls+errors+contexts+events+texts+giants").sized(2, 5_000, 1, 256));
            round.sleep(round.millis);
            round.settle();
        }), longer("overflow", round -> {
            round.awaitStored(round.start(
                    round.usual().doing("calls+contexts+events+items+overflow").keeping("none", Long.MAX_VALUE)));
            round.sleep(round.millis);
            round.settle();
        }), passing("deep", round -> {
            Application application = round.start(round.usual().doing("calls+contexts+items+abyss"));
            round.awaitStored(application); // until then the server does not know its name
            round.sleep(round.millis);
            int status = round.server().ask("/api/v1/calltree?from=0&application=" + application.name()).statusCode();
            if (status != 200) {
                round.account.fault("/api/v1/calltree answers " + status);
            }
            round.settle();
        }), longer("crowd", round -> {
            Style style = Style.usual(round.usual().jdk(), "threads");
            round.awaitStored(round.start(
                    style.doing("calls+items+places+everyplace").sized(300, 200_000, 3_000, 256)));
            round.sleep(round.millis * 2L);
            round.settle();
        }), passing("waiting", Scenarios::waiting), passing("full-heap", Scenarios::fullHeap),
                passing("agent-overwritten", Scenarios::agentOverwritten),
                passing("every-call-kept", round -> {
                    round.start(round.usual().keeping("all", 4_000).doing("calls+errors"));
                    round.start(round.usual().keeping("all", 4_000).doing("calls+errors").with("events.ring=64"));
                    round.sleep(round.millis);
                    round.settle();
                }));
    }

    /** Somebody writes another file over the agent's jar, in place, while the program runs and has not shipped yet. */
    private static void agentOverwritten(Round round) throws Exception {
        Path agent = round.agent();
        Path log = round.folder().resolve("classes.log");
        Application application = round.start(agent, round.usual().every("10s").loggingClasses(log));
        for (int waits = 0; application.made(Count.OUTER) == 0; waits++) { // before, its classes are not woven yet
            if (waits > 3_600) {
                throw new IOException(application.name() + " called nothing within three minutes");
            }
            round.sleep(50);
        }
        awaitLoadedAhead(round, agent, log);
        byte[] other = new byte[round.between(1, 5_000_000)];
        round.random.nextBytes(other);
        Files.write(agent, other, StandardOpenOption.TRUNCATE_EXISTING);
        round.awaitStored(application);
        round.settle();
    }

    /** Waits until all is loaded that the agent loads ahead: it begins a second after the start, and a busy machine takes long over it. */
    private static void awaitLoadedAhead(Round round, Path agent, Path log) throws Exception {
        Set<String> missing = new HashSet<>();
        try (JarFile jar = new JarFile(agent.toFile());
                InputStream list = jar.getInputStream(jar.getEntry("META-INF/sim/ship.classes"))) {
            for (String name : new String(list.readAllBytes(), StandardCharsets.US_ASCII).split("\n")) {
                if (jar.getEntry(name.replace('.', '/') + ".class") != null) {
                    missing.add(name);
                }
            }
        }
        for (int waits = 0; !missing.isEmpty(); waits++) {
            if (waits > 1_800) {
                throw new IOException("not loaded ahead within three minutes: " + missing);
            }
            round.sleep(100);
            for (String line : Files.readAllLines(log, StandardCharsets.ISO_8859_1)) {
                missing.remove(line.replaceFirst(" source: .*", "").replaceFirst(".* ", ""));
            }
        }
    }

    /** Thousands of virtual threads wait inside a call at a time, in a heap that has room for little more than their stacks. */
    private static void waiting(Round round) throws Exception {
        Path newest = round.newest();
        if (Place.feature(newest) >= 21) {
            Style style = Style.usual(newest, "waiting").keeping("none", Long.MAX_VALUE);
            round.awaitStored(round.start(style.doing("calls").sized(15_000, 0, 1, 64)));
            round.sleep(round.millis);
            round.settle();
        } else {
            round.account.notPlayed("there is no JDK with virtual threads here");
        }
    }

    /** The heap is full again and again, down to the last object, while threads call methods that allocate nothing. */
    private static void fullHeap(Round round) throws Exception {
        Style style = Style.usual(round.usual().jdk(), "full").keeping("none", Long.MAX_VALUE);
        round.awaitStored(round.start(style.doing("calls").sized(4, 2_000, 1, 48)));
        round.sleep(round.millis * 2L);
        round.settle();
    }

    private static Scenario storm(String name, int mostMillis, Fault... faults) {
        return longer(name, round -> storm(round, mostMillis, faults));
    }

    private static void storm(Round round, int mostMillis, Fault... faults) throws Exception {
        Application application = round.start(round.usual());
        if (round.random.nextBoolean()) {
            round.awaitStored(application);
        }
        Weather.of(round, mostMillis, faults);
        round.settle();
    }

    static Scenario passing(String name, Scenario.Play play) {
        return new Scenario(name, null, true, play);
    }

    /** Not in the cut that the build runs. */
    static Scenario longer(String name, Scenario.Play play) {
        return new Scenario(name, null, false, play);
    }
}
