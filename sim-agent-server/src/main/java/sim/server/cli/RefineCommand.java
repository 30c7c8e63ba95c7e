package sim.server.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sim.server.cli.RefinedNames.Fate;
import tools.jackson.databind.JsonNode;

/**
 * {@code sim refine}: a weaver configuration of the methods that were worth their cost, or that tell something by any measure. Run
 * with it, the application carries hardly another probe, and the weaver looks at no other class.
 */
@Command(name = "refine", description = "Writes an aop.xml of the methods that tell something.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class RefineCommand implements Callable<Integer> {
    /** What the server gives at a time. */
    private static final int MOST = 10_000;
    /** AspectJ reads a pointcut by recursion: some thousand terms in one overflow its stack. */
    private static final int TOGETHER = 200;
    /** The standing of a name that a person switched off. */
    private static final String BY_HAND = "off";
    private static final Map<String, Fate> FATES = new LinkedHashMap<>();

    static {
        for (String earned : List.of("hotspot", "unmanaged", "pinned")) {
            FATES.put(earned, Fate.KEPT);
        }
        FATES.put("managed", Fate.JUDGED);
        FATES.put("disabled", Fate.SWITCHED_OFF);
        FATES.put(BY_HAND, Fate.SWITCHED_OFF);
    }

    @Mixin
    private AgentServer server;

    @Option(names = "--application", description = "optional while there is only one")
    private String application;

    @Option(names = "--only-hotspots", description = "only methods that are hotspots, no longer judged, or pinned")
    private boolean onlyHotspots;

    @Option(names = "--share", defaultValue = "1", description = "percent of all methods' own time at work, CPU time, allocation, blocked or waited time, or errors that any other method must have (default: ${DEFAULT-VALUE})")
    private double share;

    @Option(names = "--dearest", defaultValue = "20", description = "how many methods are named by each of these measures, whatever their share, if a call takes longer itself than a probe (default: ${DEFAULT-VALUE})")
    private int dearest;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!(share >= 0 && share <= 100)) {
            throw new IllegalStateException("--share " + share + " is not usable: a percentage, 0 to 100");
        }
        if (dearest < 0 || dearest > MOST) {
            throw new IllegalStateException("--dearest " + dearest + " is not usable: a number, 0 to " + MOST);
        }
        Set<String> telling = onlyHotspots ? Set.of() : new TellingNames(server, application, share, dearest).find();
        RefinedNames names = new RefinedNames();
        String known = "";
        for (Map.Entry<String, Fate> standing : FATES.entrySet()) {
            Map<String, String> query = new LinkedHashMap<>();
            query.put("application", application);
            query.put("standing", standing.getKey());
            query.put("limit", String.valueOf(MOST));
            JsonNode answer = server.get("hotspots", query);
            known = answer.path("application").asString();
            for (JsonNode name : answer.path("names")) {
                String type = name.path("class").asString();
                String method = name.path("method").asString();
                boolean tells = !standing.getKey().equals(BY_HAND) && telling.contains(type + "." + method);
                names.add(type, method, tells ? Fate.KEPT : standing.getValue());
            }
            if (answer.path("names").size() == MOST) {
                System.err.println(
                        "sim: only " + MOST + " names that are " + standing.getKey() + " are looked at");
            }
        }
        if (names.kept() == 0) {
            throw new IllegalStateException("no method of " + known
                    + " has survived, or none was metered: let it run for a while, see ./sim top");
        }
        if (!names.byHand().isEmpty()) {
            System.err.println("sim: " + names.byHand().size() + " names that no method can have are left out, such as "
                    + names.byHand().iterator().next());
        }
        System.out.print(configuration(known, names));
        return 0;
    }

    private static String configuration(String application, RefinedNames names) {
        List<String> terms = names.terms();
        List<String> includes = names.includes();
        String what = names.kept() + " of " + names.known() + " methods";
        if (terms.size() > RefinedNames.MOST_TERMS) {
            what = "all methods of the " + includes.size() + " types with " + what;
            System.err
                    .println("sim: " + terms.size()
                            + " patterns would cost more than weaving everything, so refine wrote " + what
                            + ". --only-hotspots or --share=... names fewer");
            terms = List.of("execution(* *(..))", "execution(*.new(..))");
        }
        StringBuilder xml = new StringBuilder("<!-- ").append(what).append(" of ")
                .append(escaped(application).replace("--", "- -"))
                .append(" that were worth metering, by ./sim refine. -->\n<aspectj>\n  <aspects>\n");
        for (int from = 0; from < terms.size(); from += TOGETHER) {
            xml.append("    <concrete-aspect name=\"sim.refined.Survivors").append(from / TOGETHER + 1)
                    .append("\"\n                     extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\">\n")
                    .append("      <pointcut name=\"methodsToInstrument\"\n                expression=\"")
                    .append(escaped(String.join("\n                            || ",
                            terms.subList(from, Math.min(terms.size(), from + TOGETHER)))))
                    .append("\"/>\n    </concrete-aspect>\n");
        }
        xml.append("  </aspects>\n  <weaver>\n");
        includes.forEach(type -> xml.append("    <include within=\"").append(escaped(type)).append("\"/>\n"));
        return xml.append("  </weaver>\n</aspectj>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
