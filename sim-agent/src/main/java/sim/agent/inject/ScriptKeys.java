package sim.agent.inject;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.SplitProbe;

/** Makes the class by which the runtime knows a script: one a script, with nothing but its name. */
final class ScriptKeys extends ClassLoader {
    private static final String PACKAGE = "sim/payload/script/";

    private ScriptKeys() {
        super("sim-scripts", ScriptKeys.class.getClassLoader());
    }

    static Class<?> make(Script script) {
        return new ScriptKeys().define(script);
    }

    private Class<?> define(Script script) {
        String parent = (script.splits() ? SplitProbe.class : PayloadProbe.class).getName().replace('.', '/');
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, PACKAGE + script.name(),
                null, parent, null);
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(1, 1);
        constructor.visitEnd();
        MethodVisitor name = writer.visitMethod(Opcodes.ACC_PUBLIC, "getName", "()Ljava/lang/String;", null, null);
        name.visitCode();
        name.visitLdcInsn(script.name());
        name.visitInsn(Opcodes.ARETURN);
        name.visitMaxs(1, 1);
        name.visitEnd();
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        return defineClass(null, bytes, 0, bytes.length);
    }
}
