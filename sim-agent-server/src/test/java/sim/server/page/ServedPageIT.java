package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.collector.wire.Ack;
import sim.collector.wire.FrameReader;
import sim.collector.wire.FrameWriter;
import sim.server.Batches;
import sim.server.http.HttpServer;
import sim.server.ingest.Ingest;
import sim.server.store.DuckDbStore;
import sim.server.store.Store;

/** The page in a real browser, served by the real server from a store filled through the real collector port. */
class ServedPageIT {
    @TempDir
    Path folder;

    @Test
    void everyTabShowsWhatTheServerStored() throws Exception {
        String missing = Browser.missing();
        assumeTrue(missing == null, missing);
        try (Store store = new DuckDbStore(folder);
                Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer server = new HttpServer(store, ingest, "127.0.0.1", 0);
                Browser browser = new Browser()) {
            String address = "http://127.0.0.1:" + server.port() + "/";
            browser.open(address);
            browser.until("welcome", () -> text(browser).contains("-javaagent:sim-agent.jar"));
            fill(ingest.port());
            browser.open(address + "#methods");
            browser.until("methods", () -> text(browser).contains("A.outer") && text(browser).contains("B.inner"));
            browser.open(address + "#calltree");
            browser.until("call tree", () -> text(browser).contains("A.outer"));
            browser.open(address + "#contexts");
            browser.until("contexts", () -> text(browser).contains("order") && text(browser).contains("ratio"));
            browser.open(address + "#invocations");
            browser.until("invocations", () -> text(browser).contains("boom"));
            browser.open(address + "#platform");
            browser.until("charts", () -> !browser.all("canvas").isEmpty());
            assertThat(browser.console()).isEmpty();
        }
    }

    private static void fill(int port) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            FrameWriter writer = new FrameWriter(socket.getOutputStream());
            FrameReader reader = new FrameReader(socket.getInputStream());
            writer.write(Batches.hello("shop", "one"));
            reader.read();
            writer.write(Batches.recursion(1));
            assertThat(reader.read()).isEqualTo(new Ack(1));
        }
    }

    private static String text(Browser browser) {
        return String.valueOf(browser.run("return document.body.innerText"));
    }
}
