package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.LiveServer;
import sim.server.WireClient;

/** The examples of API.md, as a reader copies them into a shell. */
class OpenApiExamplesIT {
    @TempDir
    Path folder;

    @Test
    void eachLineDoesWhatItSays() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "The examples are not tried: no /usr/bin/curl");
        String written = Files.readString(Path.of("API.md"));
        List<String> blocks = Pattern.compile("```\n(.*?)```", Pattern.DOTALL)
                .matcher(written.substring(written.indexOf("# Examples"), written.indexOf("# The process"))).results()
                .map(each -> each.group(1)).toList();
        assertThat(blocks).hasSize(3);
        try (LiveServer server = new LiveServer(folder.resolve("data"));
                WireClient shop = Shop.report(server.collectorPort())) {
            for (String line : blocks.get(0).lines().toList()) {
                String said = run(server, line.replace("curl -s ", "curl -sSf "));
                assertThat(line.contains(" -o ") ? "file" : said).as(line).isNotEmpty();
            }
            assertThat(folder.resolve("shop.collapsed")).content().contains("shop.orders.OrderService.price");
            assertThat(folder.resolve("openapi.json")).content().contains("\"openapi\":\"3.1.0\"");
            List<String> ids = run(server, blocks.get(1)).lines().toList();
            assertThat(ids).hasSizeGreaterThan(20).doesNotHaveDuplicates();
            List<String> answers = run(server, blocks.get(2)).lines().toList();
            assertThat(answers.get(0)).isEqualTo("304");
            assertThat(answers.get(1)).contains("\"required\":false");
        }
    }

    private String run(LiveServer server, String script) throws Exception {
        Path out = folder.resolve("out.txt");
        ProcessBuilder shell = new ProcessBuilder("sh", "-c",
                script.replace("http://127.0.0.1:7421/", server.address())).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(out.toFile());
        shell.environment().put("TOKEN", "none");
        Process process = shell.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(script).isTrue();
        String said = Files.readString(out);
        assertThat(process.exitValue()).as(script + said).isZero();
        return said;
    }
}
