package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sim.base.config.Options;
import sim.base.meter.Clock;
import sim.base.name.Names;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/** What one run found worthless starts switched off in the next one. Whole runs are tried with the examples. */
class RememberedTest {
    @TempDir
    Path folder;

    @Test
    void whatWasDisabledStartsDisabledAndNothingElse() throws Exception {
        run("").close();
        try (Run second = newRun("")) {
            assertThat(second.cheap.standing()).isEqualTo(Standing.DISABLED);
            assertThat(second.cheap.epoch() & 1).isEqualTo(1);
            assertThat(second.cheap.latch().isClosed()).isTrue();
            assertThat(second.dear.standing()).isEqualTo(Standing.MANAGED);
            assertThat(second.dear.latch().isClosed()).isFalse();
            assertThat(DrainedTest.verdicts(second.hotspot)).extracting(Verdict::reason)
                    .containsExactly(
                            "an earlier run found it not worth its cost; in the last, 700 calls that were read took 20ns self time on average");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file());
        }
    }

    @Test
    void itIsTriedAgainOnceItHasRested() throws Exception {
        run(",hotspot.retrial=0s").close();
        try (Run second = newRun(",hotspot.retrial=0s")) {
            second.hotspot.retry();
            assertThat(second.cheap.standing()).isEqualTo(Standing.MANAGED);
        }
        try (Run third = newRun("")) {
            assertThat(third.cheap.standing()).as("it was on when its run ended").isEqualTo(Standing.MANAGED);
        }
    }

    /** The clock of the machine is set back by a day while a name rests. */
    @Test
    void aClockThatIsSetBackMakesNoRestLonger() throws Exception {
        run("").close();
        try (Run second = newRun("")) {
            long now = Clock.epochMicros();
            second.hotspot.retry(0, now);
            long dayBefore = now - 24 * 3_600_000_000L;
            second.hotspot.retry(0, dayBefore);
            assertThat(second.cheap.rested(dayBefore + 7 * 60_000_000L)).isFalse();
            assertThat(second.cheap.rested(dayBefore + 8 * 60_000_000L)).isTrue();
        }
    }

    @Test
    void whatAKilledJvmLeftIsDeletedAfterAnHour() throws Exception {
        Path old = Files.createFile(folder.resolve("verdicts.123.tmp"));
        Files.setLastModifiedTime(old, FileTime.fromMillis(System.currentTimeMillis() - 2 * 3_600_000L));
        Path young = Files.createFile(folder.resolve("verdicts.456.tmp"));
        Path others = Files.createFile(folder.resolve("verdicts-of-others"));
        run("").close();
        assertThat(old).doesNotExist();
        assertThat(List.of(young, others)).allMatch(Files::exists);
    }

    @Test
    void itRestsLongerThanAfterAFirstVerdict() throws Exception {
        run("").close();
        try (Run second = newRun("")) {
            long now = Clock.epochMicros();
            assertThat(second.cheap.rested(now + 7 * 60_000_000L)).isFalse();
            assertThat(second.cheap.rested(now + 8 * 60_000_000L)).isTrue();
        }
    }

    @Test
    void whatWaitsForItsProbeToBeTriedAgainIsRememberedStill() throws Exception {
        run(",hotspot.retrial=0s").close();
        try (Run second = newRun(",hotspot.retrial=0s")) {
            second.cheap.setOut(true);
            second.hotspot.retry();
            assertThat(second.cheap.standing()).isEqualTo(Standing.MANAGED);
        }
        try (Run third = newRun("")) {
            assertThat(third.cheap.standing()).isEqualTo(Standing.DISABLED);
        }
    }

    @Test
    void programsThatEndBeforeItHasRestedJudgeItAnewNowAndThen() throws Exception {
        run("").close();
        int runs = 0;
        Standing standing = Standing.DISABLED;
        while (standing == Standing.DISABLED && runs++ < 100) {
            try (Run next = newRun("")) {
                standing = next.cheap.standing();
            }
        }
        assertThat(runs).isBetween(16, 33);
    }

    @Test
    void verdictsByOtherThresholdsCountForNothing() throws Exception {
        run("").close();
        try (Run second = newRun(",hotspot.threshold=20us")) {
            assertThat(second.cheap.standing()).isEqualTo(Standing.MANAGED);
        }
    }

    @Test
    void aDamagedFileIsHarmlessAndWrittenAnew() throws Exception {
        run("").close();
        byte[] whole = Files.readAllBytes(file());
        for (int at = 16; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(file(), damaged);
            try (Run second = newRun("")) {
                assertThat(second.cheap.standing()).as("byte " + at).isEqualTo(Standing.MANAGED);
            }
        }
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), java.util.Arrays.copyOf(whole, length));
            assertThat(newRun("").cheap.standing()).as("cut to " + length).isEqualTo(Standing.MANAGED);
        }
        Files.write(file(), java.util.Arrays.copyOf(whole, whole.length - 1));
        run("").close();
        assertThat(Files.readAllBytes(file())).isEqualTo(whole);
    }

    @Test
    void aFileOfSomebodyElseStaysAsItIs() throws Exception {
        Files.writeString(file(), "<aspectj/>");
        run("").close();
        assertThat(file()).hasContent("<aspectj/>");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Timeout(60)
    void aPipeHoldsNothingUpAndStays() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor()).isZero();
        run("").close();
        assertThat(file()).exists();
        assertThat(Files.isRegularFile(file())).isFalse();
    }

    @Test
    void asItComesWhatDoesNotHoldVerdictsIsWrittenAnew() throws Exception {
        Path file = folder.resolve("verdicts-shop");
        judgeAndRemember(automatic(ProbeBudget.FEW, ""));
        byte[] whole = Files.readAllBytes(file);
        byte[] damaged = whole.clone();
        damaged[0] ^= 1;
        Files.write(file, damaged);
        judgeAndRemember(automatic(ProbeBudget.FEW, ""));
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }

    @Test
    void verdictsOfAnotherVersionCountForNothing() throws Exception {
        run("").close();
        byte[] whole = Files.readAllBytes(file());
        Files.writeString(file(), "sim verdicts 9 0\nsomething\n");
        run("").close();
        assertThat(Files.readAllBytes(file())).isEqualTo(whole);
    }

    @Test
    void aFileThatIsTooLargeForTheHeapCountsForNothing() throws Exception {
        Options options = Options.load("hotspot.remember=" + file(), new Properties());
        Hotspot judging = new Hotspot(options, () -> {});
        Names names = new Names(1_000);
        List<Scorecard> cards = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            cards.add(judging.open(names.parse("shop").name("x".repeat(900) + i), i));
            cards.get(i).settle(-2_000, 700, 0, 0, 0);
        }
        Remembered.of(options, "", 1 << 30).write(cards, "", null);
        assertThat(Remembered.of(options, "", 4 << 20).off().get("shop")).hasSize(100);
        Remembered small = Remembered.of(options, "", 2 << 20);
        assertThat(small.off()).isEmpty();
        small.write(cards, "", null);
        assertThat(Remembered.of(options, "", 2 << 20).off().get("shop")).as("what it has room for").hasSizeBetween(60,
                80);
    }

    /** Other programs of the same name, and classes that are gone, do not keep what is known now out of the file. */
    @Test
    void whatARunKnowsComesBeforeWhatItHasNotMet() throws Exception {
        Options options = Options.load("hotspot.remember=" + file(), new Properties());
        Hotspot judging = new Hotspot(options, () -> {});
        Names names = new Names(1_000);
        for (String run : List.of("first", "second")) {
            Remembered remembered = Remembered.of(options, "", 320 << 10);
            List<Scorecard> cards = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                cards.add(judging.open(names.parse("shop").name(run + i), i));
                cards.get(i).settle(-2_000, 700, 0, 0, 0);
            }
            remembered.write(cards, "", null);
        }
        assertThat(Files.readAllLines(file())).hasSize(2 + 20).filteredOn(line -> line.contains("second")).hasSize(12);
    }

    @Test
    void aNameThatNoEncodingHasKeepsNoOtherOut() throws Exception {
        Options options = Options.load("hotspot.remember=" + file(), new Properties());
        Hotspot judging = new Hotspot(options, () -> {});
        Names names = new Names(1_000);
        List<Scorecard> cards = List.of(judging.open(names.parse("shop").name("half\ud800"), 1),
                judging.open(names.parse("shop").name("whole"), 2));
        cards.forEach(each -> each.settle(-2_000, 700, 0, 0, 0));
        Remembered.of(options, "", 1 << 30).write(cards, "", null);
        assertThat(Remembered.of(options, "", 1 << 30).trials("shop.whole")).isZero();
    }

    /** Such as a home with an umlaut where the locale is C: of such a path there is no file. */
    @Test
    void asItComesAFolderThatCannotBeNamedIsNoNews() {
        Options options = Options.load("weave.cache=a\0b,application=shop", new Properties());
        assertThat(Hotspot.remembers(options)).isFalse();
        assertThat(new Hotspot(options, () -> {}).remembers()).isFalse();
    }

    @Test
    void switchedOffNothingIsWritten() throws IOException {
        for (String off : List.of("hotspot.remember=false", "weave.cache=off",
                "hotspot.enabled=false,weave.cache=" + folder)) {
            Hotspot hotspot = new Hotspot(Options.load(off, new Properties()), () -> {});
            assertThat(hotspot.remembers()).as(off).isFalse();
            hotspot.remember();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void asItComesFewNamesAreNotRemembered() throws IOException {
        judgeAndRemember(automatic(0, ""));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void asItComesAVerdictCountsWhereTheCodeHasNoProbe() throws Exception {
        judgeAndRemember(automatic(ProbeBudget.FEW, ""));
        assertThat(folder.resolve("verdicts-shop")).exists();
        judgeAndRemember(automatic(ProbeBudget.FEW, ""));
        assertThat(automatic(ProbeBudget.FEW, "").cheap.standing()).as("its class may have changed")
                .isEqualTo(Standing.MANAGED);
        Run second = automatic(ProbeBudget.FEW, "shop.Cart.<init>");
        assertThat(second.cheap.standing()).isEqualTo(Standing.DISABLED);
        assertThat(second.cheap.isOut()).isTrue();
    }

    @Test
    void aVerdictIsKeptWithTheClassItFellOn() {
        judgeAndRemember(stamped(-7));
        judgeAndRemember(stamped(-7));
        assertThat(automatic(0, "").hotspot.remembered()).isEqualTo(Map.of("shop.Cart", Map.of("<init>", -7L)));
        judgeAndRemember(stamped(-8));
        assertThat(automatic(0, "").hotspot.remembered()).as("the class has changed").isEmpty();
        judgeAndRemember(stamped(-8));
        assertThat(automatic(0, "").hotspot.remembered()).isEqualTo(Map.of("shop.Cart", Map.of("<init>", -8L)));
    }

    private Run stamped(long stamp) {
        Run run = automatic(ProbeBudget.FEW, "");
        run.hotspot.stampVerdicts(name -> name.owner().equals("shop.Cart") ? stamp : 0);
        return run;
    }

    @Test
    void asItComesWhatOneRunSaidIsAHint() throws Exception {
        judgeAndRemember(automatic(ProbeBudget.FEW, ""));
        Run second = automatic(ProbeBudget.FEW, "shop.Cart.<init>");
        assertThat(second.cheap.standing()).as("one run is no evidence").isEqualTo(Standing.MANAGED);
        assertThat(second.hotspot.remembered()).isEmpty();
        second.close();
        judgeAndRemember(automatic(ProbeBudget.FEW, "shop.Cart.<init>"));
        assertThat(automatic(ProbeBudget.FEW, "shop.Cart.<init>").cheap.standing()).as("the run between had use for it")
                .isEqualTo(Standing.MANAGED);
        judgeAndRemember(automatic(ProbeBudget.FEW, "shop.Cart.<init>"));
        Run last = automatic(ProbeBudget.FEW, "shop.Cart.<init>");
        assertThat(last.cheap.standing()).isEqualTo(Standing.DISABLED);
        assertThat(DrainedTest.verdicts(last.hotspot)).extracting(Verdict::reason).containsExactly(
                "2 earlier runs in a row found it not worth its cost; in the last, 700 calls that were read took 0ns self time on average");
    }

    /** It may wait for long and explain much: with other work beside it, it is affordable. */
    @Test
    void asItComesWhatTheProbeBudgetSwitchedOffIsNotRemembered() throws Exception {
        for (int i = 0; i < 3; i++) {
            Run run = automatic(ProbeBudget.FEW, "shop.Cart.<init>");
            assertThat(run.cheap.standing()).isEqualTo(Standing.MANAGED);
            assertThat(run.cheap.giveWay("too much")).isTrue();
            run.close();
        }
        Run asked = newRun("");
        asked.cheap.giveWay("too much");
        asked.close();
        assertThat(newRun("").cheap.standing()).as("who asked for it has it").isEqualTo(Standing.DISABLED);
    }

    private Run automatic(int others, String leftOut) {
        return automatic(folder, others, leftOut);
    }

    private static Run automatic(Path cache, int others, String leftOut) {
        return new Run(Options.load("weave.cache=" + cache + ",application=shop", new Properties()), others, leftOut);
    }

    private static void judgeAndRemember(Run run) {
        run.cheap.settle(-2_000, 700, 0, 0, 0);
        run.close();
    }

    /** A run in which one name's calls were all short. */
    private Run run(String options) {
        Run run = newRun(options);
        if (run.cheap.standing() == Standing.MANAGED) {
            run.cheap.settle(-2_000, 700, 14_000, 0, 0);
        }
        return run;
    }

    private Run newRun(String options) {
        return new Run(Options.load("hotspot.remember=" + file() + options, new Properties()), 0, "");
    }

    private Path file() {
        return folder.resolve("verdicts");
    }

    private static final class Run implements AutoCloseable {
        final Names names = new Names(1_000);
        final Hotspot hotspot;
        final Scorecard cheap;
        final Scorecard dear;

        Run(Options options, int others, String leftOut) {
            hotspot = new Hotspot(options, () -> {});
            hotspot.leaveOut(name -> name.toString().equals(leftOut));
            for (int i = 0; i < others; i++) {
                hotspot.open(names.parse("shop.Others").name("other" + i), 3 + i);
            }
            cheap = hotspot.open(names.parse("shop.Cart").name("<init>"), 1);
            dear = hotspot.open(names.parse("shop.Cart").name("add"), 2);
        }

        @Override
        public void close() {
            hotspot.remember();
        }
    }
}
