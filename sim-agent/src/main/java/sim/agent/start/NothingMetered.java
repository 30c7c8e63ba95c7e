package sim.agent.start;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import sim.agent.configure.Configurations;
import sim.agent.configure.GeneratedConfiguration;
import sim.agent.select.Element;
import sim.agent.select.TypePattern;
import sim.agent.weave.AspectMatches;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.exit.LastWords;
import sim.metrics.probe.Metering;
import sim.metrics.spi.Dictionary;
import sim.metrics.spi.SnapshotListener;
import sim.metrics.weaving.WeavingReport;
import sim.model.snapshot.Snapshot;
import sim.model.text.Text;

/**
 * Says in one line, with the likely cause, that a program is not metered at all: nobody annotated anything, or the weaver's configuration
 * selects nothing. If only some of its aspects select nothing, says which. Asked by the collector's thread until a method is metered, or the line is said.
 */
public final class NothingMetered implements SnapshotListener {
    /**
     * How long a program has to load its classes, once it has loaded one: a server deploys its applications last. Before that it had no
     * time on a processor, or has not begun. While it still loads many, as a server with a hundred features, it has as long again.
     */
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final long MOST_NANOS = 10 * PATIENCE_NANOS;
    /** So many classes between two drains are a program that starts. */
    private static final int MANY = 50;
    private static final String NO_CLASSES = "the program has loaded none of its classes yet";
    /** The most characters of a name in the line, which is to have at most 160. */
    private static final int LONGEST = 28;
    /** Packages of SIM's classes that programs use. A program may have them in a jar of its own, and nobody wants those classes metered. */
    private static final List<String> OF_SIM = List.of("sim.instrumentation.annotation.", "sim.payload.embedded.",
            "sim.payload.injected.", "sim.payload.controller.", "sim.payload.spi.");
    /** So many classes are looked at. Their number is for people. */
    private static final int MOST = 20_000;

    private final Instrumentation instrumentation;
    private final WeavingReport report;
    private final AspectMatches matches;
    private final List<String> packages;
    /** Whether there is something to see without a metered method. A user who names packages or a pointcut as well wants methods too. */
    private final boolean hasProbes;
    /** Whether the program has loaded a class of its own, and since when. */
    private boolean hasBegun;
    private long begun;
    /** When it last loaded many classes at a time, and how many there were then. */
    private long busy;
    private long seen;
    /** Whether the program makes contexts or events by itself: that is what it uses SIM for. */
    private boolean hasOthers;
    private boolean done;

    public NothingMetered(Instrumentation instrumentation, WeavingReport report, Options options,
            AspectMatches matches) {
        this.instrumentation = instrumentation;
        this.matches = matches;
        this.report = report;
        this.packages = options.list(Option.PACKAGES);
        this.hasProbes = !options.list(Option.LIBRARIES).isEmpty() || !options.list(Option.PAYLOAD_PROBES).isEmpty();
    }

    @Override
    public void gathered(Snapshot snapshot, Dictionary dictionary) {
        hasOthers |= !snapshot.contexts().isEmpty() || !snapshot.kinds().isEmpty() || !snapshot.events().isEmpty();
        if (!done && isDue(System.nanoTime(), NothingMetered::hasNames)) {
            say();
        }
    }

    /** Package-private for its test. */
    boolean isDue(long nanos, BooleanSupplier isMetered) {
        if (!hasBegun && (isMetered.getAsBoolean() || hasClasses())) {
            hasBegun = true;
            begun = nanos;
            busy = nanos;
        }
        long all = report.seen();
        if (all - seen >= MANY) {
            busy = nanos;
        }
        seen = all;
        return hasBegun && (nanos - busy > PATIENCE_NANOS || nanos - begun > MOST_NANOS);
    }

    /** The program ends: what it has not metered by now it never will. */
    @Override
    public void stop() {
        if (!done) {
            say();
        }
    }

    private void say() {
        done = true;
        Map<String, Long> counters = new TreeMap<>();
        report.count(counters);
        // what failed was said, with its cause
        boolean isSaid = counters.getOrDefault("weaving.failed", 0L) > 0 || report.hasMessages();
        boolean isWoven = hasProbes ? report.hasOwn() : counters.getOrDefault("weaving.woven", 0L) > 0;
        boolean isOthersAlone = hasProbes ? packages.isEmpty() && !hasPointcut(elements()) : hasOthers;
        if (!isOthersAlone && !isSaid && !isWoven && !hasNames()) {
            LastWords.say("no method is metered so far: " + cause());
        } else if (!isSaid) {
            sayWithout();
        }
    }

    /** Something is metered, as by an annotation; what else was asked for may still be written wrongly. */
    private void sayWithout() {
        Set<String> without = matches.without();
        if (without.remove(GeneratedConfiguration.OF_PACKAGES)) {
            List<String> classes = classes();
            if (hasNoneOf(packages, classes)) {
                LastWords.say("packages= meters nothing so far: " + noneBelow(packages, classes));
            }
        }
        if (!without.isEmpty()) {
            LastWords.say(without(without));
        }
    }

