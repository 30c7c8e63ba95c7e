package sim.model.jfr;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The rules of a context filter: those every event must satisfy, and those an event type must satisfy on top. Immutable.
 * Its text travels in the recording, so that a reader can apply the filter to the events the JVM itself writes.
 */
public final class RuleSet {
    private final List<Rule> all;
    private final Map<String, List<Rule>> byType;

    /** With the rules of single types under the event type's name. */
    public RuleSet(List<Rule> all, Map<String, List<Rule>> byType) {
        this.all = List.copyOf(all);
        Map<String, List<Rule>> copy = new LinkedHashMap<>();
        byType.forEach((type, rules) -> copy.put(type, List.copyOf(rules)));
        this.byType = copy;
    }

    /** The same with each rule changed. */
    public RuleSet with(UnaryOperator<Rule> change) {
        Map<String, List<Rule>> changed = new LinkedHashMap<>();
        byType.forEach((type, rules) -> changed.put(type, rules.stream().map(change).toList()));
        return new RuleSet(all.stream().map(change).toList(), changed);
    }

    /** The event types that have rules of their own. */
    public List<String> types() {
        return List.copyOf(byType.keySet());
    }

    /** Whether an event of that type, in a context of these entries, is kept. */
    public boolean accepts(String type, Map<String, Object> context) {
        return accepts(all, context) && accepts(byType.getOrDefault(type, List.of()), context);
    }

    /** All rules as one line; rule 3's parts are {@code 3.type} (left out for all), {@code 3.is}, {@code 3.key}, {@code 3.value}. */
    public String toText() {
        StringBuilder line = new StringBuilder();
        int number = 0;
        for (Rule rule : all) {
            append(line, number++ + ".", null, rule);
        }
        for (Map.Entry<String, List<Rule>> type : byType.entrySet()) {
            for (Rule rule : type.getValue()) {
                append(line, number++ + ".", type.getKey(), rule);
            }
        }
        return line.toString();
    }

    /**
     * The rules of a text.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static RuleSet parse(String text) {
        Map<String, Object> parts = EntryText.parse(text);
        List<Rule> all = new ArrayList<>();
        Map<String, List<Rule>> byType = new LinkedHashMap<>();
        for (int number = 0; parts.containsKey(number + ".is"); number++) {
            Rule rule = new Rule(Rule.Operation.valueOf(String.valueOf(parts.get(number + ".is"))),
                    (String) parts.get(number + ".key"), parts.get(number + ".value"));
            Object type = parts.get(number + ".type");
            (type == null ? all : byType.computeIfAbsent(type.toString(), any -> new ArrayList<>())).add(rule);
        }
        return new RuleSet(all, byType);
    }

    private static boolean accepts(List<Rule> rules, Map<String, Object> context) {
        for (Rule rule : rules) {
            if (!rule.accepts(context)) {
                return false;
            }
        }
        return true;
    }

    private static void append(StringBuilder line, String number, String type, Rule rule) {
        if (type != null) {
            EntryText.append(line, number + "type", type);
        }
        EntryText.append(line, number + "is", rule.operation().name());
        if (rule.key() != null) {
            EntryText.append(line, number + "key", rule.key());
        }
        if (rule.operation() == Rule.Operation.ENTRY) {
            EntryText.append(line, number + "value", rule.value());
        }
    }
}
