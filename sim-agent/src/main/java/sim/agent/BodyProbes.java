package sim.agent;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
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
final class BodyProbes extends ClassVisitor {
    private static final String PROBES = "sim/agent/hook/AttachedProbes";
    private static final String CONSTANT = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
            + "Ljava/lang/String;Ljava/lang/String;)" + DirectProbes.SITE_TYPE;
    private static final String END = "(Ljava/lang/Object;Ljava/lang/Throwable;" + DirectProbes.SITE_TYPE + ")V";

    private final Set<String> methods;
    private final Locals locals;
    private String owner;
    private int version;
    private int probed;

    private BodyProbes(ClassVisitor next, Set<String> methods, Locals locals) {
        super(Opcodes.ASM9, next);
        this.methods = methods;
        this.locals = locals;
    }

    /**
     * The class with probes in those methods, by name and descriptor, that it has; null where it has none of them. Throws what
     * ASM throws where a method becomes too large.
     */
    static byte[] put(byte[] bytes, Set<String> methods) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        BodyProbes probes = new BodyProbes(writer, methods, Locals.of(reader));
        reader.accept(probes, ClassReader.EXPAND_FRAMES);
        return probes.probed == 0 ? null : writer.toByteArray();
    }

    @Override
    public void visit(int classVersion, int access, String name, String signature, String parent,
            String[] interfaces) {
        version = classVersion & 0xffff;
        owner = name.replace('/', '.');
        super.visit(classVersion, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        int count = methods.contains(name + descriptor) ? locals.of(name, descriptor) : -1;
        if (count < 0) {
            return next;
        }
        probed++;
        return new Probed(next, name, count);
    }

    private final class Probed extends ProbedMethod {
        private final String method;

        Probed(MethodVisitor next, String method, int locals) {
            super(next, method, locals, version >= Opcodes.V1_6);
            this.method = method;
        }

        @Override
        void writeBegin(MethodVisitor into) {
            writeSite(into);
            into.visitMethodInsn(Opcodes.INVOKEVIRTUAL, DirectProbes.SITE, "begin", "()L" + HINT + ";", false);
        }

        @Override
        void writeEnd(MethodVisitor into, int error) {
            writeOutcome(into, error);
            writeSite(into);
            into.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "end", END, false);
        }

        private void writeSite(MethodVisitor into) {
            if (version >= Opcodes.V11) {
                into.visitLdcInsn(new ConstantDynamic("site", DirectProbes.SITE_TYPE,
                        new Handle(Opcodes.H_INVOKESTATIC, PROBES, "constant", CONSTANT, false), owner, method));
            } else {
                into.visitLdcInsn(AttachedProbes.number(owner, method));
                into.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "site", "(I)" + DirectProbes.SITE_TYPE, false);
            }
        }
    }
}