    /** Package-private for its test. */
    static String without(Set<String> aspects) {
        boolean isOne = aspects.size() == 1;
        String names = Text.cut(String.join(", ", aspects), 2 * LONGEST);
        return (isOne ? "aspect " + names + " has" : aspects.size() + " aspects (" + names + ") have")
                + " selected nothing so far: correct the pointcut" + (isOne ? "" : "s")
                + "; a nested class needs Type..*";
    }

    /** Whether any method or probe has a name. SIM's own names, such as {@code [other]}, have no owner; splits are no methods. */
    private static boolean hasNames() {
        return Metering.runtime().namesAfter(0).stream().anyMatch(each -> !each.owner().startsWith("split:")
                && (!each.owner().isEmpty() || !each.member().startsWith("[")));
    }

    /** A configuration that only includes classes says whose calls the libraries' probes see. */
    private static boolean hasPointcut(List<Element> configured) {
        return configured.stream().anyMatch(each -> each.name().equals("concrete-aspect"));
    }

    private String cause() {
        List<String> classes = classes();
        return hasNoneOf(packages, classes)
                ? noneBelow(packages, classes)
                : cause(classes, elements());
    }

    /** Package-private for its test. */
    static String noneBelow(List<String> packages, List<String> classes) {
        if (classes.isEmpty()) { // it ends before it has begun
            return NO_CLASSES;
        }
        return "no loaded class" + examples(classes) + " is below packages="
                + Text.cut(String.join("+", packages), LONGEST) + ": correct it";
    }

    private static boolean hasNoneOf(List<String> packages, List<String> classes) {
        return !packages.isEmpty() && classes.stream()
                .noneMatch(type -> packages.stream().anyMatch(each -> type.startsWith(each + ".")));
    }

    /** Package-private for its test. */
    static String cause(List<String> classes, List<Element> configured) {
        if (classes.isEmpty()) {
            return NO_CLASSES;
        }
        List<String> includes = configured.stream().filter(each -> each.name().equals("include"))
                .map(each -> each.attributes().getOrDefault("within", "")).toList();
        List<String> included = classes.stream().filter(each -> isWithin(each, includes)).toList();
        if (included.isEmpty() && !includes.isEmpty()) { // annotated or not
            return "no loaded class" + examples(classes) + " is within "
                    + Text.cut(String.join(" or ", includes), LONGEST) + ": correct <include>";
        }
        String kind = includes.isEmpty() ? "loaded" : "included";
        if (!hasPointcut(configured)) {
            return "no " + kind + " class" + examples(included)
                    + " carries @Instrument; annotate one, or use packages= or aop=";
        }
        return "the pointcuts select no method of any " + kind + " class" + examples(included)
                + "; a nested class needs Type..*";
    }

    private static boolean isWithin(String type, List<String> includes) {
        return includes.isEmpty() || includes.stream().anyMatch(each -> {
            try {
                return TypePattern.of(each).test(type);
            } catch (IllegalArgumentException unreadable) {
                return true; // only the weaver can tell
            }
        });
    }

    /** How many they are, and one of them. */
    private static String examples(List<String> classes) {
        return " (" + classes.size() + ": " + Text.cut(classes.get(0), LONGEST) + (classes.size() > 1 ? ", ..." : "")
                + ")";
    }

    /** The program's loaded classes, which are neither the JDK's nor SIM's; those of its own class path first. */
    private List<String> classes() {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        List<String> own = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (own.size() + others.size() < MOST && isOfProgram(each)) {
                (each.getClassLoader() == system ? own : others).add(each.getName());
            }
        }
        own.addAll(others);
        return own;
    }

    private boolean hasClasses() {
        return Arrays.stream(instrumentation.getAllLoadedClasses()).anyMatch(NothingMetered::isOfProgram);
    }

    private static boolean isOfProgram(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader() && !type.isArray() && !type.isHidden()
                && !isOfTheAgent(type) && !isMade(type);
    }

    /** SIM's own class loaders define classes of SIM's, from no jar. */
    private static boolean isOfTheAgent(Class<?> type) {
        return isOfSim(type.getName()) || isFromTheAgent(type)
                || isFromTheAgent(type.getClassLoader().getClass());
    }

    /** The aspect of {@code packages=} is made in the program's own loader. Package-private for its test. */
    static boolean isOfSim(String type) {
        return type.equals(GeneratedConfiguration.OF_PACKAGES) || OF_SIM.stream().anyMatch(type::startsWith);
    }

    private static boolean isFromTheAgent(Class<?> type) {
        return Objects.equals(type.getProtectionDomain().getCodeSource(),
                NothingMetered.class.getProtectionDomain().getCodeSource());
    }

    /** Classes that the JDK generates while a program runs: proxies and accessors, which nobody wrote. */
    private static boolean isMade(Class<?> type) {
        return Proxy.isProxyClass(type) || type.getName().startsWith("jdk.internal.");
    }

    /** SIM's own configuration is on the class path too; its aspects are those of the annotations. */
    private static List<Element> elements() {
        try {
            return Configurations.texts(ClassLoader.getSystemClassLoader()).stream().map(Element::read)
                    .filter(Objects::nonNull).flatMap(List::stream).toList();
        } catch (IOException unreadable) {
            return List.of(); // the weaver reports that
        }
    }
}
