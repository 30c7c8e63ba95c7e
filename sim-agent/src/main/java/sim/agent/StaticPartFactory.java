package sim.agent;

import aj.org.objectweb.asm.ClassReader;
import aj.org.objectweb.asm.ClassVisitor;
import aj.org.objectweb.asm.ClassWriter;
import aj.org.objectweb.asm.MethodVisitor;
import aj.org.objectweb.asm.Opcodes;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.aspectj.lang.JoinPoint;
import sim.metrics.probe.Metering;

/**
 * Makes AspectJ's factory of join points' static parts hand out SIM's, which are probes themselves, whoever brought the
 * AspectJ runtime. The factory's own work is left as it is; its result passes through one call.
 */
final class StaticPartFactory implements ClassFileTransformer {
    private static final String FACTORY = "org/aspectj/runtime/reflect/Factory";
    private static final String STATIC_PART = "Lorg/aspectj/lang/JoinPoint$StaticPart;";
    private static final String SITE = "sim/instrumentation/aop/aspectj/JoinPointSite";

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (!FACTORY.equals(name) || loader != JoinPoint.class.getClassLoader()) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Rewriting(writer), 0);
            return writer.toByteArray();
        } catch (Throwable failure) {
            Metering.runtime().failed(failure);
            return null;
        }
    }

    private static final class Rewriting extends ClassVisitor {
        Rewriting(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("makeSJP") && descriptor.endsWith(")" + STATIC_PART) ? new Wrapping(method) : method;
        }
    }

    private static final class Wrapping extends MethodVisitor {
        Wrapping(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ARETURN) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, SITE, "of", "(" + STATIC_PART + ")" + STATIC_PART, false);
            }
            super.visitInsn(opcode);
        }
    }
}
