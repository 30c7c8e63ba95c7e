package sim.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts probes into methods of a class that is being loaded, as {@link DirectProbes} leaves them where the weaver was at work: a
 * constant of the class for each name, set as its initialiser begins, a begin and an end at each exit.
 *
 * <pre>
 *  hint = site.begin();
 *  try { ... ; site.end(hint, null); return } catch (Throwable error) { site.end(hint, error); throw error; }
 * </pre>
 */
final class SiteProbes extends ClassVisitor {
    private static final String INITIALISER = "<clinit>";

    private final Set<String> methods;
    private final Locals locals;
    /** The probes' fields, by the methods' names. */
    private final Map<String, String> sites = new LinkedHashMap<>();
    private String inClass;
    private boolean isInterface;
    private boolean mayRunEarly;
    private boolean isPrepared;

    private SiteProbes(ClassVisitor next, Set<String> methods, Locals locals) {
        super(Opcodes.ASM9, next);
        this.methods = methods;
        this.locals = locals;
    }

    /**
     * The class with probes in those methods, by name and descriptor, but constructors that begin in several places. Throws what ASM throws where one
     * becomes too large. The class's version has frames.
     */
    static byte[] put(byte[] bytes, Set<String> methods) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        SiteProbes probes = new SiteProbes(writer, methods, Locals.of(reader));
        methods.stream().sorted().forEach(each -> probes.sites.computeIfAbsent(each.substring(0, each.indexOf('(')),
                first -> "sim$site_" + probes.sites.size()));
        reader.accept(probes, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
        inClass = name;
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        mayRunEarly = WovenClass.mayRunEarly(access, parent, interfaces);
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        if (name.equals(INITIALISER)) {
            isPrepared = true;
            return new Prepared(next, locals.of(name, descriptor));
        }
        int count = locals.of(name, descriptor);
        return count >= 0 && methods.contains(name + descriptor) ? new Probed(next, name, count) : next;
    }

    @Override
    public void visitEnd() {
        if (!isPrepared) {
            MethodVisitor made = new Prepared(
                    super.visitMethod(Opcodes.ACC_STATIC, INITIALISER, "()V", null, null), 0);
            made.visitCode();
            made.visitInsn(Opcodes.RETURN);
            made.visitMaxs(0, 0);
            made.visitEnd();
        }
        int access = DirectProbes.access(isInterface);
        sites.values().forEach(
                each -> super.visitField(access, each, DirectProbes.SITE_TYPE, null, null).visitEnd());
        super.visitEnd();
    }

    /** The class's initialiser, which sets the probes first of all. */
    private final class Prepared extends MethodVisitor {
        private final Initialiser initialiser;

        Prepared(MethodVisitor next, int locals) {
            super(Opcodes.ASM9, new Initialiser(next, locals, true));
            initialiser = (Initialiser) mv;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            sites.forEach((method, site) -> {
                super.visitLdcInsn(inClass.replace('/', '.'));
                super.visitLdcInsn(method);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, DirectProbes.JOIN_POINTS, "site",
                        "(Ljava/lang/String;Ljava/lang/String;)" + DirectProbes.SITE_TYPE, false);
                super.visitFieldInsn(Opcodes.PUTSTATIC, inClass, site, DirectProbes.SITE_TYPE);
            });
            initialiser.prepared();
        }
    }

    private final class Probed extends ProbedMethod {
        private final String site;
        private final ProbeCalls calls;

        Probed(MethodVisitor next, String method, int locals) {
            super(next, method, locals, true);
            this.site = sites.get(method);
            this.calls = new ProbeCalls(inClass, method, mayRunEarly);
        }

        @Override
        void writeBegin(MethodVisitor into) {
            writeSite(into);
            calls.begin(into);
        }

        @Override
        void writeEnd(MethodVisitor into, int error) {
            writeSite(into);
            writeOutcome(into, error);
            calls.end(into);
        }

        private void writeSite(MethodVisitor into) {
            into.visitFieldInsn(Opcodes.GETSTATIC, inClass, site, DirectProbes.SITE_TYPE);
        }
    }
}
