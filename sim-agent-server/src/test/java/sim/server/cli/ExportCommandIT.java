package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.Traces;
import sim.server.WireClient;
import sim.server.export.PprofFile;

/** {@code sim export} against a real agent server. */
class ExportCommandIT {
    @TempDir
    Path folder;

    private LiveServer server;

    @BeforeEach
    void serve() throws Exception {
        server = new LiveServer(folder);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front", "one"))) {
            client.ship(Traces.front(1));
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void writesToAFileOrToItsOutput() throws Exception {
        Path file = folder.resolve("front.pb.gz");
        SimProcess pprof = export("--format", "pprof", "-o", file.toString());
        assertThat(pprof.exit()).as(pprof.err()).isZero();
        assertThat(pprof.out())
                .isEqualTo("Wrote " + file + ", " + Files.size(file) + " bytes." + System.lineSeparator());
        assertThat(new PprofFile(Files.readAllBytes(file)).stacks("wall")).containsEntry("shop.Orders.place", 5600L)
                .containsEntry("shop.Orders.place;shop.Orders.price", 2400L);
        assertThat(export("--format", "collapsed", "--measure", "wall", "--context", "0000000000000003").out())
                .isEqualTo("shop.Orders.place 5000\n");
    }

    @Test
    void saysWhatIsWrongInOneLine() throws Exception {
        SimProcess wrong = export("--format", "svg");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.err()).isEqualTo(
                "sim: --format svg: json, collapsed, speedscope or pprof" + System.lineSeparator());
        assertThat(wrong.out()).isEmpty();
    }

    private SimProcess export(String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of("export", "--server", server.address(), "--last", "1h"));
        command.addAll(List.of(more));
        return SimProcess.run(command);
    }
}
