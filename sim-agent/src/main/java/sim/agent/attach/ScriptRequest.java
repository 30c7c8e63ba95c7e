package sim.agent.attach;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** What a person wants of the scripts of a JVM, as the agent there reads it. */
final class ScriptRequest {
    private static final Set<String> FLAGS = Set.of("--split", "--try", "--remove");

    private ScriptRequest() {}

    /** Null where it is not understood. */
    static Properties of(String... arguments) {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        Set<String> flags = new java.util.TreeSet<>(words);
        flags.retainAll(FLAGS);
        words.removeAll(flags);
        if (words.isEmpty() || !words.get(0).matches("\\d+")) {
            return null;
        }
        boolean removes = flags.contains("--remove");
        Properties asked = new Properties();
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
}
