package sim.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.metrics.config.OptionException;

/**
 * The payload probes for libraries, each switched on by a word: {@code libraries=jdbc+http}. A word is a weaver configuration in
 * the agent's jar; a second one names the libraries' packages, where the application's configuration names packages: without
 * any, everything is woven.
 */
final class Libraries {
    private static final String FOLDER = "META-INF/sim/";
    /** By word: whether it has packages of its own. */
    private static final Map<String, Boolean> KNOWN = new TreeMap<>(Map.of("jdbc", true, "http", false));

    private Libraries() {}

    /**
     * Tells the weaver of them.
     *
     * @param aop the application's configuration, empty for none
     * @throws OptionException if one is not known
     */
    static void use(List<String> words, String aop) {
        for (String word : words) {
            Boolean packages = KNOWN.get(word);
            if (packages == null) {
                throw new OptionException("libraries=" + word + " is not known; there are "
                        + String.join(", ", KNOWN.keySet()) + ", joined by '+'");
            }
            WeaverConfiguration.add(FOLDER + word + ".xml");
            if (packages && namesPackages(aop)) {
                WeaverConfiguration.add(FOLDER + word + "-included.xml");
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
