package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;
import sim.server.AuditLines;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.WireClient;
import sim.server.identity.Role;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** A page of another site in the browser of somebody who is signed in as an admin. A browser takes each name below {@code localhost} for this machine. */
@ExtendWith(InBrowser.class)
class ForeignSiteIT {
    private static final String SITE = "http://attacker.localhost:";

    @TempDir
    Path folder;

    private GuardedServer server;
    private HttpServer foreign;

    @BeforeEach
    void start() throws Exception {
        server = new GuardedServer(folder);
        try (WireClient shop = WireClient.connect(server.ingest.port(),
                Batches.hello("shop", "one").with(server.token("ship", Role.SHIP)))) {
            shop.ship(Batches.recursion(1));
        }
        foreign = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] page = ("<!DOCTYPE html><title>prize</title><iframe src='" + server.address() + "'></iframe>"
                + "<form method=post enctype=text/plain target=sent action='" + server.address()
                + "api/v1/session/end'><input name='{\"x\":\"' value='\"}'></form><iframe name=sent></iframe>")
                .getBytes(StandardCharsets.UTF_8);
        foreign.createContext("/", request -> {
            request.getResponseHeaders().set("Content-Type", "text/html");
            request.sendResponseHeaders(200, page.length);
            request.getResponseBody().write(page);
            request.close();
        });
        foreign.start();
    }

    @AfterEach
    void stop() {
        foreign.stop(0);
        server.close();
    }

    @Test
    void itReadsNothingDoesNothingAndFramesNothing(Browser browser) throws Exception {
        signIn(browser);
        browser.open(SITE + foreign.getAddress().getPort() + "/");
        assertThat(browser.title()).isEqualTo("prize");
        browser.until("the frame's refusal",
                () -> browser.console().stream().anyMatch(line -> line.contains("frame-ancestors")));

        String applications = server.address() + "api/v1/applications";
        assertThat(browser.promised("fetch(arguments[0], {credentials: 'include'}).then((a) => a.text())",
                applications)).asString().contains("Failed to fetch");
        browser.promised("fetch(arguments[0], {credentials: 'include', mode: 'no-cors'}).then((a) => a.type)",
                applications);
        browser.promised("fetch(arguments[0], {method: 'POST', body: '{}', credentials: 'include', mode: 'no-cors'})"
                + ".then((a) => a.type)", server.address() + "api/v1/hotspots");
        browser.run("document.querySelector('form').submit()");
        browser.until("the form's refusal", () -> isNoted("foreign Origin", "POST /api/v1/session/end"));
        assertThat(isNoted("foreign Origin", "POST /api/v1/hotspots")).isTrue();
        assertThat(isNoted("foreign Sec-Fetch-Site", "GET /api/v1/applications")).as("without an Origin").isTrue();

        browser.open(server.address());
        browser.until("still signed in", () -> browser.find("#session").getText().contains("Sign out"));
    }

    @Test
    void aForeignNameThatResolvesToTheServerIsAnsweredNothing(Browser browser) throws Exception {
        signIn(browser);
        browser.open(SITE + server.http.port() + "/");
        assertThat(browser.find("body").getText()).contains("\"parameter\":\"Host\"").doesNotContain("Sign in");
        assertThat(browser.promised("fetch('/api/v1/applications').then((a) => a.text())")).asString()
                .contains("\"parameter\":\"Host\"").doesNotContain("shop");
    }

    private void signIn(Browser browser) throws Exception {
        String admin = server.token("admin", Role.ADMIN);
        browser.open(server.address());
        browser.until("the sign-in", () -> !browser.all(".sign-in input").isEmpty());
        WebElement field = browser.find(".sign-in input");
        field.sendKeys(admin);
        browser.find(".sign-in button").click();
        browser.until("the page", () -> browser.find("main").getText().contains("outer"));
    }

    private boolean isNoted(String who, String action) {
        try {
            return AuditLines.latest(server.audit, 100).stream()
                    .anyMatch(line -> line.contains(who) && line.contains(action));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
