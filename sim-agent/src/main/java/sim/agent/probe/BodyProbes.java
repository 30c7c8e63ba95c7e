package sim.agent.probe;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.ListedMethod;
import sim.agent.hook.AttachedProbes;

/**
 * Puts probes into methods of a class that the JVM has loaded already: only into their code, because no field, method or
 * superclass of such a class can change.
 *
 * <pre>
 *  hint = site.begin();
 *  try { ... ; end(hint, null, site); return } catch (Throwable error) { end(hint, error, site); throw error; }
 * </pre>
 */
public final class BodyProbes extends MethodProbes {
    static final String PROBES = "sim/agent/hook/AttachedProbes";
    private static final String CONSTANT = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
            + "Ljava/lang/String;Ljava/lang/String;)" + ProbeFields.SITE_TYPE;
    private static final String END = "(Ljava/lang/Object;Ljava/lang/Throwable;" + ProbeFields.SITE_TYPE + ")V";

    private String owner;

    private BodyProbes(ClassReader reader, Set<String> methods) {
        super(reader, methods);
    }

    /**
     * The class with probes in those methods, by name and descriptor, that it has; null where it has none of them. Throws what
     * ASM throws where a method becomes too large.
     */
    public static Written put(byte[] bytes, Set<String> methods) {
        ClassReader reader = new ClassReader(bytes);
        Written written = put(reader, methods, probed -> new BodyProbes(reader, probed));
        return written.probed() == 0 ? null : written;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
        owner = name.replace('/', '.');
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    ProbedMethod probed(MethodVisitor next, ListedMethod method) {
        return new Probed(next, method);
    }

    private final class Probed extends ProbedMethod {
        private final String method;
        private final boolean isSynchronized;

        Probed(MethodVisitor next, ListedMethod method) {
            super(next, method, BodyProbes.this);
            this.method = method.name();
            this.isSynchronized = method.isSynchronized();
        }

        @Override
        protected void writeBegin(MethodVisitor into) {
            writeSite(into);
            ProbeCalls.beginOf(into);
        }

        @Override
        protected void writeEnd(MethodVisitor into, int error) {
            writeOutcome(into, error);
            writeSite(into);
            into.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "end", END, false);
        }

        private void writeSite(MethodVisitor into) {
            if (version() >= Opcodes.V11) {
                into.visitLdcInsn(new ConstantDynamic(isSynchronized ? AttachedProbes.SYNCHRONIZED : "site",
                        ProbeFields.SITE_TYPE,
                        new Handle(Opcodes.H_INVOKESTATIC, PROBES, "constant", CONSTANT, false), owner, method));
            } else {
                into.visitLdcInsn(AttachedProbes.number(owner, method, isSynchronized));
                into.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "site", "(I)" + ProbeFields.SITE_TYPE, false);
            }
        }
    }
}
