package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.WireClient;
import sim.server.cli.Certificates;
import sim.server.http.HttpServer;
import sim.server.identity.Guard;
import sim.server.identity.Role;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.server.tls.ServerTls;
import sim.store.DuckDbStore;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** Signing in and out at the page in a real browser, and what each role finds there. */
@ExtendWith(InBrowser.class)
class SignInPageIT {
    @TempDir
    Path folder;

    private GuardedServer server;
    private WireClient shop;
    private String looker;
    private String admin;

    @BeforeEach
    void start() throws Exception {
        server = new GuardedServer(folder);
        looker = server.token("looker", Role.LOOK);
        admin = server.token("admin", Role.ADMIN);
        shop = WireClient.connect(server.ingest.port(),
                Batches.hello("shop", "one").with(server.token("ship", Role.SHIP)));
        shop.ship(Batches.recursion(1));
    }

    @AfterEach
    void stop() throws Exception {
        shop.close();
        server.close();
    }

    @Test
    void nothingIsShownBeforeTheSignInAndAWrongTokenSaysSo(Browser browser) throws Exception {
        browser.open(server.address());
        browser.until("the page", () -> !browser.all(".sign-in").isEmpty());
        assertThat(browser.find("body").getText()).contains("Sign in").doesNotContain("shop", "outer");
        browser.picture(Path.of("target", "page", "sign-in.png"));
        browser.size(360, 740);
        browser.picture(Path.of("target", "page", "sign-in-360.png"));
        assertThat(browser.find(".sign-in").getSize().getWidth()).isLessThanOrEqualTo(360);
        signIn(browser, "sim.no.such");
        browser.until("the page", () -> browser.find(".sign-in .error").getText().contains("not good"));
    }

    @Test
    void whoMayLookSeesTheFiguresAndNoControl(Browser browser) throws Exception {
        browser.open(server.address());
        signIn(browser, looker);
        browser.until("the page", () -> browser.find("main").getText().contains("outer"));
        assertThat(browser.find("#session").getText()).contains("looker", "Sign out");
        assertThat(shown(browser, "#tabs .tab")).doesNotContain("Audit");
        browser.open(server.address() + "#/hotspots");
        browser.until("the page", () -> !browser.all(".view.hotspots").isEmpty());
        assertThat(browser.all("[data-needs=control]")).isNotEmpty().noneMatch(WebElement::isDisplayed);
        browser.open(server.address() + "#/probes");
        browser.until("the page", () -> !browser.all("[data-needs=script]").isEmpty());
        assertThat(browser.all("[data-needs]")).noneMatch(WebElement::isDisplayed);
    }

    @Test
    void anAdminSeesTheAuditLogAndWhoSignsOutSeesNothing(Browser browser) throws Exception {
        browser.open(server.address() + "#/audit");
        signIn(browser, admin);
        browser.until("the page", () -> browser.find("main").getText().contains("sign in"));
        assertThat(browser.find("main").getText()).contains("admin", "127.0.0.1", "done");
        browser.picture(Path.of("target", "page", "audit.png"));
        browser.size(360, 740);
        browser.picture(Path.of("target", "page", "audit-360.png"));
        browser.size(1280, 800);
        browser.find(".sign-out").click();
        browser.until("the page", () -> !browser.all(".sign-in").isEmpty());
        browser.open(server.address());
        browser.until("the page", () -> !browser.all(".sign-in").isEmpty());
        assertThat(browser.find("body").getText()).doesNotContain("outer");
    }

    @Test
    void whoMaySeeSomeApplicationsIsNotToldWhatAllOfThemTake(Browser browser) throws Exception {
        String some = server.token("some", Role.LOOK, "shop");
        browser.open(server.address() + "#/server");
        signIn(browser, some);
        browser.until("the page", () -> browser.find("main").getText().contains("Can do its work"));
        assertThat(browser.find("main").getText()).contains("Up for").doesNotContain("Batches", "Connected", "Disk");
        browser.picture(Path.of("target", "page", "server-restricted.png"));
        browser.open(server.address());
        browser.until("the page", () -> browser.find("main").getText().contains("outer"));
    }

    @Test
    void theCommandThatAttachesHasWhatTheServerAsksFor(Browser browser) throws Exception {
        browser.open(server.address());
        signIn(browser, server.token("bank", Role.LOOK, "bank"));
        browser.until("commands", () -> browser.texts(".command code").size() == 3);
        String agent = "java -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:" + server.ingest.port()
                + ",token.file=shop.token";
        assertThat(browser.texts(".command code")).startsWith(agent + " -jar shop.jar",
                agent + ",packages=com.acme.shop,libraries=auto,payload.record=all -jar shop.jar");
        assertThat(browser.texts(".welcome li")).anyMatch(text -> text.contains("./sim token add"))
                .noneMatch(text -> text.contains("tls.trust"));
    }

    @Test
    void theCommandThatAttachesSaysThatCollectorsComeByTls(Browser browser, @TempDir Path other) throws Exception {
        try (ServerTls tls = Certificates.make(other.resolve("certs")).tls();
                DuckDbStore store = new DuckDbStore(other.resolve("data"));
                Ingest ingest = new Ingest(store, "127.0.0.1", 0, Guard.open(), tls);
                HttpServer clear = new HttpServer(store, new DuckDbAnswers(store), ingest, "127.0.0.1", 0)) {
            browser.open("http://127.0.0.1:" + clear.port() + "/");
            browser.until("commands", () -> browser.texts(".command code").size() == 3);
            assertThat(browser.texts(".command code")).first().asString()
                    .contains(",server=tls://127.0.0.1:" + ingest.port() + " ").doesNotContain("token");
            assertThat(browser.texts(".welcome li")).anyMatch(text -> text.contains("tls.trust"));
        }
    }

    @Test
    void aTokenThatIsRevokedEndsTheSession(Browser browser) throws Exception {
        browser.open(server.address());
        signIn(browser, looker);
        browser.until("the page", () -> browser.find("main").getText().contains("outer"));
        server.tokens.revoke("looker");
        browser.until("the page", () -> !browser.all(".sign-in").isEmpty());
        assertThat(browser.find("body").getText()).doesNotContain("outer");
    }

    private static void signIn(Browser browser, String token) {
        browser.until("the page", () -> !browser.all(".sign-in input").isEmpty());
        WebElement field = browser.find(".sign-in input");
        field.clear();
        field.sendKeys(token);
        browser.find(".sign-in button").click();
    }

    private static List<String> shown(Browser browser, String css) {
        return browser.all(css).stream().filter(WebElement::isDisplayed).map(WebElement::getText).toList();
    }
}
