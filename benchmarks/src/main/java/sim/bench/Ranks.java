package sim.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Whether self times of Checkstyle woven whole put the same methods first as the bare program does: ranks of the methods that
 * are dearest by stacks sampled in a bare run, beside those of another bare run and of a metered one. A sample belongs to
 * the innermost method that is metered, as time does.
 */
final class Ranks {
    static final String CASE = "ranks Checkstyle";
    static final String METERED = "metered and bare, a stack every 10 ms";
    static final String CHANCE = "bare and bare, a stack every 10 ms";
    private static final String METERED_DENSE = "metered and bare, a stack every ms";
    private static final String CHANCE_DENSE = "bare and bare, a stack every ms";
    private static final String UNPRUNED = "metered without switching off and bare, a stack every 10 ms";
    private static final String UNPRUNED_CHANCE = "of the same methods, bare and bare";
    private static final String METERED_CHANCE = "metered and metered";
    private static final int DEAREST = 30;
    /** Stacks are taken every millisecond; JFR's own settings for profiling take one every 10. */
    private static final int SPARSE = 10;

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    Ranks(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    /** In turns, so many rounds: at least two, for bare runs are compared with each other. */
    void measure(int rounds) throws IOException, InterruptedException {
        List<Stacks> bare = new ArrayList<>();
        List<Map<String, Double>> metered = new ArrayList<>();
        Checkstyle checkstyle = new Checkstyle(workshop, jdk);
        try (SimServer server = new SimServer(workshop, jdk)) {
            for (int round = 0; round < rounds; round++) {
                progress.say(CASE + ", JDK " + jdk.feature() + ", round " + (round + 1) + " of " + rounds);
                Path recording = workshop.scratch().resolve("ranks-" + round + ".jfr");
                checkstyle.run("ranks-bare", Stacks.options(workshop.scratch(), recording));
                bare.add(Stacks.read(recording, Checkstyle.PACKAGE, Instant.MIN));
                metered.add(metered(checkstyle, server, "ranks-" + round, ""));
            }
            progress.say(CASE + ", JDK " + jdk.feature() + ": without switching off");
            List<Map<String, Double>> unpruned = List
                    .of(metered(checkstyle, server, "ranks-unpruned", ",hotspot.enabled=false"));
            add(METERED, CHANCE, bare, metered, SPARSE);
            add(METERED_DENSE, CHANCE_DENSE, bare, metered, 1);
            add(UNPRUNED, UNPRUNED_CHANCE, bare, unpruned, SPARSE);
            addChance(metered);
        }
    }

    private Map<String, Double> metered(Checkstyle checkstyle, SimServer server, String application, String options)
            throws IOException, InterruptedException {
        checkstyle.metered(server, application, options);
        Map<String, Double> own = new HashMap<>();
        for (JsonNode method : server.get("/api/v1/methods?last=1h&limit=10000&sort=wall.self&application="
                + application).path("methods")) {
            String name = method.path("class").asString() + "." + method.path("method").asString();
            own.merge(name, method.path("meters").path("wall").path("self").asDouble(), Double::sum);
        }
        return own;
    }

    private void add(String ofMetered, String ofBare, List<Stacks> bare, List<Map<String, Double>> metered, int every) {
        List<Double> agreed = new ArrayList<>();
        List<Double> chance = new ArrayList<>();
        for (Map<String, Double> own : metered) {
            for (Stacks one : bare) {
                Map<String, Double> sampled = one.own(own.keySet(), every);
                agreed.add(Spearman.of(sampled, own, DEAREST));
                for (Stacks other : bare) {
                    if (other != one) {
                        chance.add(Spearman.of(sampled, other.own(own.keySet(), every), DEAREST));
                    }
                }
            }
        }
        add(ofMetered, agreed);
        add(ofBare, chance);
    }

    /** How well metered runs agree with each other: another source of differences than the stacks. */
    private void addChance(List<Map<String, Double>> metered) {
        List<Double> chance = new ArrayList<>();
        for (Map<String, Double> one : metered) {
            for (Map<String, Double> other : metered) {
                if (other != one) {
                    chance.add(Spearman.of(one, other, DEAREST));
                }
            }
        }
        add(METERED_CHANCE, chance);
    }

    private void add(String figure, List<Double> found) {
        results.add(Result.figure(CASE, figure, jdk.feature(), Samples.percentile(found, 50), "Spearman"));
    }
}
