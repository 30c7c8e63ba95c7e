package sim.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import sim.metrics.config.OptionException;

/**
 * The payload probes for libraries, each switched on by a word: {@code libraries=jdbc+http}. A word is a weaver configuration in
 * the agent's jar; a second one names the libraries' packages, where the application's configuration names packages: without
 * any, everything is woven.
 */
final class Libraries {
    private static final String FOLDER = "META-INF/sim/";
    private static final Set<String> KNOWN = new TreeSet<>(Set.of("jdbc", "http"));

    private Libraries() {}

    /**
     * Tells the weaver of them.
     *
     * @param aop the application's configuration, empty for none
     * @throws OptionException if one is not known
     */
    static void use(List<String> words, String aop) {
        for (String word : words) {
            if (!KNOWN.contains(word)) {
                throw new OptionException("libraries=" + word + " is not known; there are "
                        + String.join(", ", KNOWN) + ", joined by '+'");
            }
            Configurations.add(FOLDER + word + ".xml");
            if (namesPackages(aop)) {
                Configurations.add(FOLDER + word + "-included.xml");
            }
        }
    }

    private static boolean namesPackages(String aop) {
        try {
            if (!aop.isEmpty() && Files.readString(Path.of(aop)).contains("<include")) {
                return true;
            }
            for (URL found : Collections.list(ClassLoader.getSystemResources("META-INF/aop.xml"))) {
                try (InputStream content = found.openStream()) {
                    if (new String(content.readAllBytes(), StandardCharsets.UTF_8).contains("<include")) {
                        return true;
                    }
                }
            }
            return false;
        } catch (IOException unreadable) {
            return false; // the weaver says so
        }
    }
}
