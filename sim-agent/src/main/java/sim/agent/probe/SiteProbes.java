package sim.agent.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.ListedMethod;

/**
 * Puts probes into methods of a class that is being loaded, as {@link DirectProbes} leaves them where the weaver was at work: a
 * constant of the class for each name, set as its initialiser begins, a begin and an end at each exit.
 *
 * <pre>
 *  hint = site.begin();
 *  try { ... ; site.end(hint, null); return } catch (Throwable error) { site.end(hint, error); throw error; }
 * </pre>
 */
public final class SiteProbes extends MethodProbes {
    private static final String INITIALISER = "<clinit>";

    /** Bytes of code that set a probe. */
    private static final int SITE_BYTES = 12;

    /** The probes' fields, by the methods' names. */
    private final Map<String, String> sites;
    /** Names of methods that are synchronized. */
    private final Set<String> synchronize;
    private String inClass;
    private ProbeFields fields;
    private boolean isInterface;
    private boolean mayRunEarly;
    private boolean isPrepared;

    private SiteProbes(ClassReader reader, Set<String> methods, Map<String, String> sites) {
        super(reader, methods);
        this.sites = sites;
        this.synchronize = ListedMethod.of(reader).stream().filter(ListedMethod::isSynchronized)
                .map(ListedMethod::name).collect(Collectors.toSet());
    }

    /**
     * The class with probes in those methods, by name and descriptor, but constructors that begin in several places. Throws what ASM throws where one
     * becomes too large. The class's version has frames.
     */
    public static Written put(ClassReader reader, Set<String> methods) {
        Map<String, String> sites = new LinkedHashMap<>();
        methods.stream().sorted().forEach(each -> sites.computeIfAbsent(each.substring(0, each.indexOf('(')),
                first -> ProbeFields.named(String.valueOf(sites.size()))));
        return put(reader, methods, probed -> new SiteProbes(reader, probed, sites));
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
        inClass = name;
        fields = new ProbeFields(name);
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        mayRunEarly = WovenClass.mayRunEarly(access, parent, interfaces);
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    ProbedMethod probed(MethodVisitor next, ListedMethod method) {
        return new Probed(next, method);
    }

    @Override
    MethodVisitor other(MethodVisitor next, ListedMethod method) {
        if (!method.name().equals(INITIALISER)) {
            return next;
        }
        isPrepared = true;
        return new Prepared(next, method);
    }

    @Override
    public void visitEnd() {
        if (!isPrepared) {
            ListedMethod method = new ListedMethod(Opcodes.ACC_STATIC, INITIALISER, "()V", 0, 1);
            MethodVisitor made = new Prepared(
                    cv.visitMethod(method.access(), method.name(), method.descriptor(), null, null), method);
            made.visitCode();
            made.visitInsn(Opcodes.RETURN);
            made.visitMaxs(0, 0);
            made.visitEnd();
        }
        fields.declare(cv, isInterface, sites.values());
        super.visitEnd();
    }

    /** The class's initialiser, which sets the probes first of all. */
    private final class Prepared extends MethodVisitor {
        private final Initialiser initialiser;
        private final ListedMethod method;

        Prepared(MethodVisitor next, ListedMethod method) {
            super(Opcodes.ASM9, new Initialiser(next, method.locals(), true));
            this.initialiser = (Initialiser) mv;
            this.method = method;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            sites.forEach((name, site) -> {
                super.visitLdcInsn(inClass.replace('/', '.'));
                super.visitLdcInsn(name);
                fields.set(mv, site, synchronize.contains(name) ? "siteOfSynchronized" : "site",
                        "Ljava/lang/String;Ljava/lang/String;");
            });
            initialiser.prepared();
        }

        @Override
        public void visitEnd() {
            super.visitEnd();
            ended(method, method.length() + sites.size() * SITE_BYTES, initialiser);
        }
    }

    private final class Probed extends ProbedMethod {
        private final String site;
        private final ProbeCalls calls;

        Probed(MethodVisitor next, ListedMethod method) {
            super(next, method, SiteProbes.this);
            this.site = sites.get(method.name());
            this.calls = new ProbeCalls(inClass, method.name(), mayRunEarly);
        }

        @Override
        protected void writeBegin(MethodVisitor into) {
            fields.load(into, site);
            calls.begin(into);
        }

        @Override
        protected void writeEnd(MethodVisitor into, int error) {
            fields.load(into, site);
            writeOutcome(into, error);
            calls.end(into);
        }
    }
}
