package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** An exception that passes through a second method is one failure, whatever is known of the calls that it ended. Over real HTTP. */
@ExtendWith(InAskedServer.class)
class PassedFailuresHttpTest {
    private static final int PLACE = 1;
    private static final int PAY = 2;
    private static final int CLOSE = 3;
    private static final String LOST = "java.lang.IllegalStateException: no payment";
    private static final long BEGIN = Batches.now() - 100_000_000;

    private AskedServer server;

    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        server.open(Batches.hello("shop", "one"));
    }

    private void keep(long counted, Invocation... calls) throws Exception {
        server.append("one", new Batch(1, BEGIN - 1_000_000, BEGIN + 1_000_000, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(PLACE, "shop.Orders", "place"), new NameEntry(PAY, "shop.Bank", "pay"),
                                new NameEntry(CLOSE, "shop.Bank", "close")))
                .with(Sections.NODES,
                        List.of(new NodeEntry(PLACE, 0, PLACE), new NodeEntry(PAY, PLACE, PAY),
                                new NodeEntry(CLOSE, PLACE, CLOSE)))
                .with(Sections.INVOCATIONS, List.of(calls)).with(Sections.FAILURES, List
                        .of(new FailureRecord("java.lang.IllegalStateException", PAY, counted)))));
    }

    private static Invocation failed(int node, long begin, long nanos, String exception) {
        return new Invocation(node, 0, "http-1", BEGIN + begin, Meter.WALL.bit(), Batches.meters(nanos), true,
                exception);
    }

    /** Sampled out: only when it failed is known. */
    private static Invocation untimed(int node, long at, String exception) {
        return new Invocation(node, 0, "http-1", BEGIN + at, 0, Batches.meters(0), true, exception);
    }

    private Map<String, Long> counts() throws Exception {
        JsonNode errors = server.json("errors?last=1h");
        Map<String, Long> counts = new TreeMap<>(Map.of("all", errors.path("failures").asLong()));
        errors.path("errors").forEach(error -> counts.put(error.path("method").asString(),
                error.path("count").asLong()));
        return counts;
    }

    @Test
    void anExceptionThatPassesThroughASampledCallCountsOnce() throws Exception {
        keep(2, failed(PAY, 100, 50_000, LOST), untimed(PLACE, 180, LOST),
                failed(PAY, 1_100, 50_000, LOST), untimed(PLACE, 1_180, LOST));
        assertThat(counts()).isEqualTo(Map.of("all", 2L, "pay", 2L));
    }

    @Test
    void aSampledCallThatFailsByItselfCounts() throws Exception {
        keep(1, failed(PAY, 100, 50_000, LOST), untimed(PLACE, 180, LOST), untimed(PLACE, 190, LOST),
                untimed(PLACE, 200, LOST));
        assertThat(counts()).isEqualTo(Map.of("all", 3L, "pay", 1L, "place", 2L));
    }

    /** The inner call lasted from 102.0 to 107.1, the outer one from 100.95 to 107.85 us. */
    @Test
    void whatSeemsToEndAMicrosecondAfterTheCallAroundItIsInside() throws Exception {
        keep(1, failed(PAY, 102, 5_100, LOST), failed(PLACE, 100, 6_900, LOST));
        assertThat(counts()).isEqualTo(Map.of("all", 1L, "pay", 1L));
    }

    @Test
    void anExceptionThatPassesWhileAnotherOneIsCaughtCountsOnce() throws Exception {
        keep(1, failed(PAY, 100, 50_000, LOST), failed(CLOSE, 160, 10_000, "java.io.IOException: closed"),
                failed(PLACE, 90, 100_000, LOST));
        assertThat(counts()).isEqualTo(Map.of("all", 2L, "pay", 1L, "close", 1L));
    }

    @Test
    void callsOfTheSameMethodThatFailOneAfterTheOtherCountEach() throws Exception {
        keep(3, failed(PAY, 100, 1_900, LOST), failed(PAY, 102, 1_900, LOST), failed(PAY, 104, 1_900, LOST));
        assertThat(counts()).isEqualTo(Map.of("all", 3L, "pay", 3L));
    }
}
