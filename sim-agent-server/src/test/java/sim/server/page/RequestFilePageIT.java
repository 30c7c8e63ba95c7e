package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** A request is saved at one server and shown at another that knows nothing; what is no such file is said in one line. */
@ExtendWith(InBrowser.class)
class RequestFilePageIT {
    /** A checkout that has ended, with a payment inside. */
    private static final String CHOSEN = "000000000000a010";

    @TempDir
    static Path folder;

    private static Browser browser;
    private static LiveServer server;
    private static LiveServer other;
    private static WireClient shop;
    private static Path saved;

    @BeforeAll
    static void save(Browser shared) throws Exception {
        browser = shared;
        server = new LiveServer(Files.createDirectory(folder.resolve("one")));
        other = new LiveServer(Files.createDirectory(folder.resolve("other")));
        shop = Shop.report(server.collectorPort());
        Path downloads = Files.createDirectory(folder.resolve("downloads"));
        browser.saveTo(downloads);
        saved = downloads.resolve("request-" + CHOSEN + ".json");
    }

    @AfterAll
    static void leave() throws Exception {
        if (shop != null) {
            shop.close();
        }
        for (LiveServer each : new LiveServer[]{server, other}) {
            if (each != null) {
                each.close();
            }
        }
    }

    /** What the page of a request says, without the ways to other views. */
    private static List<String> shown() {
        return browser
                .texts(".panel h2, .panel .package, .panel .tiles dd, .panel .values, .panel h3, .panel tbody tr, "
                        + ".panel .bar-of, .panel .quiet");
    }

    private static void choose(Path file) {
        browser.until("the way to it", () -> !browser.all("#request-file").isEmpty());
        browser.find("#request-file").sendKeys(file.toString());
    }

    @Test
    void anotherServerShowsItAsItWas() throws Exception {
        browser.open(server.address() + "#/contexts?application=shop&wide=true&chosen=" + CHOSEN);
        browser.until("the request", () -> !browser.texts(".panel tbody tr").isEmpty());
        List<String> before = shown();
        assertThat(before).hasSizeGreaterThan(15);
        browser.all(".panel .ways button").stream().filter(each -> each.getText().equals("Save as a file")).findFirst()
                .orElseThrow().click();
        browser.until("the file", () -> Files.exists(saved));
        assertThat(Files.readString(saved)).startsWith("{\"kind\":\"sim-request\"");

        browser.open(other.address());
        browser.until("nothing is there", () -> !browser.texts(".welcome").isEmpty());
        browser.find(".welcome a").click();
        browser.until("the way to it", () -> !browser.all("#request-file").isEmpty());
        choose(saved);
        browser.until("the request", () -> !browser.texts(".panel tbody tr").isEmpty());
        assertThat(shown()).isEqualTo(before);
        assertThat(browser.texts(".panel .ways, .panel .close")).as("nothing of it is here").isEmpty();
        assertThat(browser.texts(".file .summary").get(0)).startsWith("Saved ");
        browser.all(".panel .values button").forEach(each -> assertThat(each).as("leads nowhere").isNull());
        assertThat(browser.console()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "<img src=x onerror=alert(1)> | This is no file of a request: it is not JSON.",
            "[] | This is no file of a request: save one on the page of a request.",
            "{\"kind\":\"sim-request\",\"version\":2} | This file has version 2 and this page reads version 1: open it on a server as new as the one that saved it.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":\"1\"} | This file is damaged: the file.saved is not a number.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1e300} | This file is damaged: the file.saved is not a moment.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,\"from\":\"x\",\"until\":1,\"chosen\":\"00000000000000aa\",\"contexts\":[{\"id\":\"javascript:alert(1)\"}]} | This file is damaged: the file.contexts[0].id is not the id of a context.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,\"from\":\"x\",\"until\":1,\"chosen\":\"00000000000000aa\",\"contexts\":[],\"work\":{\"id\":\"00000000000000aa\",\"rows\":[],\"tree\":[],\"calls\":[],\"events\":[]}} | This file is damaged: the request itself is not in it.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,\"from\":\"x\",\"until\":1,\"chosen\":\"../aa\",\"contexts\":[]} | This file is damaged: the file.chosen is not the id of a context.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,\"from\":\"x\",\"until\":1,\"chosen\":\"00000000000000aa\",\"contexts\":[{\"id\":\"00000000000000aa\",\"parent\":\"7\"}]} | This file is damaged: the file.contexts[0].parent is not the id of a context.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,\"from\":\"x\",\"until\":1,\"chosen\":\"00000000000000aa\",\"contexts\":[{\"id\":\"00000000000000aa\",\"parent\":null,\"trace\":\"x\"}]} | This file is damaged: the file.contexts[0].trace is not the id of a trace.",
            "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,\"from\":\"x\",\"until\":1,\"chosen\":\"00000000000000aa\",\"contexts\":[{\"id\":\"00000000000000aa\",\"parent\":null,\"trace\":[\"0123456789abcdef0123456789abcdef\"]}]} | This file is damaged: the file.contexts[0].trace is not the id of a trace."})
    void whatIsNoSuchFileIsSaidInOneLine(String text, String said) throws Exception {
        browser.open(other.address() + "#/file");
        choose(Files.writeString(folder.resolve("hostile.json"), text));
        browser.until("why not", () -> !browser.texts(".file > .error").isEmpty());
        assertThat(browser.texts(".file > .error")).containsExactly(said);
        assertThat(browser.texts(".panel h2")).isEmpty();
        assertThat(browser.console()).isEmpty();
    }

