package sim.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * {@code sim refine}: a weaver configuration of the methods that were worth their cost. Run with it, the application
 * carries no other probe at all.
 */
@Command(name = "refine", description = "Writes an aop.xml of the methods the hotspot extension let survive.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class RefineCommand implements Callable<Integer> {
    /** What the server gives at a time. */
    private static final int MOST = 10_000;
    /** AspectJ reads a pointcut by recursion: some thousand terms in one overflow its stack. */
    private static final int TOGETHER = 200;
    private static final List<String> SURVIVE = List.of("hotspot", "unmanaged", "pinned", "managed");

    @Mixin
    private AgentServer server;

    @Option(names = "--application", description = "may be left out while there is just one")
    private String application;

    @Option(names = "--only-hotspots", description = "leave out what is still being judged")
    private boolean onlyHotspots;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Set<String>> byClass = new TreeMap<>();
        Set<String> byHand = new TreeSet<>();
        String known = "";
        for (String standing : SURVIVE) {
            if (onlyHotspots && standing.equals("managed")) {
                continue;
            }
            Map<String, String> query = new LinkedHashMap<>();
            query.put("application", application);
            query.put("standing", standing);
            query.put("limit", String.valueOf(MOST));
            JsonNode answer = server.get("hotspots", query);
            known = answer.path("application").asString();
            for (JsonNode name : answer.path("names")) {
                String type = name.path("class").asString();
                String method = name.path("method").asString();
                if (isMethod(type, method)) {
                    byClass.computeIfAbsent(type, ignored -> new TreeSet<>()).add(method);
                } else {
                    byHand.add(type + "." + method);
                }
            }
            if (answer.path("names").size() == MOST) {
                System.err.println("sim: only " + MOST + " names that are " + standing + " are looked at");
            }
        }
        if (byClass.isEmpty()) {
            throw new IllegalStateException("no method of " + known
                    + " has survived, or none was metered: let it run for a while, see ./sim top");
        }
        if (!byHand.isEmpty()) {
            System.err.println("sim: " + byHand.size() + " names that no method can have are left out, such as "
                    + byHand.iterator().next());
        }
        System.out.print(configuration(known, byClass));
        return 0;
    }

    /**
     * Probes by hand are named anything, and a pointcut that cannot be read would leave the program unmetered. Woven, a
     * constructor is called {@code <init>}; a {@code new} is by hand, and in a pattern it would be a constructor with a
     * return type. The language's other words are read there as names.
     */
    private static boolean isMethod(String type, String method) {
        return (method.equals("<init>") || SourceVersion.isIdentifier(method) && !method.equals("new"))
                && Arrays.stream(pattern(type).split("\\.", -1))
                        .allMatch(part -> part.equals("*") || SourceVersion.isIdentifier(part));
    }

    private static String configuration(String application, Map<String, Set<String>> byClass) {
        List<String> executions = new ArrayList<>();
        byClass.forEach((type, methods) -> methods.forEach(method -> executions.add("execution("
                + (method.equals("<init>") ? "" : "* ") + escaped(pattern(type)) + "."
                + (method.equals("<init>") ? "new" : escaped(method)) + "(..))")));
        StringBuilder xml = new StringBuilder("<!-- The methods of ").append(escaped(application).replace("--", "- -"))
                .append(" that were worth metering, by ./sim refine. -->\n<aspectj>\n  <aspects>\n");
        for (int from = 0; from < executions.size(); from += TOGETHER) {
            xml.append("    <concrete-aspect name=\"sim.refined.Survivors").append(from / TOGETHER + 1)
                    .append("\"\n                     extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\">\n")
                    .append("      <pointcut name=\"methodsToInstrument\"\n                expression=\"")
                    .append(String.join("\n                            || ",
                            executions.subList(from, Math.min(executions.size(), from + TOGETHER))))
                    .append("\"/>\n    </concrete-aspect>\n");
        }
        xml.append("  </aspects>\n  <weaver>\n");
        byClass.keySet().stream().map(RefineCommand::pattern).distinct()
                .forEach(type -> xml.append("    <include within=\"").append(escaped(type)).append("\"/>\n"));
        return xml.append("  </weaver>\n</aspectj>\n").toString();
    }

    /** A nested class is written with a dot in a pattern; what has no name there stands for any. */
    private static String pattern(String type) {
        return type.replaceAll("\\$(?=[0-9])", ".*").replace('$', '.').replaceAll("\\*[0-9]+", "*");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
