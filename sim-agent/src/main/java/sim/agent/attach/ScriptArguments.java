package sim.agent.attach;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** Parses the arguments of {@code script} into the form that the agent in the other JVM reads. */
final class ScriptArguments {
    private static final Set<String> FLAGS = Set.of("--split", "--try", "--remove", "--stacked");
    /** Options with a value. */
    private static final Set<String> VALUES = Set.of("--telemetry", "--line", "--unit", "--scale", "--in");

    private ScriptArguments() {}

    /** The request; null if the arguments are not understood. */
    static Properties of(String... arguments) {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        Set<String> flags = new java.util.TreeSet<>(words);
        Properties values = values(words);
        flags.retainAll(FLAGS);
        words.removeAll(flags);
        if (words.isEmpty() || !words.get(0).matches("\\d+")) {
            return null;
        }
        boolean removes = flags.contains("--remove");
        Properties asked = new Properties();
        if (!values.isEmpty()) {
            return telemetry(words, flags, values);
        }
        if (flags.contains("--stacked")) {
            return null;
        }
        if (words.size() == 1 && flags.isEmpty()) {
            asked.setProperty("action", "list");
        } else if (words.size() == 2 && removes && flags.size() == 1) {
            asked.setProperty("action", "remove");
            asked.setProperty("name", words.get(1));
        } else if (words.size() == 4 && !removes) {
            asked.setProperty("action", flags.contains("--try") ? "try" : "add");
            asked.setProperty("name", words.get(1));
            asked.setProperty("pointcut", words.get(2));
            asked.setProperty("expression", words.get(3));
            asked.setProperty("split", String.valueOf(flags.contains("--split")));
        } else {
            return null;
        }
        return asked;
    }

    /** Removes the options with a value from the words, and returns them. */
    private static Properties values(List<String> words) {
        Properties values = new Properties();
        for (int i = 0; i < words.size() - 1; i++) {
            if (VALUES.contains(words.get(i))) {
                values.setProperty(words.remove(i).substring(2), words.remove(i));
                i--;
            }
        }
        return values;
    }

    private static Properties telemetry(List<String> words, Set<String> flags, Properties values) {
        String line = (String) values.remove("line");
        String expression = (String) values.remove("telemetry");
        if (expression == null || words.size() != 2 || flags.contains("--remove") || flags.contains("--split")) {
            return null;
        }
        Properties asked = new Properties();
        asked.putAll(values);
        asked.setProperty("action", flags.contains("--try") ? "try" : "add");
        asked.setProperty("name", words.get(1));
        asked.setProperty(line == null || line.isEmpty() ? "telemetry" : "telemetry." + line, expression);
        asked.setProperty("stacked", String.valueOf(flags.contains("--stacked")));
        return asked;
    }
}
