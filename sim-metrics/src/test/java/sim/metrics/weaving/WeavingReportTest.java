package sim.metrics.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** However much there is to say about weaving, a start of the program has a few short lines of it; all of it is kept. */
@ResourceLock(Resources.SYSTEM_ERR)
class WeavingReportTest {
    private final WeavingReport report = new WeavingReport();

    @Test
    void aStartHasAtMostFourLinesOfAtMost160Characters() {
        String longText = "needs a type whose name is rather long. ".repeat(20);
        List<String> lines = said(() -> {
            for (int i = 0; i < 50; i++) {
                report.failed(WeavingFailure.THREW, "shop.Class" + i, longText);
                report.say("the weaver says: " + i);
            }
        });
        assertThat(lines).hasSize(4).allMatch(line -> line.startsWith("sim: ")).allMatch(line -> line.length() <= 160);
        assertThat(lines.get(3)).contains("on the page", "weave.log");
        assertThat(report.unwoven()).hasSize(50).allMatch(unwoven -> unwoven.what().equals(longText));
        assertThat(counters()).containsEntry("weaving.failed.threw", 50L);
    }

    @Test
    void ofClassesThatNeedAnAbsentOneTheFirstIsNamedAndAllAreCounted() {
        List<String> lines = said(() -> {
            for (int i = 0; i < 50; i++) {
                report.failed(WeavingFailure.MISSING_TYPE, "org.framework.Optional" + i, "org.absent.Library");
            }
        });
        assertThat(lines)
                .containsExactly("sim: not woven, loaded as it was: org.framework.Optional0: org.absent.Library");
        assertThat(counters()).containsEntry("weaving.failed.missing.type", 50L);
    }

    /** A loader of Tomcat's has four lines of text, and a message of the weaver's the name of a file. */
    @Test
    void whateverIsSaidIsALineOfTheScreen() {
        String loader = "ParallelWebappClassLoader\r\n  context: shop\r\n----------> Parent\u2028"
                + "of a loader ".repeat(9);
        List<String> lines = said(() -> {
            report.failed(WeavingFailure.RUNTIME, "classes of " + loader, "another runtime");
            report.say("the weaver says: register definition failed\n" + "/a/long/folder".repeat(500));
        });
        assertThat(lines).hasSize(2).allMatch(line -> line.length() <= 160);
        assertThat(lines.get(0)).startsWith("sim: not woven, loaded as it was: classes of ParallelWebappClassLoader"
                + "    context: shop  ----------> Parent of a loader").endsWith("\u2026: another runtime");
        assertThat(lines.get(1)).startsWith("sim: the weaver says: register definition failed /a/long")
                .endsWith("\u2026");
    }

    @Test
    void whatIsToBeDoneIsInTheLineHoweverLongItBegins() {
        String cure = ": put it on the class path";
        List<String> lines = said(() -> {
            report.say("no aspect " + "com.company.".repeat(50) + "Aspect", cure);
            report.say("no aspect my.Absent", cure);
        });
        assertThat(lines.get(0)).hasSize(160).startsWith("sim: no aspect com.company.").endsWith("\u2026" + cure);
        assertThat(lines.get(1)).isEqualTo("sim: no aspect my.Absent" + cure);
    }

    private Map<String, Long> counters() {
        Map<String, Long> counters = new HashMap<>();
        report.count(counters);
        return counters;
    }

    private static List<String> said(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(before);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
