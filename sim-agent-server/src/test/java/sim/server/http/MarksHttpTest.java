package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.PayloadBatches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Hello;
import sim.wire.Sections;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;

/** What charts are marked with, over real HTTP: each thing at its time, many at once as one with a number, within a bound. */
@ExtendWith(InAskedServer.class)
class MarksHttpTest {
    private static final long MINUTE = 60_000_000;

    private AskedServer server;

    /** Two processes of version 1, the first of which ends; then one of version 2, which takes 30 names off and one as it is told. */
    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        server.open(started("one", 50, "1"));
        server.open(started("two", 40, "1"));
        server.append("one", Batches.last(1));
        server.open(started("three", 20, "2"));
        List<NameEntry> names = new ArrayList<>();
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            names.add(new NameEntry(i, "shop.Cheap", "m" + i));
            verdicts.add(new Verdict(i, 1, Batches.now() - 10 * MINUTE + i, Standing.MANAGED, Standing.DISABLED, -2,
                    "cheap"));
        }
        names.add(new NameEntry(31, "shop.Dear", "m"));
        verdicts.add(new Verdict(31, 1, Batches.now() - 5 * MINUTE, Standing.MANAGED, Standing.OFF, 0,
                "asked for at the agent server: disable"));
        server.append("three", new Batch(1, Batches.now() - 11 * MINUTE, Batches.now() - 5 * MINUTE,
                Contents.NONE.with(Sections.NAMES, names).with(Sections.VERDICTS, verdicts)));
    }

    private static Hello started(String instance, int minutes, String version) {
        return new Hello(Wire.VERSION, "shop", instance, "host", 42, "JVM", Batches.now() - minutes * MINUTE, false,
                List.of()).ofProgram(version);
    }

    @Test
    void eachThingIsMarkedAtItsTimeAndManyAtOnceAreOne() throws Exception {
        JsonNode marks = marks("last=1h&to=" + (Batches.now() / 1_000 - 60_000));
        List<String> kinds = new ArrayList<>();
        marks.forEach(mark -> kinds.add(mark.path("kind").asString()));
        assertThat(kinds).containsExactly("start", "start", "version", "verdict", "control");
        assertThat(marks.get(2).path("time").asLong()).isEqualTo((Batches.now() - 20 * MINUTE) / 1_000);
        assertThat(marks.get(2).path("text").asString()).isEqualTo("2 on host, process 42");
        assertThat(marks.get(3).path("count").asInt()).isEqualTo(30);
        assertThat(marks.get(3).path("text").asString()).isEqualTo("shop.Cheap.m1: disabled");
        assertThat(marks.get(4).path("text").asString()).isEqualTo("shop.Dear.m: off");
        assertThat(marks("last=1m&to=" + (Batches.now() - 30 * MINUTE) / 1_000)).isEmpty();
    }

    /** It was a plain start where its instance alone was chosen: no other of it had been there before. */
    @Test
    void anotherVersionIsMarkedWhicheverInstanceIsChosen() throws Exception {
        JsonNode marks = marks("instance=three&last=1h&to=" + (Batches.now() / 1_000 - 15 * 60_000));
        assertThat(marks.size()).isEqualTo(1);
        assertThat(marks.get(0).path("kind").asString()).isEqualTo("version");
        assertThat(marks("instance=two&last=1h&to=" + (Batches.now() / 1_000 - 15 * 60_000)).get(0).path("kind")
                .asString()).isEqualTo("start");
    }

    /** The store saw all of them just now. */
    @Test
    void aProcessThatSaidSoHasEndedAndAnotherIsLost() throws Exception {
        Map<String, Integer> ends = new HashMap<>(); // two ends may fall into two steps of the chart
        marks("last=5m&to=" + (System.currentTimeMillis() + 60_000)).forEach(mark -> {
            if (!mark.path("kind").asString().equals("control")) {
                ends.merge(mark.path("kind").asString(), mark.path("count").asInt(), Integer::sum);
            }
        });
        assertThat(ends).isEqualTo(Map.of("end", 1, "lost", 2));
    }

    @Test
    void ofMoreThanTheLimitTheNewestAreThere() throws Exception {
        JsonNode answer = server.json("marks?last=1h&limit=1&to=" + (Batches.now() / 1_000 - 60_000));
        assertThat(answer.path("marks").get(0).path("kind").asString()).isEqualTo("control");
        assertThat(answer.path("leftOut").asInt()).isEqualTo(4);
        assertThat(marks("instance=two&last=1h&to=" + (Batches.now() / 1_000 - 60_000)).size()).isEqualTo(1);
    }

    @Test
    void aRecordingIsMarkedOnceWhereItBegan() throws Exception {
        server.append("two", PayloadBatches.batch(1, 1, true));
        server.append("two", PayloadBatches.batch(2, 1, false));
        JsonNode marks = marks("last=2m&to=" + Batches.now() / 1_000);
        assertThat(marks.get(0).path("kind").asString()).isEqualTo("recording");
        assertThat(marks.get(0).path("count").asInt()).isEqualTo(1);
        assertThat(marks.get(0).path("text").asString()).isEqualTo("Queries records");
    }

    private JsonNode marks(String asked) throws Exception {
        return server.json("marks?" + asked).path("marks");
    }
}
