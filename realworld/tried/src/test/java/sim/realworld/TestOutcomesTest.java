package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestOutcomesTest {
    @TempDir
    Path folder;

    @Test
    void whatJUnitReportsIsRead() throws Exception {
        Files.writeString(folder.resolve("TEST-junit-jupiter.xml"),
                """
                        <testsuite name="JUnit Jupiter" tests="3"><properties><property name="a" value="b"/></properties>
                        <testcase name="one()" classname="a.ATest" time="0"><system-out><![CDATA[
                        unique-id: [engine:junit-jupiter]/[class:a.ATest]/[method:one()]
                        display-name: one()
                        ]]></system-out></testcase>
                        <testcase name="two()" classname="a.ATest" time="0"><failure message="1 is not 2" type="java.lang.AssertionError">
                        <![CDATA[at a.ATest]]></failure><system-out><![CDATA[printed
                        ]]></system-out><system-out><![CDATA[
                        unique-id: [engine:junit-jupiter]/[class:a.ATest]/[method:two()]
                        display-name: two()
                        ]]></system-out></testcase>
                        <testcase name="three()" classname="a.ATest" time="0"><skipped><![CDATA[not here]]></skipped><system-out><![CDATA[
                        unique-id: [engine:junit-jupiter]/[class:a.ATest]/[method:three()]
                        ]]></system-out></testcase></testsuite>
                        """);
        String method = "[engine:junit-jupiter]/[class:a.ATest]/[method:";
        assertThat(TestOutcomes.read(folder).byTest()).isEqualTo(Map.of(method + "one()]", "passed", method + "two()]",
                "java.lang.AssertionError: 1 is not 2", method + "three()]", "skipped"));
    }

    @Test
    void anObjectsAddressIsNoPartOfATestsId() throws Exception {
        Files.writeString(folder.resolve("TEST-junit-vintage.xml"),
                """
                        <testsuite><testcase name="a"><system-out>unique-id: [test:%5Ba.A@5d0bf09b%5D]</system-out></testcase>
                        <testcase name="b"><skipped/><system-out>unique-id: [test:%5Ba.A@17f62e33%5D]</system-out></testcase></testsuite>
                        """);
        assertThat(TestOutcomes.read(folder).byTest())
                .isEqualTo(Map.of("[test:%5Ba.A@%5D]", "passed", "[test:%5Ba.A@%5D] 2", "skipped"));
    }

    @Test
    void aTestThatPassedIsMissedWhenItFailsOrIsNotRun() {
        TestOutcomes bare = new TestOutcomes(
                Map.of("a", "passed", "b", "passed", "c", "passed", "flaky", "passed", "bad", "no"));
        TestOutcomes twice = new TestOutcomes(
                Map.of("a", "passed", "b", "passed", "c", "passed", "flaky", "no", "bad", "no"));
        TestOutcomes woven = new TestOutcomes(Map.of("a", "passed", "b", "no", "flaky", "no", "bad", "no", "d", "no"));
        List<String> passed = bare.passedInBoth(twice);
        assertThat(passed).containsExactly("a", "b", "c");
        assertThat(woven.notPassed(passed)).isEqualTo(Map.of("b", "no", "c", "was not run"));
        assertThat(woven.beyond(bare)).containsExactly("d");
    }
}
