package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods that return with more than their result on the operand stack, as CGLIB's proxies and Kotlin's coroutines have them. */
class SurplusIT {
    private static final String[] RESULTS = {"Boolean true", "Byte 7", "Character a", "Double 2.0", "Float 2.0",
            "Integer 7", "Long 1", "Object text", "Array array 3", "Short 7", "Void null"};

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"false, 61", "true, 52", "false, 50", "true, 48"})
    void runAsTheyWereAndAreCounted(boolean around, int version) throws IOException {
        ChildJvm.Result run = run(around, version, "");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).contains("made woven.Pile").doesNotContain("thrown");
        for (String result : RESULTS) {
            assertThat(run.out()).as(run.all()).contains("result returns" + result);
        }
        assertThat(run.out()).contains("result returnsEither 5", "result returnsInTry 8", "result returnsRaw 9",
                "result returnsAfterLoop 3");
        for (String method : List.of("returnsLong", "returnsVoid", "returnsEither", "returnsInTry", "returnsRaw",
                "returnsAfterLoop", "<init>")) {
            assertThat(run.after("count woven.Pile." + method + " ")).as(method + run.all()).isEqualTo("1 errors 0");
        }
        assertThat(run.after("counter weaving.failed ")).isEqualTo("0");
        assertThat(run.err()).noneMatch(line -> line.contains("weaver") || line.contains("woven"));
    }

    @Test
    void theyAreWhatTheBareWeaverCannotWeave() throws IOException {
        Path file = Files.write(folder.resolve("Pile.class"), pile(52));
        ChildJvm.Result run = new ChildJvm().plainWeaver(aop(false)).run(ChildJvm.CLASSES.toString(), "woven.Piled",
                file.toString());
        assertThat(run.exit()).isNotZero();
        assertThat(run.err()).anyMatch(line -> line.contains("VerifyError"));
    }

    private ChildJvm.Result run(boolean around, int version, String more) throws IOException {
        Path file = Files.write(folder.resolve("Pile.class"), pile(version));
        return new ChildJvm().agent("interval=1h,aop=" + aop(around) + more).run(ChildJvm.CLASSES.toString(),
                "woven.Piled",
                file.toString());
    }

    private Path aop(boolean around) throws IOException {
        return Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects>"
                + (around ? "<aspect name=\"woven.AroundAll\"/>" : "")
                + "<concrete-aspect name=\"a.B\" extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\">"
                + "<pointcut name=\"methodsToInstrument\" expression=\"execution(* woven.Pile.*(..))"
                + " || execution(woven.Pile.new(..))\"/></concrete-aspect></aspects></aspectj>");
    }

    private static byte[] pile(int version) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(version, Opcodes.ACC_PUBLIC, "woven/Pile", null, "java/lang/Object", null);
        MethodVisitor made = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        pile(made);
        made.visitInsn(Opcodes.RETURN);
        made.visitMaxs(0, 0);
        simple(writer, "Boolean", "Z", Opcodes.IRETURN, 1);
        simple(writer, "Byte", "B", Opcodes.IRETURN, 7);
        simple(writer, "Character", "C", Opcodes.IRETURN, 'a');
        simple(writer, "Short", "S", Opcodes.IRETURN, 7);
        simple(writer, "Integer", "I", Opcodes.IRETURN, 7);
        simple(writer, "Long", "J", Opcodes.LRETURN, 1L);
        simple(writer, "Float", "F", Opcodes.FRETURN, 2f);
        simple(writer, "Double", "D", Opcodes.DRETURN, 2d);
        simple(writer, "Object", "Ljava/lang/Object;", Opcodes.ARETURN, "text");
        simple(writer, "Void", "V", Opcodes.RETURN, null);
        array(method(writer, "Array", "[I"));
        either(method(writer, "Either", "I"));
        inTry(method(writer, "InTry", "I"));
        raw(method(writer, "Raw", "I"));
        afterLoop(method(writer, "AfterLoop", "I"));
        return writer.toByteArray();
    }

    private static MethodVisitor method(ClassWriter writer, String name, String result) {
        return writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "returns" + name, "()" + result, null,
                null);
    }

    /** One value of each size. */
    private static void pile(MethodVisitor method) {
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.LCONST_1);
        method.visitLdcInsn("under");
        method.visitInsn(Opcodes.DCONST_0);
        method.visitInsn(Opcodes.FCONST_0);
    }

    private static void simple(ClassWriter writer, String name, String result, int opcode, Object value) {
        MethodVisitor method = method(writer, name, result);
        pile(method);
        if (value != null) {
            method.visitLdcInsn(value instanceof Character letter ? (Object) (int) letter : value);
        }
        method.visitInsn(opcode);
        method.visitMaxs(0, 0);
    }

    private static void array(MethodVisitor method) {
        pile(method);
        method.visitInsn(Opcodes.ICONST_3);
        method.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(0, 0);
    }

    /** Two returns with piles of different heights. */
    private static void either(MethodVisitor method) {
        Label other = new Label();
        method.visitLdcInsn("below");
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFEQ, other);
        pile(method);
        method.visitInsn(Opcodes.ICONST_5);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(other);
        method.visitInsn(Opcodes.ICONST_4);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
    }

    /** A return inside a block whose handler returns too. */
    private static void inTry(MethodVisitor method) {
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        method.visitTryCatchBlock(start, end, handler, null);
        method.visitLabel(start);
        pile(method);
        method.visitIntInsn(Opcodes.BIPUSH, 8);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(end);
        method.visitLabel(handler);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
    }

    /** An object without its constructor lies under the result. */
    private static void raw(MethodVisitor method) {
        method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
        method.visitInsn(Opcodes.DUP);
        method.visitIntInsn(Opcodes.BIPUSH, 9);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
    }

    /** The loop's body comes before its condition, where only a later jump leads. */
    private static void afterLoop(MethodVisitor method) {
        Label body = new Label();
        Label condition = new Label();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, 0);
        method.visitLdcInsn("below");
        method.visitJumpInsn(Opcodes.GOTO, condition);
        method.visitLabel(body);
        method.visitIincInsn(0, 1);
        method.visitLabel(condition);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.ICONST_3);
        method.visitJumpInsn(Opcodes.IF_ICMPLT, body);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
    }
}
