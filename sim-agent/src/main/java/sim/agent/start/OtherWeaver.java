package sim.agent.start;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.metrics.weaving.WeavingReport;

/**
 * AspectJ's own agent in the same command line. Both agents read the same {@code META-INF/aop.xml} files, and each would weave every aspect
 * once. So SIM weaves them all, and the other agent's transformer rests: {@link org.aspectj.sim.Entry} removes it if it was installed before SIM, and
 * it is not installed if the agent comes after SIM. If SIM cannot start, it goes on.
 */
public final class OtherWeaver implements ClassFileTransformer {
    public static final String AGENT = "org.aspectj.weaver.loadtime.Agent";
    private static final String NAME = AGENT.replace('.', '/');
    private static final String SAID = "AspectJ's agent is in the command line too: SIM weaves the aspects of"
            + " each aop.xml, and that agent rests";

    private final ClassLoader system = ClassLoader.getSystemClassLoader();
    private final Instrumentation instrumentation;

    private OtherWeaver(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /**
     * To be called before SIM begins to weave.
     *
     * @param rests whether the other agent was there first and rests
     */
    public static OtherWeaver rest(Instrumentation instrumentation, boolean rests) {
        OtherWeaver other = new OtherWeaver(instrumentation);
        if (rests) {
            WeavingReport.ofJvm().say(SAID);
        } else {
            instrumentation.addTransformer(other, false);
        }
        return other;
    }

    /** SIM does not weave after all. */
    public void goOn() {
        instrumentation.removeTransformer(this);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader != system || !NAME.equals(name) || redefined != null) {
            return null;
        }
        try {
            byte[] idle = withoutTransformer(bytes);
            WeavingReport.ofJvm().say(SAID);
            return idle;
        } catch (RuntimeException unknown) {
            return null;
        }
    }

    /** Its premain adds no transformer. It keeps the instrumentation, which Spring and others ask it for. */
    private static byte[] withoutTransformer(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                return new NotAdding(super.visitMethod(access, name, descriptor, signature, exceptions));
            }
        }, 0);
        return writer.toByteArray();
    }

    private static final class NotAdding extends MethodVisitor {
        NotAdding(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
            if (!name.equals("addTransformer")) {
                super.visitMethodInsn(opcode, owner, name, descriptor, onInterface);
            } else {
                for (int left = descriptor.endsWith("Z)V") ? 3 : 2; left > 0; left--) {
                    super.visitInsn(Opcodes.POP);
                }
            }
        }
    }
}
