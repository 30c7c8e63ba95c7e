package sim.agent.intercept;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import sim.agent.code.Hierarchy;
import sim.agent.configure.Configurations;
import sim.agent.inject.Interception;
import sim.agent.inject.Selections;
import sim.agent.select.Element;
import sim.payload.runtime.JvmPayloads;
import sim.metrics.weaving.WeavingReport;

/**
 * The payload probes that have found nothing: interceptions that are in no code, and aspects of which no call has run. While the program
 * runs, they may still find something, so their number is a counter. When it ends, each is reported in a line. Called by the collector, and
 * by {@code sim-exit}.
 */
final class UnmatchedProbes {
    private static final String ASPECTS = "sim/instrumentation/aop/aspectj/";
    private static final List<String> KINDS = List.of(ASPECTS + "AbstractPayloadRecorder",
            ASPECTS + "AbstractCallTreeSplitter");
    private static final Set<String> ASPECT = Set.of("aspect", "concrete-aspect");
    /** SIM's own probes are not counted: they are ready-made for more than a program may have. */
    private static final String OWN = "sim.";

    private final Injection injection;
    private final WeavingReport report;
    /**
     * The payload aspects in the application's configurations. Null until they are first needed, because reading them would slow the start.
     */
    private Set<String> aspects;
    private boolean ended;

    UnmatchedProbes(Injection injection, WeavingReport report) {
        this.injection = injection;
        this.report = report;
    }

    /** How many there are now. */
    synchronized long count() {
        return ended ? 0 : interceptions().count() + aspects().count();
    }

    /** Reports each at the program's end, unless something was said about it before. */
    synchronized void say() {
        if (ended) {
            return;
        }
        interceptions().filter(each -> !injection.isSaid(each)).forEach(each -> report.misplaced(each.said(),
                each.method() + (each.method().isOfTheJdk()
                        ? " was called by no woven code that was loaded: nothing was recorded"
                        : " was in no class that was loaded: nothing was recorded")));
        aspects().forEach(each -> report.misplaced(each, "nothing that its pointcut selects has run, so nothing was "
                + "recorded: does the pointcut name methods that there are, and the weaver's <include> their classes?"));
        ended = true;
    }

    /** Tells that the probes have been removed. */
    synchronized void end() {
        ended = true;
    }

    private Stream<Interception> interceptions() {
        return injection.wanted().stream()
                .filter(each -> !each.probe().startsWith(OWN) && !Selections.isPlaced(each));
    }

    private Stream<String> aspects() {
        if (aspects == null) {
            aspects = aspects(ClassLoader.getSystemClassLoader());
        }
        return aspects.stream().filter(each -> !JvmPayloads.open().isMet(each));
    }

    private static Set<String> aspects(ClassLoader loader) {
        Set<String> found = new TreeSet<>();
        for (Element each : elements(loader)) {
            String name = each.attributes().get("name");
            if (ASPECT.contains(each.name()) && name != null && !name.startsWith(OWN)
                    && isOfPayloads(loader, each.attributes().getOrDefault("extends", name))) {
                found.add(name);
            }
        }
        return found;
    }

    private static List<Element> elements(ClassLoader loader) {
        try {
            return Configurations.texts(loader).stream().map(Element::read).filter(Objects::nonNull)
                    .flatMap(List::stream).toList();
        } catch (IOException unreadable) {
            return List.of(); // the weaver reports that
        }
    }

    private static boolean isOfPayloads(ClassLoader loader, String type) {
        String internal = type.replace('.', '/');
        return KINDS.contains(internal) || !type.startsWith(OWN)
                && KINDS.stream().anyMatch(kind -> Hierarchy.of(loader).isSubtype(internal, kind));
    }
}
