package sim.campaign;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;
import tools.jackson.databind.JsonNode;

/** Troubles by those who connect, while an honest application works. */
final class PeerScenarios {
    private static final int IDLE = 300;
    /** Each takes seven questions, and a store of many hostile rounds has thousands. */
    private static final int VIEWED = 100;

    private PeerScenarios() {}

    static List<Scenario> all() {
        return List.of(hostile("garbage", null, Hostile::garbage),
                hostile("mutants", null, Hostile::mutants),
                hostile("repeated-ids", null, Hostile::repeatedIds),
                hostile("impossible-counts", null,
                        Hostile::impossibleCounts),
                hostile("impossible-trees", null, Hostile::impossibleTrees),
                Scenarios.passing("idle-connections", PeerScenarios::idle),
                Scenarios.passing("half-frames", PeerScenarios::halfFrames),
                Scenarios.passing("impostor", PeerScenarios::impostor),
                new Scenario("page-load", null, false, PeerScenarios::pageLoad),
                new Scenario("readers", null, false, true, Readers::play),
                new Scenario("clocks", null, false, PeerScenarios::clocks));
    }

    private static Scenario hostile(String name, String failing, Hostile.Peer peer) {
        return new Scenario(name, failing, true, round -> {
            Application application = round.start(round.usual());
            round.awaitStored(application);
            Hostile.all(round, 1 + round.random.nextInt(8), peer);
            views(round);
            round.settle();
        });
    }

    /** Whatever a stranger stored: every view of an application is answered; of thousands of applications, of some. */
    private static void views(Round round) throws IOException, InterruptedException {
        List<String> names = applications(round);
        Collections.shuffle(names, round.random);
        for (String name : names.subList(0, Math.min(VIEWED, names.size()))) {
            for (String view : List.of("methods", "calltree", "contexts", "invocations", "events", "platform",
                    "hotspots")) {
                try {
                    round.server().get("/api/v1/" + view + "?from=0&application=" + name);
                } catch (IOException unanswered) {
                    // An application of which nothing is kept any more ends between two questions.
                    if (applications(round).contains(name)) {
                        round.account.fault("a view of " + name + ": " + unanswered.getMessage());
                    }
                }
            }
        }
    }

    private static List<String> applications(Round round) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (JsonNode entry : round.server().get("/api/v1/applications")) {
            names.add(URLEncoder.encode(entry.path("name").asString(), StandardCharsets.UTF_8));
        }
        return names;
    }

    /** Hundreds who connect and say nothing; the honest one comes after them. */
    private static void idle(Round round) throws Exception {
        List<ByHand> idle = new ArrayList<>();
        try {
            for (int i = 0; i < IDLE; i++) {
                try {
                    idle.add(round.server().connect(Hostile.stranger(round.random)));
                } catch (IOException refused) {
                    // as it may be
                }
            }
            Application application = round.start(round.usual());
            round.awaitStored(application);
            round.sleep(round.millis);
        } finally {
            idle.forEach(ByHand::close);
        }
        round.settle();
    }

    /** Who has said hello announces the largest frame, and sends two bytes of it. */
    private static void halfFrames(Round round) throws Exception {
        List<ByHand> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 12; i++) {
                ByHand peer = round.server().connect(Hostile.stranger(round.random));
                slow.add(peer);
                try {
                    peer.hello(Samples.hello("half-frames"));
                    peer.raw((byte) 0, (byte) 0x40, (byte) 0, (byte) 0, (byte) 0x84, (byte) 4);
                } catch (IOException refused) {
                    // as it should be, where strangers have no token
                }
            }
            Application application = round.start(round.usual());
            round.awaitStored(application);
            round.sleep(round.millis);
        } finally {
            slow.forEach(ByHand::close);
        }
        round.settle();
    }

    /** Takes the place of an application whose id it read at the API, and runs its sequence ahead. */
    private static void impostor(Round round) throws Exception {
        Application application = round.start(round.usual());
        round.awaitStored(application);
        String instance = new Auditor(round.server()).entry(application.name()).path("instance").asString();
        for (int i = 0; i < 3; i++) {
            try (ByHand peer = round.server().connect(Hostile.stranger(round.random))) {
                WireFrame answer = peer.hello(Samples.hello(application.name(), instance, 1));
                if (answer instanceof Welcome welcome) {
                    peer.ship(Samples.batch(welcome.lastSequence() + 1_000_000, System.currentTimeMillis() * 1000,
                            List.of(), List.of(), List.of()));
                }
            } catch (IOException | WireException turnedAway) {
                // as it should be
            }
            round.sleep(round.between(100, 1_000));
        }
        round.settle();
    }

    private static void pageLoad(Round round) throws Exception {
        Application application = round.start(round.usual());
        round.awaitStored(application);
        new Visitors().come(round, round.between(10, 200), application.name());
        round.settle();
    }

    /** Clocks hours and days away, and jumping; the server keeps ten minutes, by its own. */
    private static void clocks(Round round) throws Exception {
        round.ownServer(round.folder().resolve("data"), "--keep", "10m");
        long hour = 3_600_000_000L;
        long[] offsets = {0, 5 * hour, -5 * hour, 400 * 24 * hour, -400 * 24 * hour};
        List<ByHand> peers = new ArrayList<>();
        long[] sent = new long[offsets.length];
        try {
            for (int i = 0; i < offsets.length; i++) {
                ByHand peer = round.server().connect(1);
                peers.add(peer);
                peer.hello(new Hello(Wire.VERSION, "clock-" + i, UUID.randomUUID().toString(), "host",
                        1, "by hand", System.currentTimeMillis() * 1000 + offsets[i], false, List.of()));
            }
            Random random = round.random;
            for (int sequence = 1; sequence <= 75; sequence++) {
                for (int i = 0; i < offsets.length; i++) {
                    long jump = i == 0 || sequence % 10 != 0 ? 0 : (random.nextInt(5) - 2) * hour;
                    if (!peers.get(i).ship(Samples.calls(sequence, sequence, System.currentTimeMillis() * 1000
                            + offsets[i] + jump))) {
                        round.account.fault("clock-" + i + ": batch " + sequence + " was not acknowledged");
                    }
                    sent[i] += sequence;
                }
                round.sleep(1_000); // more than a minute in all: the server looks every minute what is too old
            }
            Auditor auditor = new Auditor(round.server());
            for (int i = 0; i < offsets.length; i++) {
                round.account.add("clock-" + i, "calls of foreign clocks", sent[i], auditor.calls("clock-" + i), 0);
            }
        } finally {
            peers.forEach(ByHand::close);
        }
    }
}
