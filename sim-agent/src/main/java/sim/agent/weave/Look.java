package sim.agent.weave;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import sim.agent.code.CompiledAspects;
import sim.agent.code.Hierarchy;
import sim.agent.configure.Configurations;
import sim.agent.select.Element;
import sim.agent.select.Included;
import sim.agent.select.PlainSelection;
import sim.agent.select.PointcutBound;

/**
 * Decides before the weaver whether anything in a class can match. The weaver would parse each class and resolve its types for that, which takes some
 * 1 ms. Here a class is left out if neither it, nor a type above or around it, has one of SIM's annotations among its constants or a name a pointcut
 * asks for, and it neither calls nor has a {@link Sought} method. Decides only where all aspects of a loader's configurations are known kinds: SIM's
 * annotations, Spring's, methods selected by pointcuts that name packages or types, the libraries' probes and the hand-overs. And it tells which
 * methods are selected, where names alone decide that. What it lets pass the weaver decides.
 */
final class Look {
    private static final String PACKAGE = "sim.instrumentation.aop.aspectj.";
    /** A weaver finds its aspects wherever spring-aspects is on the class path, as with Spring Data JPA. */
    private static final String SPRING = "org.springframework.";
    /** These select what has annotations, all of them marks of {@link Hierarchy}, and nothing else. */
    private static final Set<String> BY_ANNOTATION = Set.of(PACKAGE + "AspectsPrecedence",
            PACKAGE + "AnnotationMethodInstrumentation", PACKAGE + "AnnotationTypeInstrumentation",
            PACKAGE + "AnnotationContextCreator", PACKAGE + "AnnotationContextWriter",
            PACKAGE + "AnnotationPayloadRecorder", PACKAGE + "AnnotationCallTreeSplitter",
            SPRING + "scheduling.aspectj.AnnotationAsyncExecutionAspect",
            SPRING + "transaction.aspectj.AnnotationTransactionAspect",
            SPRING + "transaction.aspectj.JtaAnnotationTransactionAspect",
            SPRING + "cache.aspectj.AnnotationCacheAspect", SPRING + "cache.aspectj.JCacheCacheAspect");
    /** These select what their one pointcut does, where it is a method. */
    private static final Set<String> BY_POINTCUT = Set.of(PACKAGE + "AbstractMethodInterceptor",
            PACKAGE + "AbstractMethodInstrumentation");
    /** These select in types of such names, or below such types. */
    private static final Map<String, String> BY_TYPE = Map.of(PACKAGE + "SpringTaskPropagator",
            SPRING + "core.task.", "sim.payload.library.okhttp.OkHttpAspect", "okhttp3.",
            "sim.payload.bridge.PublishedHooks", "com.jprofiler.api.probe.embedded.",
            SPRING + "beans.factory.aspectj.AnnotationBeanConfigurerAspect", SPRING + "beans.factory.aspectj.");
    private static final Set<String> WITHOUT_MEANING = Set.of("aspectj", "aspects", "weaver", "include", "exclude");
    /** Where types begin that a pointcut of the configuration's own names. */
    private final Set<String> beginnings = new HashSet<>();
    /** The same of aspects that are known. */
    private final Set<String> libraries = new HashSet<>();
    private final Predicate<String> wanted = this::isWanted;
    private final Predicate<String> ofLibrary = this::isOfLibrary;
    private final Search search = new Search();
    private boolean isUnderstood = true;
    private PlainSelection selection;
    private Included included = Included.EVERYTHING;

    private Look() {}

    /**
     * By the configurations a loader's weaver reads.
     *
     * @param isHeard whether the weaver is to see all that may match
     */
    static Look of(ClassLoader loader, boolean isHeard) {
        try {
            return ofTexts(Configurations.texts(loader), isHeard);
        } catch (IOException unreadable) {
            return of(List.of("<unreadable/>"), isHeard);
        }
    }

    /** The same by {@link Configurations#texts}. */
    static Look ofTexts(List<String> texts, boolean isHeard) {
        Look look = of(texts, isHeard);
        if (!Configurations.areQuiet(texts)) { // the weaver is to be heard
            look.isUnderstood = false;
            look.included = Included.EVERYTHING;
        }
        return look;
    }

