package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import sim.model.payload.ScriptRequest;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.ScriptedApplication;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** The editor of scripts, in a real browser: from a method of the call tree to the application and back. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class ScriptsPageIT {
    private static final String FIELD = ".script-editor textarea";
    private static Browser browser;

    private LiveServer server;
    private ScriptedApplication application;

    @BeforeAll
    static void look(Browser shared) {
        browser = shared;
    }

    @BeforeEach
    void start(LiveServer live) throws Exception {
        server = live;
    }

    @AfterEach
    void end() throws Exception {
        try {
            if (application != null) {
                application.close();
            }
        } finally {
            browser.leave();
        }
    }

    @Test
    void aScriptIsTriedRunAndTakenBack() throws Exception {
        application = new ScriptedApplication(server.collectorPort(), true);
        openAt(0);
        browser.until("its parameters", () -> words().equals(List.of("target", "error", "kind", "limit", "result")));
        WebElement field = browser.find(FIELD);
        field.sendKeys("wrong + k");
        browser.until("a list", () -> browser.texts(".completions li").equals(List.of("kind\nString")));
        field.sendKeys(Keys.ENTER);
        assertThat(field.getDomProperty("value")).isEqualTo("wrong + kind");
        press("Try");
        browser.until("what is wrong", () -> said().equals(List.of("line 1, column 1: cannot find symbol")));
        field.clear();
        field.sendKeys("\"find \" + ");
        browser.all(".chips .chip").get(2).click();
        press("Run");
        browser.until("it runs", () -> said().equals(List.of("runs at shop.Orders.find(java.lang.String, int)")));
        browser.until("listed", () -> browser.texts(".script-editor tbody th").equals(List.of("Find")));
        assertThat(application.asked).last().usingRecursiveComparison().ignoringFields("number")
                .isEqualTo(new ScriptRequest(0, ScriptRequest.Action.ADD, "Find", "shop.Orders.find(..)",
                        "\"find \" + kind", false));
        press("Take back");
        browser.until("gone", () -> said().equals(List.of("removed Find"))
                && browser.texts(".script-editor tbody th").isEmpty());
        field.sendKeys(Keys.ESCAPE);
        browser.until("closed", () -> browser.texts(".script-editor").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aTelemetryIsWrittenWhereTelemetriesAreShown() throws Exception {
        application = new ScriptedApplication(server.collectorPort(), true);
        openTelemetry();
        assertThat(browser.texts(".script-editor label")).contains("Class it is written for", "Line")
                .doesNotContain("Method", "split the call tree by it");
        browser.find(".script-editor input[name=name]").sendKeys("Queue");
        browser.find(".script-editor input[name=in]").sendKeys("shop.Queue");
        browser.find(".script-editor input[name=line]").sendKeys("busy");
        browser.find(".script-editor select").sendKeys("bytes");
        browser.find(FIELD).sendKeys("wrong");
        press("Try");
        browser.until("what is wrong", () -> said().equals(List.of("line 1, column 1: cannot find symbol")));
        browser.find(FIELD).clear();
        browser.find(FIELD).sendKeys("Queue.size()");
        press("Run");
        browser.until("it is asked", () -> said().equals(List.of("is asked once a second")));
        browser.until("listed", () -> browser.texts(".script-editor tbody td").equals(List.of("telemetry busy",
                "Queue.size()", "Take back")));
        assertThat(application.asked).last().usingRecursiveComparison().ignoringFields("number")
                .isEqualTo(new ScriptRequest(0, ScriptRequest.Action.ADD, "Queue", "shop.Queue", "Queue.size()", false,
                        new ScriptRequest.Telemetry("busy", "bytes", 0, false)));
        browser.find(".script-editor input[name=line]").clear();
        browser.find(".script-editor input[name=line]").sendKeys("idle");
        press("Run");
        browser.until("both lines", () -> browser.texts(".script-editor tbody td").equals(List.of("telemetry busy",
                "Queue.size()", "Take back", "telemetry idle", "Queue.size()", "Take back")));
        press("Calls of a method");
        browser.until("the other kind", () -> browser.texts(".script-editor label").contains("Method"));
        assertThat(browser.console()).isEmpty();
    }

    private void openTelemetry() {
        browser.open(server.address() + "#/probes?application=shop&last=1h&as=telemetries");
        browser.until("the button", () -> browser.texts(".probes button").contains("Telemetry \u2026"));
        browser.all(".probes button").stream().filter(each -> each.getText().startsWith("Telemetry \u2026")).findFirst()
                .orElseThrow().click();
        browser.until("the editor", () -> browser.texts(".script-editor label").contains("Line"));
    }

    @Test
    void theButtonOfARowIsSeenWhereTheReaderIs() throws Exception {
        application = new ScriptedApplication(server.collectorPort(), true);
        openTree();
        browser.hover(browser.find("header"));
        browser.until("none is seen", () -> seen(0).equals("0") && seen(1).equals("0"));
        browser.hover(browser.all(".calltree tbody tr").get(1));
        browser.until("under the mouse", () -> seen(0).equals("0") && seen(1).equals("1"));
        browser.hover(browser.find("header"));
        browser.run("arguments[0].focus()", browser.all(".calltree tbody tr .script:not(.over)").get(0));
        browser.until("with the keyboard", () -> seen(0).equals("1") && seen(1).equals("0"));
        browser.touch(true);
        try {
            openTree();
            browser.until("both, for a finger", () -> seen(0).equals("1") && seen(1).equals("1"));
        } finally {
            browser.touch(false);
        }
        assertThat(browser.console()).isEmpty();
    }

    private static String seen(int row) {
        return String.valueOf(browser.run("return getComputedStyle(arguments[0]).opacity",
                browser.all(".calltree tbody tr .script:not(.over)").get(row)));
    }

    @Test
    void aMethodThatCannotBeReachedSaysWhy() throws Exception {
        application = new ScriptedApplication(server.collectorPort(), true);
        openAt(1);
        browser.until("why not", () -> browser.texts(".overloads .error")
                .equals(List.of("shop.Native.call() is native: it has no code that could be changed")));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void anApplicationThatTakesNoneSaysSo() throws Exception {
        application = new ScriptedApplication(server.collectorPort(), false);
        browser.open(server.address() + "#/probes?application=shop&last=1h");
        browser.until("the view", () -> browser.texts(".probes button").contains("Scripts \u2026"));
        browser.all(".probes button").stream().filter(each -> each.getText().startsWith("Scripts")).findFirst()
                .orElseThrow().click();
        browser.until("no", () -> said().equals(List.of("it takes none: payload.scripts.remote")));
        assertThat(browser.texts(".script-editor .quiet")).containsExactly("Not known yet.");
        assertThat(browser.console()).isEmpty();
    }

    /** For a look: {@code -Dsim.page.pictures=target/pictures}. */
    @Test
    void isPictured() throws Exception {
        String pictures = System.getProperty("sim.page.pictures");
        assumeTrue(pictures != null, "no pictures asked for: -Dsim.page.pictures=<directory>");
        application = new ScriptedApplication(server.collectorPort(), true);
        for (String colours : List.of("light", "dark")) {
            browser.preferColours(colours);
            browser.open(server.address() + "#/probes?application=shop&last=1h");
            browser.until("the view", () -> browser.texts(".probes button").contains("Scripts \u2026"));
            browser.all(".probes button").stream().filter(each -> each.getText().startsWith("Scripts")).findFirst()
                    .orElseThrow().click();
            browser.until("none", () -> browser.texts(".script-editor .quiet").equals(List.of("None.")));
            browser.picture(Path.of(pictures, "scripts-empty-" + colours + ".png"));
            openAt(0);
            browser.until("its parameters", () -> words().contains("kind"));
            browser.find(FIELD).sendKeys("\"find \" + kind");
            press("Run");
            browser.until("listed", () -> browser.texts(".script-editor tbody th").equals(List.of("Find")));
            browser.find(FIELD).sendKeys(" + l");
            browser.picture(Path.of(pictures, "scripts-full-" + colours + ".png"));
            press("Take back");
            browser.until("gone", () -> said().equals(List.of("removed Find")));
            openTree();
            browser.hover(browser.find("header"));
            browser.picture(Path.of(pictures, "scripts-tree-" + colours + ".png"));
            browser.hover(browser.all(".calltree tbody tr").get(0));
            browser.picture(Path.of(pictures, "scripts-tree-hover-" + colours + ".png"));
            openTelemetry();
            browser.picture(Path.of(pictures, "scripts-telemetry-" + colours + ".png"));
            openAt(1);
            browser.until("why not", () -> browser.texts(".overloads .error").size() == 1);
            browser.picture(Path.of(pictures, "scripts-refused-" + colours + ".png"));
        }
        browser.size(400, 800);
        openAt(0);
        browser.until("its parameters", () -> words().contains("kind"));
        browser.picture(Path.of(pictures, "scripts-narrow.png"));
        assertThat((Boolean) browser.run("return document.documentElement.scrollWidth <= window.innerWidth")).isTrue();
    }

    private void openTree() {
        browser.open(server.address() + "#/calltree?application=shop&last=1h");
        browser.until("the tree", () -> browser.all(".calltree tbody tr .script:not(.over)").size() == 2);
    }

    private void openAt(int row) {
        openTree();
        WebElement there = browser.all(".calltree tbody tr").get(row);
        if (row == 0) {
            browser.run("arguments[0].dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))",
                    there.findElement(org.openqa.selenium.By.cssSelector(".member")));
        } else {
            browser.run("arguments[0].querySelector('.script:not(.over)').click()", there);
        }
        browser.until("the editor", () -> browser.texts(".script-editor h2").equals(List.of("Script")));
    }

    private static List<String> words() {
        return browser.texts(".chips .chip code");
    }

    private static List<String> said() {
        return browser.texts(".script-editor .said p");
    }

    private static void press(String label) {
        browser.all(".script-editor button").stream().filter(each -> each.getText().equals(label)).findFirst()
                .orElseThrow().click();
    }
}
