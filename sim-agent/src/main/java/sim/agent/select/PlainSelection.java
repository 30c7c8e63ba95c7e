package sim.agent.select;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import sim.agent.code.Hierarchy;
import sim.agent.code.ListedMethod;

/**
 * What a loader's weaver configurations select by names alone: methods and constructors that are metered without hooks. It answers as
 * the weaver would, or not at all. Aspects the configurations only list are none of its business. Immutable, for any thread.
 */
public final class PlainSelection {
    /** Which leaves all to the weaver. */
    public static final PlainSelection NONE = of(Collections.singletonList(null));

    private static final String METERS = "sim.instrumentation.aop.aspectj.AbstractMethodInterceptor";
    private static final Set<String> POINTCUTS = Set.of("methodsToInstrument", "methodExecution");
    /** What has no influence on what is woven. */
    private static final Set<String> OPTIONS = Set.of("-nowarn", "-Xlint:ignore", "-XnoInline", "-proceedOnError");
    /**
     * The first version with stack map frames, of which the handler of a probe has one. Netty's classes are of it. Its methods may do without frames, so
     * what SIM writes into them is verified.
     */
    private static final int OLDEST = Opcodes.V1_6;

    private static final String TABLE = "$SWITCH_TABLE$";

    private final List<Pointcut> pointcuts = new ArrayList<>();
    private final List<TypePattern> included = new ArrayList<>();
    private final List<TypePattern> excluded = new ArrayList<>();
    private final Set<String> aspects = new HashSet<>();
    private boolean isOfAspects;
    private boolean decides = true;

    private PlainSelection() {}

    /** @param configurations each one's tags; null for one that could not be read */
    public static PlainSelection of(List<List<Element>> configurations) {
        PlainSelection selection = new PlainSelection();
        for (List<Element> each : configurations) {
            selection.read(each);
        }
        return selection;
    }

    private void read(List<Element> configuration) {
        if (configuration == null) {
            decides = false;
            return;
        }
        isOfAspects = false;
        try {
            configuration.forEach(this::read);
        } catch (IllegalArgumentException forTheWeaver) {
            decides = false;
        }
    }

    private void read(Element element) {
        Map<String, String> attributes = element.attributes();
        switch (element.name()) {
            case "aspects" -> isOfAspects = !element.isEnd();
            case "aspectj", "aspect" -> {
                // nothing that selects by names
            }
            case "weaver" -> decides &= OPTIONS.containsAll(
                    Set.of(attributes.getOrDefault("options", "-nowarn").strip().split("\\s+")))
                    && (attributes.isEmpty() || attributes.size() == 1 && attributes.containsKey("options"));
            case "include", "exclude" -> readPart(element);
            case "concrete-aspect" -> decides &= element.isEnd() || attributes.size() == 2
                    && METERS.equals(attributes.get("extends")) && aspects.add(attributes.get("name"));
            case "pointcut" -> readPointcut(element);
            default -> decides = false;
        }
    }

    private void readPart(Element element) {
        if (!element.isEnd()) {
            decides &= !isOfAspects && element.attributes().size() == 1;
            TypePattern types = TypePattern.of(element.attributes().getOrDefault("within", ""));
            (element.name().equals("include") ? included : excluded).add(types);
        }
    }

    private void readPointcut(Element element) {
        if (!element.isEnd()) {
            decides &= element.attributes().size() == 2 && POINTCUTS.contains(element.attributes().get("name"));
            pointcuts.add(Pointcut.of(element.attributes().getOrDefault("expression", "")));
        }
    }

    /**
     * The methods of a class that are metered, by name and descriptor; null where the weaver has to tell.
     *
     * @param types what the class's loader sees
     */
    public Set<String> chosen(ClassReader read, Hierarchy types) {
        if (!decides || version(read) < OLDEST) {
            return null;
        }
        Subject subject = new Subject(read.getClassName(), types);
        Match isWoven = isWoven(subject);
        if (isWoven != Match.YES || pointcuts.isEmpty()) {
            return isWoven == Match.UNKNOWN ? null : Set.of();
        }
        Set<String> chosen = new HashSet<>();
        for (ListedMethod each : ListedMethod.of(read)) {
            Match match = isLeftOut(each) ? Match.NO : match(subject, each.access(), each.name());
            if (match == Match.UNKNOWN) {
                return null;
            }
            if (match == Match.YES) {
                chosen.add(each.name() + each.descriptor());
            }
        }
        return chosen;
    }

    private static int version(ClassReader read) {
        return read.readUnsignedShort(6);
    }

    private Match isWoven(Subject subject) {
        Match out = Match.NO;
        for (TypePattern each : excluded) {
            out = out.or(subject.isOf(each));
        }
        Match in = Match.of(included.isEmpty());
        for (TypePattern each : included) {
            in = in.or(subject.isOf(each));
        }
        return in.and(out.not());
    }

    /** Methods that the weaver does not see as executions: those without code, bridges, and the tables of Eclipse's compiler. */
    private static boolean isLeftOut(ListedMethod method) {
        return (method.access() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE)) != 0
                || method.name().equals("<clinit>")
                || method.name().startsWith(TABLE) && method.descriptor().endsWith(")[I");
    }

    private Match match(Subject subject, int access, String method) {
        Match any = Match.NO;
        for (Pointcut each : pointcuts) {
            any = any.or(each.selects(subject, access, method));
        }
        return any;
    }
}