    static Look of(List<String> configurations, boolean isHeard) {
        Look look = new Look();
        List<List<Element>> read = new ArrayList<>();
        for (String each : configurations) {
            List<Element> elements = Element.read(each);
            look.isUnderstood &= elements != null;
            if (elements != null) {
                elements.forEach(look::read);
            }
            read.add(elements);
        }
        look.selection = isHeard ? PlainSelection.NONE : PlainSelection.of(read);
        look.included = isHeard ? Included.EVERYTHING : Included.of(read);
        return look;
    }

    /** Whether the configurations name the classes that the weaver looks at, and this class is none of them. No aspect changes such a class. */
    boolean leavesOut(String name) {
        return included.leavesOut(name);
    }

    /**
     * The methods of a class that are metered, by name and descriptor, where nothing else can be woven into it; null where the
     * weaver has to tell. Throws what ASM throws where a class cannot be read.
     */
    Set<String> chosen(String name, ClassReader read, byte[] bytes, Hierarchy types) {
        if (!isUnderstood) {
            return null;
        }
        types.note(read);
        CompiledAspects.Traces traces = CompiledAspects.traces(bytes);
        if (search.mayFind(read, types) || traces.isWoven() || traces.isAspect()) {
            return null;
        }
        // by its name first: where all is woven that is nearly always enough
        if (!isWanted(name) && !mayBeWanted(name, types, wanted)) {
            return Set.of();
        }
        return traces.isAny() || mayBeWanted(name, types, ofLibrary) ? null : selection.chosen(read, types);
    }

    /** Whether a class, or a type above or around it, has a mark or a name that is wanted. */
    private static boolean mayBeWanted(String name, Hierarchy types, Predicate<String> wanted) {
        for (int end = name.length(); end > 0; end = name.lastIndexOf('$', end - 1)) {
            String around = name.substring(0, end);
            // a generated class such as Log_$logger has a dollar in its name, and no class is around it
            if ((end == name.length() || types.isKnown(around)) && types.mayHave(around, wanted)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWanted(String type) {
        return begins(type, beginnings) || isOfLibrary(type);
    }

    private boolean isOfLibrary(String type) {
        return begins(type, libraries);
    }

    private static boolean begins(String type, Set<String> beginnings) {
        for (String each : beginnings) {
            if (begins(type, each)) {
                return true;
            }
        }
        return false;
    }

    /** Asked for every class that is loaded and those above it: makes no string of them. */
    private static boolean begins(String type, String beginning) {
        if (type.length() < beginning.length()) {
            return false;
        }
        for (int i = 0; i < beginning.length(); i++) {
            char next = type.charAt(i);
            if ((next == '/' || next == '$' ? '.' : next) != beginning.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Anything that is not understood ends deciding. */
    private void read(Element element) {
        if (!element.isEnd() && !WITHOUT_MEANING.contains(element.name())) {
            isUnderstood &= isUnderstood(element.name(), element.attributes());
        }
    }

    private boolean isUnderstood(String element, Map<String, String> attributes) {
        switch (element) {
            case "aspect" :
                // a scope only makes the selection smaller, and the weaver applies it
                return attributes.size() == (attributes.containsKey("scope") ? 2 : 1)
                        && isUnderstood(attributes.get("name"));
            case "concrete-aspect" :
                return attributes.size() == 2 && BY_POINTCUT.contains(attributes.get("extends"));
            case "pointcut" :
                beginnings.addAll(PointcutBound.of(attributes.getOrDefault("expression", "")));
                return true;
            default :
                return false;
        }
    }

    private boolean isUnderstood(String aspect) {
        if (aspect != null && BY_TYPE.containsKey(aspect)) {
            libraries.add(BY_TYPE.get(aspect));
            return true;
        }
        if (aspect != null && Sought.BY_ASPECT.containsKey(aspect)) {
            search.add(Sought.BY_ASPECT.get(aspect));
            return true;
        }
        return aspect != null && BY_ANNOTATION.contains(aspect);
    }
}
