package sim.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextTest {
    private static final String SMILE = "\ud83d\ude00";

    @Test
    void textThatIsFineStaysTheSameObject() {
        for (String fine : new String[]{"", "order 4711", "\u00e4\u20ac", SMILE, "a" + SMILE + SMILE + "b", "\ufffd"}) {
            assertThat(Text.wellFormed(fine)).isSameAs(fine);
            assertThat(Text.cut(fine, 512)).isSameAs(fine);
            assertThat(Text.cut(fine, fine.length())).isSameAs(fine);
        }
    }

    @Test
    void eachLoneSurrogateIsReplacedAndPairsStay() {
        assertThat(Text.wellFormed("\ud83d")).isEqualTo("\ufffd");
        assertThat(Text.wellFormed("\ude00")).isEqualTo("\ufffd");
        assertThat(Text.wellFormed("\ude00\ud83d")).isEqualTo("\ufffd\ufffd");
        assertThat(Text.wellFormed("a\ud83d\ud83d\ude00\ude00b\ud83d")).isEqualTo("a\ufffd" + SMILE + "\ufffdb\ufffd");
        assertThat(Text.wellFormed(null)).isEqualTo("null");
    }

    @Test
    void isCutBetweenCodePoints() {
        assertThat(Text.cut("abcdef", 4)).isEqualTo("abc\u2026");
        assertThat(Text.cut("ab" + SMILE + "ef", 4)).as("the pair would be halved").isEqualTo("ab\u2026");
        assertThat(Text.cut("ab" + SMILE + "ef", 5)).isEqualTo("ab" + SMILE + "\u2026");
        assertThat(Text.cut("ab\ud83def", 4)).isEqualTo("ab\ufffd\u2026");
        assertThat(Text.cut(SMILE, 1)).isEqualTo("\u2026");
        assertThat(Text.cut("abc", 0)).isEqualTo("\u2026");
    }

    @Test
    void whateverGoesInCanBeEncodedAndKeepsItsBound() {
        SplittableRandom random = new SplittableRandom(4711);
        char[] alphabet = {'a', '\u00e4', '\u20ac', '\ud83d', '\ude00', '\ud800', '\udfff', '\ufffd'};
        for (int round = 0; round < 20_000; round++) {
            char[] chars = new char[random.nextInt(12)];
            for (int i = 0; i < chars.length; i++) {
                chars[i] = alphabet[random.nextInt(alphabet.length)];
            }
            String text = new String(chars);
            int length = 1 + random.nextInt(12);
            String cut = Text.cut(text, length);
            assertThat(cut.length()).isLessThanOrEqualTo(length);
            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(cut)).as(cut).isTrue();
            if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                assertThat(text).startsWith(cut.endsWith("\u2026") ? cut.substring(0, cut.length() - 1) : cut);
            }
        }
    }
}
