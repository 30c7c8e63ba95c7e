package sim.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who catches everything either throws it on, or hands it to what counts it and lets pass what must pass
 * ({@code sim.base.failure.Fatal}). Whoever does neither stands here with the reason.
 */
class CaughtTest {
    private static final Pattern CATCH = Pattern.compile("catch \\(Throwable \\w+\\) \\{");
    /** They end in Fatal, or are called where the stack is full and then in Fatal. */
    private static final Pattern HANDED_ON = Pattern
            .compile("\\bthrow\\b|Fatal\\.pass\\(|\\bfailed\\(|failures\\.accept\\("
                    + "|\\blost\\(|beginFailed\\(|endFailed\\(");

    private static final String OWN_THREAD = "on a thread of SIM's, which goes on whatever is thrown";
    private static final String CLASS_LOADING = "the JVM ignores what a transformer throws; the class is loaded as it was";
    private static final String TRIED = "asks whether the JVM has something; whatever is thrown says no";
    private static final String START = "before the application begins; it starts without metering";

    private static final Map<String, String> ALONE = Map.ofEntries(
            Map.entry("AtExit", "the JVM ends; the next of its tasks has its turn"),
            Map.entry("LastWords", "the JVM ends, nobody reads what cannot be printed; it is counted"),
            Map.entry("Clock", TRIED),
            Map.entry("ContextRegistry", OWN_THREAD),
            Map.entry("Parts", OWN_THREAD),
            Map.entry("Listeners", OWN_THREAD),
            Map.entry("PayloadTriggers", OWN_THREAD + "; counted as a recording that did not begin"),
            Map.entry("JvmMetering", START),
            Map.entry("OwnThread", OWN_THREAD),
            Map.entry("Rehearsal", OWN_THREAD),
            Map.entry("ProbeTelemetries", OWN_THREAD),
            Map.entry("RemoteScripts", OWN_THREAD),
            Map.entry("Loading", "on the extension's own thread; Extensions hands it to Extension.failed"),
            Map.entry("Agent", START),
            Map.entry("AttachedWeaving", OWN_THREAD),
            Map.entry("Attachment", OWN_THREAD),
            Map.entry("IdleProbes", OWN_THREAD + "; or " + CLASS_LOADING),
            Map.entry("InjectedProbes", OWN_THREAD),
            Map.entry("StartClasses", OWN_THREAD + "; whoever needs the class loads it"),
            Map.entry("Weaving", CLASS_LOADING),
            Map.entry("WeaverHooks", CLASS_LOADING),
            Map.entry("WeaveCache", OWN_THREAD),
            Map.entry("ClassDefiner", TRIED),
            Map.entry("Unused", TRIED),
            Map.entry("Collector", OWN_THREAD),
            Map.entry("Undying", OWN_THREAD),
            Map.entry("Spool", OWN_THREAD),
            Map.entry("Answering", OWN_THREAD),
            Map.entry("Committer", OWN_THREAD + "; it is the store's last error, and is tried again"),
            Map.entry("Peer", OWN_THREAD),
            Map.entry("PrometheusPage", OWN_THREAD + "; counted before a line about it is tried"),
            Map.entry("Loop", OWN_THREAD));

    @Test
    void nothingIsSwallowedWithoutAReason() throws IOException {
        List<String> bare = new ArrayList<>();
        Set<String> used = new HashSet<>();
        for (Path file : sources()) {
            String source = Files.readString(file);
            String name = file.getFileName().toString().replaceAll("\\..*", "");
            for (Matcher caught = CATCH.matcher(source); caught.find();) {
                if (!HANDED_ON.matcher(body(source, caught.end())).find()) {
                    used.add(name);
                    if (!ALONE.containsKey(name)) {
                        bare.add(file + ":" + (source.substring(0, caught.start()).lines().count() + 1));
                    }
                }
            }
        }
        assertThat(bare).as("catch (Throwable) that keeps all to itself: hand it to Fatal.pass, or say here why not")
                .isEmpty();
        assertThat(ALONE.keySet()).as("no longer needed here").isSubsetOf(used);
    }

    private static List<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.filter(each -> each.getFileName().toString().startsWith("sim-")).toList()) {
                if (Files.isDirectory(module.resolve("src/main"))) {
                    try (Stream<Path> files = Files.walk(module.resolve("src/main"))) {
                        files.filter(each -> each.toString().matches(".*\\.(java|aj)")).forEach(all::add);
                    }
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(400);
        return all;
    }

    /** What stands in the braces of which the first is before {@code from}. */
    private static String body(String source, int from) {
        int depth = 1;
        int at = from;
        while (depth > 0) {
            char c = source.charAt(at++);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
        return source.substring(from, at - 1);
    }
}
