package sim.agent.inject;

import java.util.List;
import java.util.concurrent.Callable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.model.payload.ScriptRequest;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.SplitProbe;
import sim.payload.injected.telemetry.Telemetry;
import sim.payload.injected.telemetry.TelemetryFormat;
import sim.payload.injected.telemetry.TelemetryUnit;

/** Makes the class by which the runtime knows a script. Each script has one, with its name and its telemetries. */
final class ScriptKeys extends ClassLoader {
    private static final String TELEMETRIES = "telemetries";
    private static final String CALLABLES = "[Ljava/util/concurrent/Callable;";
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
        List<ScriptTelemetry> telemetries = script.telemetries();
        writer.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, TELEMETRIES, CALLABLES, null, null).visitEnd();
        for (int i = 0; i < telemetries.size(); i++) {
            telemetry(writer, script.name(), i, telemetries.get(i).shown);
        }
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        Class<?> made = defineClass(null, bytes, 0, bytes.length);
        try {
            made.getField(TELEMETRIES).set(null, telemetries.toArray(Callable[]::new));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
        return made;
    }

    /** Writes a telemetry's method as a person would: annotated, public, static. */
    private static void telemetry(ClassWriter writer, String script, int number, ScriptRequest.Telemetry shown) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "telemetry" + number,
                "()Ljava/lang/Object;", null, null);
        AnnotationVisitor telemetry = method.visitAnnotation(Telemetry.class.descriptorString(), true);
        telemetry.visit("value", script);
        telemetry.visit("line", shown.line());
        AnnotationVisitor format = telemetry.visitAnnotation("format", TelemetryFormat.class.descriptorString());
        format.visitEnum("value", TelemetryUnit.class.descriptorString(), shown.unit());
        format.visit("scale", shown.scale());
        format.visit("stacked", shown.stacked());
        format.visitEnd();
        telemetry.visitEnd();
        method.visitCode();
        method.visitFieldInsn(Opcodes.GETSTATIC, PACKAGE + script, TELEMETRIES, CALLABLES);
        method.visitIntInsn(Opcodes.BIPUSH, number);
        method.visitInsn(Opcodes.AALOAD);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/concurrent/Callable", "call",
                "()Ljava/lang/Object;", true);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(2, 0);
        method.visitEnd();
    }
}
