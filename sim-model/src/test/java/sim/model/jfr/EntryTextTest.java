package sim.model.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntryTextTest {
    @Test
    void readsAsItIsMeant() {
        Map<String, Object> entries = new LinkedHashMap<>();
        entries.put("Key1", "Value1");
        entries.put("count", 42L);
        entries.put("ratio", 0.5);
        entries.put("paid", true);
        entries.put("nothing", null);
        assertThat(text(entries)).isEqualTo("Key1=\"Value1\", count=42, ratio=0.5, paid=true, nothing=null");
    }

    @Test
    void givesBackWhatItWasGiven() {
        Random random = new Random(1);
        String alphabet = "ab\\\"=, \n.0ü1-E";
        for (int i = 0; i < 20_000; i++) {
            Map<String, Object> entries = new LinkedHashMap<>();
            for (int n = random.nextInt(5); n > 0; n--) {
                Object[] values = {random(random, alphabet), random.nextLong(),
                        Double.longBitsToDouble(random.nextLong()),
                        random.nextGaussian(), random.nextBoolean(), null, "null", "42", Double.NaN,
                        Double.NEGATIVE_INFINITY};
                entries.put(random(random, alphabet), values[random.nextInt(values.length)]);
            }
            assertThat(EntryText.parse(text(entries))).isEqualTo(entries);
        }
    }

    @Test
    void whatIsNoneIsRefused() {
        for (String wrong : List.of("a", "a=\"b", "a=x", "a=1,b=2", "a=\"b\"c", "a=1 ", "\\")) {
            assertThatThrownBy(() -> EntryText.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void rulesTravelAsText() {
        RuleSet rules = new RuleSet(
                List.of(new Rule(Rule.Operation.CONTEXT, null, null), new Rule(Rule.Operation.ENTRY, "a=b", 1.5)),
                Map.of("jdk.ThreadSleep", List.of(new Rule(Rule.Operation.KEY, "k, \"1\"", null),
                        new Rule(Rule.Operation.ENTRY, "n", null), new Rule(Rule.Operation.NO_CONTEXT, null, null))));
        RuleSet again = RuleSet.parse(rules.toText());
        assertThat(again.toText()).isEqualTo(rules.toText());
        assertThat(again.accepts("other", Map.of("a=b", 1.5))).isTrue();
        assertThat(again.accepts("other", Map.of("a=b", "1.5"))).isFalse();
        assertThat(again.accepts("jdk.ThreadSleep", Map.of("a=b", 1.5))).isFalse();
    }

    private static String random(Random random, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(6); n > 0; n--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private static String text(Map<String, Object> entries) {
        StringBuilder line = new StringBuilder();
        entries.forEach((key, value) -> EntryText.append(line, key, value));
        return line.toString();
    }
}
