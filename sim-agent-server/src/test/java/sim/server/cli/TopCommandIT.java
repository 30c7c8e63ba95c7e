package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.SimHere;
import sim.server.Traces;
import sim.server.WireClient;
import sim.wire.Batch;
import sim.wire.Sections;
import sim.wire.Wire;

/** {@code sim top} against a real agent server that hears of one application and then of two. */
@ExtendWith(InLiveServer.class)
class TopCommandIT {
    private LiveServer server;

    @BeforeEach
    void serve(LiveServer live) throws Exception {
        server = live;
        ship("front", Traces.front(1));
    }

    @Test
    void oneApplicationNeedsNoName() throws Exception {
        SimHere top = top();
        assertThat(top.exit()).as(top.err()).isZero();
        assertThat(names(top)).containsExactly("method", "Orders.place", "Orders.price", "requests:");
    }

    @Test
    void aNameIsNoOrderToTheTerminal() throws Exception {
        ship("back", Traces.back(1).with(Sections.NAMES,
                List.of(new NameEntry(1, "stock.Warehouse", "re\u001b]0;x\u0007\u009b2J\nserve"))));
        SimHere top = top("--application", "back");
        assertThat(top.out().lines()).anyMatch(line -> line.startsWith("Warehouse.re?]0;x??2J?serve"));
        assertThat(top("--application", "x\u001b[2J").err()).startsWith("sim: --application x?[2J: one of ");
    }

    @Test
    void whatIsNoAgentServerIsSaidInOneLine() throws Exception {
        HttpServer proxy = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        int[] status = {401};
        proxy.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status[0], 0);
            exchange.getResponseBody().write("<html>sign in</html>".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        proxy.start();
        try {
            for (String said : List.of("401 does not let this in: it answers 401",
                    "502 is no agent server: it answers 502",
                    "200 is no agent server: it answers no JSON")) {
                status[0] = Integer.parseInt(said.substring(0, 3));
                SimProcess top = SimProcess
                        .run(List.of("top", "--server", "127.0.0.1:" + proxy.getAddress().getPort()));
                assertThat(top.exit()).isEqualTo(2);
                assertThat(top.err()).hasLineCount(1).contains(said.substring(3));
            }
        } finally {
            proxy.stop(0);
        }
    }

    @Test
    void ofSeveralEachHasATableOrTheOneThatIsNamed() throws Exception {
        ship("back", Traces.back(1));
        SimHere top = top();
        assertThat(top.exit()).as(top.err()).isZero();
        assertThat(names(top)).containsExactly("back:", "method", "Warehouse.reserve", "requests:", "",
                "front:", "method", "Orders.place", "Orders.price", "requests:");
        assertThat(names(top("--application", "back"))).containsExactly("method", "Warehouse.reserve", "requests:");
        assertThat(top("--application", "middle").err()).isEqualTo(
                "sim: --application middle: one of back, front" + System.lineSeparator());
    }

    /** As after a program whose machine is busy: its last shipment comes when somebody already looks. */
    @Test
    void whoAwaitsTheEndSeesTheLastShipment() throws Exception {
        ship("front", new Batch(2, Batches.now() - 1_000_000, Batches.now(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(Wire.ENDED, 1L)));
        Thread later = new Thread(() -> {
            try (WireClient back = WireClient.connect(server.collectorPort(), Batches.hello("back", "back"))) {
                await().pollDelay(Duration.ofSeconds(3)).until(() -> true); // the command has asked by then
                back.ship(Traces.back(1));
                back.ship(Batches.last(2));
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
        later.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> server.connected().contains("back"));
        SimHere top = top("--application", "back", "--await", "60s");
        later.join();
        assertThat(top.exit()).as(top.err()).isZero();
        assertThat(top.err()).isEmpty();
        assertThat(names(top)).containsExactly("method", "Warehouse.reserve", "requests:");
    }

    @Test
    void anEmptyTableSaysSoAndFailsForWhoAwaitedMore() throws Exception {
        ship("back", Batches.of(1, List.of(), List.of()));
        assertThat(top("--application", "back").out())
                .isEqualTo("no call of a metered method of back in the last 1h" + System.lineSeparator());
        SimHere awaited = top("--application", "back", "--await", "1s");
        assertThat(awaited.exit()).isEqualTo(2);
        assertThat(awaited.out()).isEmpty();
        assertThat(awaited.err().lines()).hasSize(2).first().asString().contains("back has not ended");
        assertThat(awaited.err()).contains("its last shipment did not arrive: raise exit.flush");
        assertThat(top("--application", "nobody", "--await", "1s").err())
                .contains("no application nobody has reported anything within 1 s");
    }

    @Test
    void metersWithHistogramsHaveAColumnEach() throws Exception {
        assertThat(top().out()).doesNotContain("thread.cpu p95");
        long[] values = Batches.meters(16_000_000, 8_000_000);
        ship("back",
                Traces.back(1).with(Sections.ROWS,
                        List.of(new TreeRow(1, 4, 0, Meter.WALL.bit() | Meter.CPU.bit(), values, values, values,
                                new long[]{Buckets.indexOf(4_000_000), 4})))
                        .with(Sections.HISTOGRAMS, List.of(new HistogramRow(1, Meter.CPU.ordinal(),
                                new long[]{Buckets.indexOf(1_000_000), 3, Buckets.indexOf(3_000_000), 1}))));
        String[] lines = top("--application", "back").out().split("\\R");
        assertThat(lines[0]).endsWith("thread.cpu p95");
        assertThat(lines[1]).contains("Warehouse.reserve").matches(".* (2\\.9|3\\.0).ms");
    }

    private void ship(String application, Batch batch) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, application))) {
            client.ship(batch);
        }
    }

    private SimHere top(String... more) throws Exception {
        String address = server.address();
        List<String> command = new ArrayList<>(
                List.of("top", "--server", address.substring("http://".length(), address.length() - 1), "--last",
                        "1h"));
        command.addAll(List.of(more));
        return SimHere.run(command);
    }

    /** The first word of each line. */
    private static List<String> names(SimHere top) {
        return top.out().lines().map(line -> line.split(" ")[0]).toList();
    }
}
