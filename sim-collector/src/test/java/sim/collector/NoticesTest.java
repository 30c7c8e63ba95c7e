package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoticesTest {
    @Test
    void whatComesAndGoesIsSaidAFewTimes() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true));
        Notices notices = new Notices();
        int overs = 0;
        try {
            for (int i = 0; i < 100; i++) {
                notices.say("of the test", "a server is away");
                notices.say("of the test", "it still is");
                overs += notices.over("of the test") ? 1 : 0;
            }
        } finally {
            System.setErr(before);
        }
        List<String> lines = printed.toString().lines().filter(line -> line.startsWith("sim: a server")).toList();
        assertThat(lines).hasSize(Notices.MOST);
        assertThat(lines.get(0)).isEqualTo("sim: a server is away");
        assertThat(lines.get(Notices.MOST - 1)).endsWith("no longer reported");
        assertThat(overs).isEqualTo(Notices.MOST - 1);
        assertThat(printed.toString()).doesNotContain("it still is");
    }

    /** What is added when it is enough was over the line's end. */
    @Test
    void aLineThatFitsAScreenFitsItAlsoTheLastTime() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true));
        Notices notices = new Notices();
        try {
            for (int i = 0; i < Notices.MOST; i++) {
                notices.say("of the test", "a server is away".repeat(10).substring(0, 155));
                notices.over("of the test");
            }
        } finally {
            System.setErr(before);
        }
        List<String> lines = printed.toString().lines().filter(line -> line.startsWith("sim: a server")).toList();
        assertThat(lines).hasSize(Notices.MOST).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(160));
        assertThat(lines.get(0)).hasSize(160);
        assertThat(lines.get(Notices.MOST - 1))
                .endsWith("\u2026. This happened several times, and is no longer reported");
    }
}
