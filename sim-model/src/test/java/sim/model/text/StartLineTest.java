package sim.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartLineTest {
    private static final String CURE = "; do this";

    @Test
    void whatFitsStaysAsItIs() {
        assertThat(Text.startLine("no aspect my.Absent", CURE)).isEqualTo("no aspect my.Absent; do this");
        assertThat(Text.startLine("", CURE)).isEqualTo(CURE);
        assertThat(Text.startLine("away", " (refused)", CURE)).isEqualTo("away (refused); do this");
    }

    @Test
    void theEndStaysWholeWhateverComesBefore() {
        assertThat(Text.startLine("begin ".repeat(50), CURE)).hasSize(155).startsWith("begin begin")
                .endsWith("\u2026" + CURE);
        assertThat(Text.startLine("begin", "e".repeat(155))).isEqualTo("e".repeat(155));
        assertThat(Text.startLine("begin", "e".repeat(154))).isEqualTo("\u2026" + "e".repeat(154));
        assertThat(Text.startLine("begin", "e".repeat(900))).hasSize(155).endsWith("e\u2026");
    }

    /** The folder of a file may be long, and its name is what is to be corrected. */
    @Test
    void ofWhatIsInBetweenTheEndStays() {
        assertThat(Text.startLine("away", " (" + "/folder".repeat(50) + "/ca.pem)", CURE)).hasSize(155)
                .startsWith("away\u2026").endsWith("/folder/ca.pem)" + CURE);
        assertThat(Text.startLine("a".repeat(140), " (refused)", CURE)).isEqualTo("a".repeat(140) + CURE);
        assertThat(Text.startLine("a".repeat(200), " (refused)", CURE)).hasSize(155).endsWith("a\u2026" + CURE);
    }

    @Test
    void itIsOneLineOfWholeCharacters() {
        assertThat(Text.startLine("a\r\nb\u2028", "\tc\u0007")).isEqualTo("a  b  c ");
        String line = Text.startLine("", "\ud83d\ude00".repeat(100), CURE);
        assertThat(line).isEqualTo(Text.wellFormed(line)).endsWith("\ud83d\ude00" + CURE);
    }
}
