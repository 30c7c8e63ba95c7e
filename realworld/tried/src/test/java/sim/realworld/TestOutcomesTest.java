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
