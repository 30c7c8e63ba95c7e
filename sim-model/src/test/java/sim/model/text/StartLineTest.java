package sim.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartLineTest {
    private static final String CURE = "; do this";

    @Test
    void whatFitsStaysAsItIs() {
        assertThat(StartLine.of("no aspect my.Absent", CURE)).isEqualTo("no aspect my.Absent; do this");
        assertThat(StartLine.of("", CURE)).isEqualTo(CURE);
        assertThat(StartLine.of("away", " (refused)", CURE)).isEqualTo("away (refused); do this");
    }

    @Test
    void theEndStaysWholeWhateverComesBefore() {
        assertThat(StartLine.of("begin ".repeat(50), CURE)).hasSize(155).startsWith("begin begin")
                .endsWith("\u2026" + CURE);
        assertThat(StartLine.of("begin", "e".repeat(155))).isEqualTo("e".repeat(155));
        assertThat(StartLine.of("begin", "e".repeat(154))).isEqualTo("\u2026" + "e".repeat(154));
        assertThat(StartLine.of("begin", "e".repeat(900))).hasSize(155).endsWith("e\u2026");
    }

    /** The folder of a file may be long, and its name is what is to be corrected. */
    @Test
    void ofWhatIsInBetweenTheEndStays() {
        assertThat(StartLine.of("away", " (" + "/folder".repeat(50) + "/ca.pem)", CURE)).hasSize(155)
                .startsWith("away\u2026").endsWith("/folder/ca.pem)" + CURE);
        assertThat(StartLine.of("a".repeat(140), " (refused)", CURE)).isEqualTo("a".repeat(140) + CURE);
        assertThat(StartLine.of("a".repeat(200), " (refused)", CURE)).hasSize(155).endsWith("a\u2026" + CURE);
    }

    @Test
    void itIsOneLineOfWholeCharacters() {
        assertThat(StartLine.of("a\r\nb\u2028", "\tc\u0007")).isEqualTo("a  b  c ");
        String line = StartLine.of("", "\ud83d\ude00".repeat(100), CURE);
        assertThat(line).isEqualTo(Text.wellFormed(line)).endsWith("\ud83d\ude00" + CURE);
    }
}
