package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code config/Osv.java}, which the profile {@code osv} runs: what it makes of answers as the database documents them, and of none. The real
 * database is asked by whoever releases.
 */
class OsvIT {
    private static final String BILL = """
            {"components":[{"name":"a","purl":"pkg:maven/org.good/a@1.0?type=jar"},
            {"name":"b","purl" : "pkg:maven/org.bad/b@2.0?type=jar"},{"name":"sim","purl":"pkg:maven/sim/sim-wire@1"}]}""";

    @TempDir
    Path folder;

    @Test
    void aComponentAgainstWhichSomethingIsKnownFailsIt() throws Exception {
        HttpServer database = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        database.createContext("/v1/query", asked -> {
            String question = new String(asked.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] answer = (question.contains("org.page")
                    ? "<html>sign in</html>"
                    : !question.contains("org.bad")
                            ? "{}"
                            : question.contains("\"page_token\":\"second=\"")
                                    ? "{\"vulns\":[{\"id\":\"CVE-2026-2\"}]}"
                                    : "{\"vulns\":[{\"id\":\"GHSA-xxxx-yyyy-zzzz\",\"summary\":\"worse\"}],\"next_page_token\":\"second=\"}")
                    .getBytes(StandardCharsets.UTF_8);
            asked.sendResponseHeaders(200, answer.length);
            asked.getResponseBody().write(answer);
            asked.close();
        });
        database.start();
        try {
            String address = "http://127.0.0.1:" + database.getAddress().getPort();
            assertThat(run(1, BILL, address)).contains("pkg:maven/org.bad/b@2.0: CVE-2026-2, GHSA-xxxx-yyyy-zzzz",
                    "asked about 2 components; 1 have").doesNotContain("org.good");
            assertThat(run(0, BILL.replace("org.bad", "org.also"), address)).contains("2 components; 0 have");
            assertThat(run(3, BILL.replace("org.bad", "org.page"), address)).contains("no JSON object",
                    "NOTHING IS KNOWN");
        } finally {
            database.stop(0);
        }
    }

    @Test
    void whereItsDataCannotBeReachedItSaysSoAndFails() throws Exception {
        int nobody;
        try (ServerSocket closed = new ServerSocket(0)) {
            nobody = closed.getLocalPort();
        }
        assertThat(run(3, BILL, "http://127.0.0.1:" + nobody)).contains("cannot be reached", "NOTHING IS KNOWN");
        assertThat(run(3, "{}", "http://127.0.0.1:" + nobody)).contains("nothing was checked");
    }

    private String run(int exit, String bill, String address) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("bill.json"), bill);
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "../config/Osv.java", file.toString(), address)
                .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(exit);
        return said;
    }
}
