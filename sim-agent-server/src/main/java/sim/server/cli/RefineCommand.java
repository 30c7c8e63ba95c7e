package sim.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * {@code sim refine}: a weaver configuration of the methods that were worth their cost. Run with it, the application
 * carries no other probe at all.
 */
@Command(name = "refine", description = "Writes an aop.xml of the methods the hotspot extension let survive.", mixinStandardHelpOptions = true)
public final class RefineCommand implements Callable<Integer> {
    private static final String MOST = "10000";
    /** AspectJ reads a pointcut by recursion: some thousand terms in one overflow its stack. */
    private static final int TOGETHER = 200;
    private static final Set<String> SURVIVE = Set.of("hotspot", "unmanaged", "pinned", "managed");

    @Mixin
    private AgentServer server;

    @Option(names = "--application", description = "may be left out while there is just one")
    private String application;

    @Option(names = "--only-hotspots", description = "leave out what is still being judged")
    private boolean onlyHotspots;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("application", application);
        query.put("limit", MOST);
        JsonNode answer = server.get("hotspots", query);
        Map<String, Set<String>> byClass = new TreeMap<>();
        for (JsonNode name : answer.path("names")) {
            String standing = name.path("standing").asString();
            boolean survives = SURVIVE.contains(standing) && !(onlyHotspots && standing.equals("managed"));
            if (survives && !name.path("class").asString().isEmpty()) {
                byClass.computeIfAbsent(name.path("class").asString(), type -> new TreeSet<>())
                        .add(name.path("method").asString());
            }
        }
        if (byClass.isEmpty()) {
            throw new IllegalStateException("no method of " + answer.path("application").asString()
                    + " has survived, or none was metered: let it run for a while, see ./sim top");
        }
        System.out.print(configuration(answer.path("application").asString(), byClass));
        return 0;
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
