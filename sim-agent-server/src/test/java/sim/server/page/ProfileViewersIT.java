package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/**
 * The shop's call tree in the viewers that people have: speedscope in a real browser, and {@code go tool pprof}. Neither is part
 * of the project; a machine without one skips its test and is told why.
 */
@ExtendWith(InBrowser.class)
class ProfileViewersIT {
    private static final String SPEEDSCOPE = "speedscope@1.25.0";
    /** What docs/exports.md shows. */
    private static final Path TRANSCRIPTS = Path.of("target", "exports");
    private static final Path PICTURES = Path.of("target", "pages");

    @TempDir
    static Path folder;

    private static Browser browser;
    private static LiveServer server;
    private static WireClient shop;

    @BeforeAll
    static void serve(Browser shared) throws Exception {
        browser = shared;
        server = new LiveServer(folder);
        shop = Shop.report(server.collectorPort());
    }

    @AfterEach
    void elsewhere() {
        browser.leave();
    }

    @AfterAll
    static void leave() throws Exception {
        shop.close();
        server.close();
    }

    /** 48 batches in which placeOrder was at work for 250 ms, and with what it calls for 725. */
    @Test
    void speedscopeShowsTheFiguresOfTheTree() throws Exception {
        show("speedscope", "34\\.80s", "12\\.00s");
        browser.picture(PICTURES.resolve("speedscope.png"));
    }

    /** Which have no unit. */
    @Test
    void speedscopeShowsThoseOfCollapsedStacks() throws Exception {
        show("collapsed", "34,800,000,000", "12,000,000,000");
    }

    private static void show(String format, String total, String self) throws Exception {
        Path viewer = speedscope();
        HttpServer files = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        byte[] profile = get("calltree?application=shop&format=" + format);
        files.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            Path file = viewer.resolve(path.substring(1));
            byte[] bytes = path.equals("/shop")
                    ? profile
                    : Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
            exchange.getResponseHeaders().set("Content-Type",
                    path.endsWith(".html") ? "text/html" : path.endsWith(".js") ? "text/javascript" : "text/css");
            exchange.sendResponseHeaders(bytes.length == 0 ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        files.start();
        try {
            browser.open("http://127.0.0.1:" + files.getAddress().getPort()
                    + "/index.html#profileURL=shop&view=sandwich");
            browser.until("its methods",
                    () -> browser.find("body").getText().contains("shop.orders.OrderService.price"));
            browser.until("its figures",
                    () -> browser.find("body").getText().replace('\n', ' ').matches("(?s).*" + total
                            + ".{0,40}" + self + ".{0,40}shop\\.storefront\\.CheckoutController\\.placeOrder.*"));
        } finally {
            files.stop(0);
        }
    }

    @Test
    void pprofPrintsTheFiguresOfTheTree() throws Exception {
        assumeTrue(onPath("go"),
                "The real pprof is not tried: no go on the path. On Debian: apt-get install golang-go");
        Path file = Files.write(folder.resolve("shop.pb.gz"), get("calltree?application=shop&format=pprof"));
        String top = run(folder, "go", "tool", "pprof", "-top", "-sample_index=work", file.toString());
        Files.createDirectories(TRANSCRIPTS);
        Files.writeString(TRANSCRIPTS.resolve("pprof.txt"), top);
        // flat, share, sum of shares, with what it calls
        assertThat(top).containsPattern(
                "12s +[0-9.]+% +[0-9.]+% +34.80s +[0-9.]+% +shop.storefront.CheckoutController.placeOrder");
        assertThat(run(folder, "go", "tool", "pprof", "-raw", file.toString())).contains("count/count", "errors/count",
                "wall/nanoseconds", "alloc.bytes/bytes");
        assertThat(run(folder, "go", "tool", "pprof", "-top", "-sample_index=count", file.toString()))
                .containsPattern("38400 .* shop.orders.TaxTable.rateOf");
    }

    @Test
    void thePageOffersTheTreeInEachFormat() throws Exception {
        browser.open(server.address() + "#/calltree?last=1h&meter=thread.cpu");
        browser.until("links", () -> browser.all(".calltree .menu a[href]").size() == 3);
        List<String> links = browser.all(".calltree .menu a").stream().map(link -> link.getDomProperty("href"))
                .toList();
        for (String link : links) {
            HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(URI.create(link)).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).as(link).isEqualTo(200);
            assertThat(answer.body().length).as(link).isGreaterThan(100);
            assertThat(answer.headers().firstValue("Content-Disposition").orElseThrow()).startsWith("attachment");
        }
        assertThat(links.get(2)).contains("format=collapsed", "measure=thread.cpu", "application=shop", "last=1h");
        browser.find(".calltree summary[title*='another viewer']").click();
        browser.until("the menu", () -> browser.texts(".calltree .menu a")
                .equals(List.of("speedscope", "pprof", "collapsed stacks")));
        browser.picture(PICTURES.resolve("export.png"));
        assertThat(browser.console()).isEmpty();
    }

    /** The viewer as its makers publish it, fetched once into the build's folder. */
    private static Path speedscope() throws IOException, InterruptedException {
        Path at = Files.createDirectories(Path.of("target", "speedscope").toAbsolutePath());
        Path viewer = at.resolve("node_modules/speedscope/dist/release");
        if (!Files.exists(viewer.resolve("index.html"))) {
            assumeTrue(onPath("npm"), "speedscope is not tried: no npm on the path. On Debian: apt-get install npm");
            String said = run(at, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix",
                    at.toString(),
                    SPEEDSCOPE);
            assumeTrue(Files.exists(viewer.resolve("index.html")), "speedscope cannot be had: " + said);
        }
        return viewer;
    }

    private static boolean onPath(String program) {
        for (String each : System.getenv("PATH").split(File.pathSeparator)) {
            if (new File(each, program).canExecute()) {
                return true;
            }
        }
        return false;
    }

    private static String run(Path in, String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(in, "out", ".txt");
        Process process = new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true)
                .redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).as(String.join(" ", command)).isTrue();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    private static byte[] get(String path) throws Exception {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create(server.address() + "api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofByteArray()).body();
    }
}
