package sim.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.AuditLines;
import tools.jackson.databind.json.JsonMapper;

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
            new Audit(folder, false, SMALL).refused(Refused.UNKNOWN, "nobody", "10.0.0.9", "GET /" + "x".repeat(1_500),
                    "401");
        }
        assertThat(AuditLines.latest(audit, 10_000)).anyMatch(line -> line.contains("token add shop"));
        assertThat(files("audit")).hasSize(1);
        assertThat(files("refused")).as("of a thousand files the latest").hasSizeBetween(2, 22);
    }

    /** A server was killed while it forgot: the log never said what became of it. */
    @Test
    void whatWasBegunAndHasNoEndGetsOneAtTheStart() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.endBegun("forget");
        assertThat(AuditLines.latest(audit, 10)).isEmpty();
        audit.done("ops", "10.0.0.1", "forget", Audit.BEGUN, "", "application shop");
        audit.done("ops", "10.0.0.1", "sign in", "done", "", "");
        for (int starts = 0; starts < 2; starts++) {
            new Audit(folder, false).endBegun("forget");
            assertThat(AuditLines.latest(audit, 10)).hasSize(3).first().asString().contains("\"ops\"", "10.0.0.1",
                    "\"forget\"", "ended by the end of its process", "application shop");
        }
    }

    @Test
    void attemptsOfAMinuteBeyondARateAreCounted() throws Exception {
        Audit audit = new Audit(folder, false);
        for (int i = 0; i < 1_000; i++) {
            audit.refused(Refused.UNKNOWN, "nobody", "10.0.0.9", "hello", "401");
        }
        assertThat(AuditLines.latest(audit, 10_000).size()).as("100 a minute, and the minute may change in between")
                .isBetween(100, 201);
    }

    @Test
    void whoeverCanCauseOneKindHidesNoOther() throws Exception {
        Audit audit = new Audit(folder, false, 10 << 20, () -> 7);
        for (int i = 0; i < 1_000; i++) {
            audit.refused(Refused.UNKNOWN, "nobody", "10.0.0.9", "hello", "401");
        }
        audit.refused(Refused.NOT_ALLOWED, "shop", "10.0.0.2", "GET /api/v1/audit", "403");
        assertThat(AuditLines.latest(audit, 10_000)).hasSize(101).anyMatch(line -> line.contains("/api/v1/audit"));
    }

    @Test
    void whatWasOnlyCountedIsWrittenWhenItsMinuteIsOverAndAtTheEnd() throws Exception {
        AtomicLong minute = new AtomicLong(7);
        Audit audit = new Audit(folder, false, 10 << 20, minute::get);
        for (int i = 0; i < 250; i++) {
            audit.refused(Refused.WRONG_TOKEN, "x", "10.0.0.9", "hello", "401");
        }
        audit.look();
        assertThat(AuditLines.latest(audit, 10_000)).hasSize(100);
        minute.incrementAndGet();
        audit.look();
        audit.look();
        assertThat(AuditLines.latest(audit, 10_000)).hasSize(101).first().asString().contains("\"150\"",
                "with a wrong token");
        for (int i = 0; i < 107; i++) {
            audit.refused(Refused.FOREIGN, "x", "10.0.0.9", "GET /", "403");
        }
        audit.close();
        audit.close();
        assertThat(AuditLines.latest(audit, 10_000)).hasSize(202).first().asString().contains("\"7\"", "foreign");
    }

    @Test
    void bothAreReadTheLatestFirst() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.done("a", "", "one", "done", "", "");
        audit.refused(Refused.UNKNOWN, "b", "", "two", "401");
        audit.done("c", "", "three", "done", "", "");
        assertThat(AuditLines.latest(audit, 10)).extracting(line -> line.replaceAll(".*action\":\"(\\w+).*", "$1"))
                .containsExactly("three", "two", "one");
        assertThat(AuditLines.latest(audit, 2)).hasSize(2);
    }

    /** Who asks for a page far back may go away before it is found. */
    @Test
    void aPageFarBackIsGivenUpWithinWhatItPassesOver() throws Exception {
        Audit audit = new Audit(folder, false);
        for (int i = 0; i < 50; i++) {
            audit.done("a", "", "wish " + i, "done", "", "");
        }
        AtomicInteger looks = new AtomicInteger();
        List<String> page = new ArrayList<>();
        assertThatThrownBy(() -> audit.latest(System.currentTimeMillis(), 40, 5, () -> {
            if (looks.incrementAndGet() == 20) {
                throw new IllegalStateException("gone");
            }
        }, page::add)).hasMessage("gone");
        assertThat(looks).hasValue(20);
        assertThat(page).isEmpty();
    }

    @Test
    void aLineOfAPeersMakingIsOneLine() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.refused(Refused.UNKNOWN, "x\n{\"who\":\"admin\"}", "", "\u001b[2J", "401");
        assertThat(AuditLines.latest(audit, 10)).singleElement().asString().doesNotContain("\u001b");
    }

    /** The disk was full, or the machine failed while it was written. */
    @Test
    void anEntryThatWasCutHidesNoOther() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.done("a", "", "one", "done", "", "");
        Path log = folder.resolve("audit/audit.log");
        Files.writeString(log, Files.readString(log) + "{\"time\":\"2026-11-24T10:00:00.000000Z\",\"who\":\"ma");
        audit.done("b", "", "two", "done", "", "");
        assertThat(Files.readAllLines(log)).hasSize(3);
        assertThat(AuditLines.latest(audit, 10)).hasSize(3).allSatisfy(line -> assertThat(
                JsonMapper.shared().readTree(line).path("time").asString())
                .hasSize("0000-00-00T00:00:00.000000Z".length()))
                .anyMatch(line -> line.contains("an entry that was cut") && line.contains("ma"))
                .anyMatch(line -> line.contains("\"two\""));
    }

    /** Nobody hides the end of a script behind a long beginning. */
    @Test
    void whatWasDoneIsNotedWhole() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.done("a", "", "POST", "202", "", "x".repeat(9_000) + "the end");
        assertThat(AuditLines.latest(audit, 1)).singleElement().asString().contains("the end");
    }

    @Test
    void aFileGoesOnInANewOneAfterAMonthAndOldOnesGo() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.done("a", "", "one", "done", "", "");
        Path log = folder.resolve("audit/audit.log");
        Path ancient = folder.resolve("audit/audit-2020-01-01T00-00-00.000000Z.log");
        Files.copy(log, ancient);
        Files.setLastModifiedTime(ancient, FileTime.from(Instant.now().minus(Duration.ofDays(401))));
        audit.done("a", "", "two", "done", "", "");
        assertThat(files("audit")).as("younger than a month").containsExactlyInAnyOrder(log, ancient);
        Files.writeString(log, Files.readString(log).replaceFirst("\\{\"time\":\"\\d{4}", "{\"time\":\"2025"));
        String full = Files.readString(log);
        audit.done("a", "", "three", "done", "", "");
        assertThat(files("audit")).as("nobody says that the clock is right").hasSize(3).contains(log, ancient);
        audit.age(() -> false);
        Files.writeString(log, full);
        audit.done("a", "", "four", "done", "", "");
        assertThat(files("audit")).as("the clock jumped").hasSize(4).contains(log, ancient);
        audit.age(() -> true);
        Files.writeString(log, full);
        audit.done("a", "", "five", "done", "", "");
        assertThat(files("audit")).hasSize(4).contains(log).doesNotContain(ancient);
        assertThat(Files.readString(log)).contains("five", "entries removed by their age", "1 entries until")
                .doesNotContain("two");
    }

    /** Whoever may do something can do it often: what that pushes out is told of, with who did it. */
    @Test
    void whatIsPushedOutBeforeItsTimeIsToldOf() throws Exception {
        Audit audit = new Audit(folder, false, SMALL);
        audit.done("ops", "10.0.0.1", "token add shop", "done", "", "role=ship");
        for (int i = 0; i < 50; i++) {
            audit.done("flood", "10.0.0.9", "POST /api/v1/hotspots", "202", "", "x".repeat(1_500));
        }
        List<String> left = AuditLines.latest(audit, 1_000);
        assertThat(files("audit")).as("20 and the one that is written").hasSize(21);
        assertThat(left).noneMatch(line -> line.contains("token add shop"))
                .filteredOn(line -> line.contains("entries removed before their time")).isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("entries until 20", "most of them, 2, by flood"));
    }

    /** More than one file, and more than one block of each. */
    @Test
    void aPageIsReadFromAnyDepthAndNothingIsLeftOut() throws Exception {
        Audit audit = new Audit(folder, false, 300_000);
        for (int i = 0; i < 1_000; i++) {
            audit.done("ops", "", "number " + i, "done", "", "é".repeat(i % 700));
        }
        assertThat(files("audit").size()).isGreaterThan(2);
        List<String> all = AuditLines.latest(audit, 2_000);
        assertThat(all).hasSize(1_000).first().asString().contains("\"number 999\"");
        assertThat(all).last().asString().contains("\"number 0\"");
        List<String> page = new ArrayList<>();
        audit.latest(System.currentTimeMillis(), 700, 3, () -> {}, page::add);
        assertThat(page).containsExactlyElementsOf(all.subList(700, 703));
        List<String> before = new ArrayList<>();
        audit.latest(0, 0, 3, () -> {}, before::add);
        assertThat(before).isEmpty();
    }

    /** The file that is written goes on under another name while it is read. */
    @Test
    void noEntryIsMissedWhileFilesMove() throws Exception {
        Audit audit = new Audit(folder, false, SMALL);
        audit.done("ops", "", "number 0", "done", "", "");
        AtomicInteger written = new AtomicInteger();
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 2_000; i++) {
                audit.done("ops", "", "number " + i, "done", "", "x".repeat(300));
                written.set(i);
            }
        });
        writer.start();
        while (writer.isAlive()) {
            int last = written.get();
            List<String> lines = AuditLines.latest(audit, 20);
            assertThat(lines).isNotEmpty().hasSizeGreaterThanOrEqualTo(Math.min(20, last));
            List<Integer> numbers = lines.stream().filter(line -> line.contains("number"))
                    .map(line -> Integer.parseInt(line.replaceAll(".*\"number (\\d+)\".*", "$1"))).toList();
            assertThat(numbers.get(0)).isGreaterThanOrEqualTo(last);
            for (int i = 1; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).isEqualTo(numbers.get(i - 1) - 1);
            }
        }
    }

    private List<Path> files(String log) throws Exception {
        try (var all = Files.list(folder.resolve("audit"))) {
            return all.filter(each -> each.getFileName().toString().matches(log + "(-.*)?\\.log")).toList();
        }
    }
}
