package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** The one long call among hundreds of later short ones that failed is found: single calls have an order, a least time, a thread. */
@ExtendWith(InAskedServer.class)
class InvocationsHttpTest {
    private static final long MILLI = 1_000_000;
    private static final int SHORT = 400;

    private AskedServer server;

    /** The oldest took 4.9 s; the one after it was blocked, and how much CPU it took was not read; then 400 that failed at once. */
    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        long begin = Batches.now() - 10_000_000;
        server.open(Batches.hello("shop", "one"));
        List<Invocation> calls = new ArrayList<>();
        calls.add(call(1, "http-1", begin, 4_900, 20, -1, false));
        calls.add(call(2, "Mailer-1", begin + 1, 300, -1, 250, false));
        for (int i = 0; i < SHORT; i++) {
            calls.add(call(3, "http-2", begin + 1_000 + i, 0, 0, 0, true));
        }
        server.append("one", new Batch(1, begin - 1_000_000, begin + 9_000_000, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Mail", "send"),
                                new NameEntry(3, "shop.Cache", "get")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 0, 3)))
                .with(Sections.INVOCATIONS, calls)));
    }

    /** @param cpu and {@code blocked} are ms; -1: not read */
    private static Invocation call(int node, String thread, long begin, long wall, long cpu, long blocked,
            boolean failed) {
        long[] meters = new long[Meter.COUNT];
        meters[Meter.WALL.ordinal()] = wall * MILLI + 1;
        meters[Meter.CPU.ordinal()] = cpu * MILLI;
        meters[Meter.BLOCK_TIME.ordinal()] = blocked * MILLI;
        int present = Meter.WALL.bit() | (cpu < 0 ? 0 : Meter.CPU.bit()) | (blocked < 0 ? 0 : Meter.BLOCK_TIME.bit());
        return new Invocation(node, 0, thread, begin, present, meters, failed, failed ? "shop.Absent" : null);
    }

    private List<String> methods(String query) throws Exception {
        JsonNode answer = server.json("invocations?last=1h" + query);
        return answer.path("invocations").valueStream().map(call -> call.path("method").asString()).toList();
    }

    @Test
    void theLongestIsFirstOfAllThatAreStored() throws Exception {
        assertThat(methods("&limit=3")).as("the newest").containsExactly("get", "get", "get");
        assertThat(methods("&sort=wall&limit=3")).containsExactly("place", "send", "get");
        assertThat(methods("&sort=start&up=true&limit=2")).containsExactly("place", "send");
        assertThat(methods("&sort=wall&up=true&limit=1")).containsExactly("get");
    }

    @Test
    void whatWasNotReadComesLast() throws Exception {
        assertThat(methods("&sort=blocking.time&limit=1")).containsExactly("send");
        assertThat(methods("&sort=thread.cpu&limit=1")).containsExactly("place");
        List<String> byCpu = methods("&sort=thread.cpu&up=true&limit=1000");
        assertThat(byCpu).hasSize(SHORT + 2).endsWith("place", "send");
    }

    @Test
    void onlyThoseThatTookSoLongOrRanOnThatThread() throws Exception {
        assertThat(methods("&least=" + 250 * MILLI)).containsExactly("send", "place");
        assertThat(methods("&least=" + 250 * MILLI + "&errors=true")).isEmpty();
        assertThat(methods("&thread=mailer")).containsExactly("send");
        assertThat(server.ask("invocations?last=1h&sort=nothing").statusCode()).isEqualTo(400);
    }
}
