package sim.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.WireClient;
import sim.server.identity.Role;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.Refusal;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireFrame;

/**
 * Each frame of the wire at a server that asks for tokens: before a hello, and after the hello of a collector. A frame that is added without a
 * row fails here. {@link GuardedIngestTest} has the hello of each role.
 */
class FramesTest {
    /** What a collector that was let in may send. */
    private static final Map<Class<?>, Boolean> MAY_FOLLOW = Map.of(Hello.class, false, Welcome.class, false,
            Refusal.class, false, Batch.class, true, Ack.class, false);

    @TempDir
    static Path folder;

    private static GuardedServer server;
    private static String token;

    @BeforeAll
    static void start() throws Exception {
        server = new GuardedServer(folder);
        token = server.token("ship", Role.SHIP);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static List<WireFrame> frames() {
        return List.of(Batches.hello("shop", "again"), new Welcome(Wire.VERSION, 0, 0, 0), new Refusal("go away"),
                Batches.recursion(1), new Ack(1));
    }

    @Test
    void everyFrameHasARow() {
        assertThat(MAY_FOLLOW.keySet())
                .containsExactlyInAnyOrder((Class<?>[]) WireFrame.class.getPermittedSubclasses());
        assertThat(frames().stream().<Class<?>>map(Object::getClass).toList())
                .containsExactlyInAnyOrderElementsOf(MAY_FOLLOW.keySet());
    }

    @ParameterizedTest
    @MethodSource("frames")
    void nothingButAHelloWithATokenComesFirst(WireFrame frame) throws Exception {
        try (WireClient stranger = new WireClient(server.ingest.port())) {
            stranger.send(frame);
            assertThat(stranger.refusal()).containsAnyOf("the first frame is not a hello", "asks for a token");
        }
        assertThat(server.ingest.connected()).doesNotContain("again");
    }

    @ParameterizedTest
    @MethodSource("frames")
    void behindItComeBatchesAlone(WireFrame frame) throws Exception {
        String name = "one-" + frame.getClass().getSimpleName();
        try (WireClient known = WireClient.connect(server.ingest.port(), Batches.hello("shop", name).with(token))) {
            known.send(frame);
            if (MAY_FOLLOW.get(frame.getClass())) {
                assertThat(known.answer()).isInstanceOf(Ack.class);
            } else {
                assertThat(known.refusal()).contains("not a batch");
            }
        }
    }
}
