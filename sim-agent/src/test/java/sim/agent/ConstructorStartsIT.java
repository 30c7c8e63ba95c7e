package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A constructor that chooses which of its superclass's it calls, as Groovy's compiler writes them for inherited constructors. */
class ConstructorStartsIT {
    @TempDir
    Path folder;

    @Test
    void isLeftAsItWasInAClassThatIsMetered() throws IOException {
        ChildJvm.Result run = run(false);
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).contains("made woven.Pile", "result returnsText text");
        assertThat(run.after("count woven.Pile.returnsText ")).as(run.all()).isEqualTo("1 errors 0");
        assertThat(run.out()).noneMatch(line -> line.startsWith("count woven.Pile.<init>"));
        assertThat(run.after("counter weaving.failed ")).isEqualTo("0");
    }

    /** What another aspect wove into the constructor cannot be kept, and must not be lost alone: all of the class stays as it was. */
    @Test
    void isKnownNotToPassTheVerifier() throws IOException {
        ChildJvm.Result run = run(true);
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).contains("made woven.Pile", "result returnsText text");
        assertThat(run.after("counter weaving.failed.verify ")).as(run.all()).isEqualTo("1");
    }

    private ChildJvm.Result run(boolean around) throws IOException {
        Path file = Files.write(folder.resolve("Pile.class"), pile());
        Path aop = Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects>"
                + (around ? "<aspect name=\"woven.AroundAll\"/>" : "")
                + "<concrete-aspect name=\"a.B\" extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\">"
                + "<pointcut name=\"methodsToInstrument\" expression=\"execution(* woven.Pile.*(..))"
                + " || execution(woven.Pile.new(..))\"/></concrete-aspect></aspects></aspectj>");
        return new ChildJvm().agent("interval=1h,aop=" + aop).run(ChildJvm.CLASSES.toString(), "woven.Piled",
                file.toString());
    }

    private static byte[] pile() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "woven/Pile", null, "java/lang/Exception", null);
        chooses(writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null));
        MethodVisitor text = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "returnsText",
                "()Ljava/lang/String;", null, null);
        text.visitLdcInsn("text");
        text.visitInsn(Opcodes.ARETURN);
        text.visitMaxs(0, 0);
        return writer.toByteArray();
    }

    private static void chooses(MethodVisitor made) {
        Label other = new Label();
        Label end = new Label();
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
        made.visitInsn(Opcodes.LCONST_0);
        made.visitInsn(Opcodes.LCMP);
        made.visitJumpInsn(Opcodes.IFEQ, other);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Exception", "<init>", "()V", false);
        made.visitJumpInsn(Opcodes.GOTO, end);
        made.visitLabel(other);
        made.visitLdcInsn("text");
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Exception", "<init>", "(Ljava/lang/String;)V", false);
        made.visitLabel(end);
        made.visitInsn(Opcodes.RETURN);
        made.visitMaxs(0, 0);
    }
}
