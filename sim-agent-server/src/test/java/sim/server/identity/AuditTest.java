package sim.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log's files. */
class AuditTest {
    private static final long SMALL = 2_000;

    @TempDir
    Path folder;

    @Test
    void whoeverIsRefusedDoesNotPushOutWhatWasDone() throws Exception {
        Audit audit = new Audit(folder, false, SMALL);
        audit.done("ops", "10.0.0.1", "token add shop", "done", "", "role=ship");
        for (int i = 0; i < 1_000; i++) {
            new Audit(folder, false, SMALL).refused("nobody", "10.0.0.9", "GET /" + "x".repeat(1_500), "401");
        }
        assertThat(audit.latest(10_000)).anyMatch(line -> line.contains("token add shop"));
        assertThat(files("audit")).hasSize(1);
        assertThat(files("refused")).as("of a thousand files the latest").hasSizeBetween(2, 22);
    }

    @Test
    void attemptsOfAMinuteBeyondARateAreCounted() throws Exception {
        Audit audit = new Audit(folder, false);
        for (int i = 0; i < 1_000; i++) {
            audit.refused("nobody", "10.0.0.9", "hello", "401");
        }
        assertThat(audit.latest(10_000).size()).as("100 a minute, and the minute may change in between")
                .isBetween(100, 201);
    }

    @Test
    void bothAreReadTheLatestFirst() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.done("a", "", "one", "done", "", "");
        audit.refused("b", "", "two", "401");
        audit.done("c", "", "three", "done", "", "");
        assertThat(audit.latest(10)).extracting(line -> line.replaceAll(".*action\":\"(\\w+).*", "$1"))
                .containsExactly("three", "two", "one");
        assertThat(audit.latest(2)).hasSize(2);
    }

    @Test
    void aLineOfAPeersMakingIsOneLine() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.refused("x\n{\"who\":\"admin\"}", "", "\u001b[2J", "401");
        assertThat(audit.latest(10)).singleElement().asString().doesNotContain("\u001b");
    }

    private List<Path> files(String log) throws Exception {
        try (var all = Files.list(folder.resolve("audit"))) {
            return all.filter(each -> each.getFileName().toString().matches(log + "(-.*)?\\.log")).toList();
        }
    }
}