    /** Texts that are markup, a circle of parents, names that every object has, numbers that are none in SIM. */
    @Test
    void hostileTextsAreTexts() throws Exception {
        String hostile = "<img src=x onerror=\\\"document.title='run'\\\">";
        String context = "{\"id\":\"%s\",\"parent\":\"%s\",\"trace\":null,\"name\":\"" + hostile
                + "\",\"tag\":null,\"thread\":\"__proto__\",\"instance\":\"constructor\",\"application\":\"__proto__\",\"start\":1,\"startMicros\":1000,"
                + "\"end\":2,\"durationNanos\":1000000,\"error\":\"" + hostile
                + "\",\"values\":{\"__proto__\":\"p\",\"toString\":\"" + hostile
                + "\"},\"calls\":1,\"errors\":-5,\"meters\":{\"__proto__\":{\"total\":1}},\"stays\":[]}";
        String call = "\"class\":\"" + hostile + "\",\"method\":\"toString\",\"count\":1,\"errors\":0,"
                + "\"meters\":{\"wall\":{\"total\":1e300,\"self\":-1e300}}";
        Path file = Files.writeString(folder.resolve("texts.json"),
                "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,"
                        + "\"from\":\"" + hostile + "\",\"until\":1,\"chosen\":\"00000000000000aa\",\"contexts\":["
                        + String.format(context, "00000000000000aa", "00000000000000bb") + ","
                        + String.format(context, "00000000000000bb", "00000000000000aa")
                        + "],\"work\":{\"id\":\"00000000000000aa\",\"rows\":[{"
                        + call + ",\"application\":\"" + hostile + "\"}],\"tree\":[{" + call
                        + ",\"id\":1,\"parent\":7},{" + call
                        + ",\"id\":1,\"parent\":1}],\"calls\":[],\"events\":[{\"kind\":\"payload\",\"text\":\""
                        + hostile
                        + "\",\"type\":null,\"probe\":\"x\",\"startMicros\":-1e300,\"durationNanos\":1e300,\"thread\":null,\"error\":true}]}}");
        browser.open(other.address() + "#/file");
        choose(file);
        browser.until("it is shown", () -> !browser.texts(".panel h2").isEmpty());
        assertThat(browser.texts(".panel h2")).containsExactly("<img src=x onerror=\"document.title='run'\">");
        assertThat(browser.all(".panel img")).isEmpty();
        assertThat(browser.title()).isNotEqualTo("run");
        assertThat(browser.console()).isEmpty();
    }

    /** Each list is short enough; all of them together are not. */
    @Test
    void aFileOfTooManyRowsIsNotShown() throws Exception {
        String call = "{\"class\":\"a\",\"method\":\"b\",\"count\":1,\"errors\":0,\"meters\":{},\"application\":\"x\",\"id\":1}";
        String half = String.join(",", Collections.nCopies(10_001, call));
        browser.open(other.address() + "#/file");
        choose(Files.writeString(folder.resolve("rows.json"), "{\"kind\":\"sim-request\",\"version\":1,\"saved\":1,"
                + "\"from\":\"x\",\"until\":1,\"chosen\":\"00000000000000aa\",\"contexts\":[],\"work\":{\"id\":"
                + "\"00000000000000aa\",\"rows\":[" + half + "],\"tree\":[" + half + "],\"calls\":[],\"events\":[]}}"));
        browser.until("why not", () -> !browser.texts(".file > .error").isEmpty());
        assertThat(browser.texts(".file > .error")).containsExactly("This file has more than 20000 rows.");
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws Exception {
        browser.open(other.address() + "#/file");
        choose(Files.writeString(folder.resolve("large.json"), " ".repeat(20_000_001)));
        browser.until("why not", () -> !browser.texts(".file > .error").isEmpty());
        assertThat(browser.texts(".file > .error").get(0)).contains("19.1 MB", "at most");
    }
}
