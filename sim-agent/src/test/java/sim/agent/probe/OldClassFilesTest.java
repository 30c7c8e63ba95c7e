package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files of Java 6, as Netty has them: with frames or without, and with what no compiler has written since. The JVM verifies them as it links them. */
class OldClassFilesTest {
    private static final String RUN = "run(I)I";

    @Test
    void withFrames() {
        assertIsAccepted(made(code -> loop(code, true)));
    }

    @Test
    void withoutFrames() {
        assertIsAccepted(made(code -> loop(code, false)));
    }

    @Test
    void withASubroutine() {
        assertIsAccepted(made(code -> {
            Label routine = new Label();
            code.visitJumpInsn(Opcodes.JSR, routine);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitInsn(Opcodes.IRETURN);
            code.visitLabel(routine);
            code.visitVarInsn(Opcodes.ASTORE, 1);
            code.visitIincInsn(0, 1);
            code.visitVarInsn(Opcodes.RET, 1);
        }));
    }

    private static void loop(MethodVisitor code, boolean hasFrames) {
        Label again = new Label();
        Label done = new Label();
        code.visitLabel(again);
        if (hasFrames) {
            code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitJumpInsn(Opcodes.IFLE, done);
        code.visitIincInsn(0, -1);
        code.visitJumpInsn(Opcodes.GOTO, again);
        code.visitLabel(done);
        if (hasFrames) {
            code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitInsn(Opcodes.IRETURN);
    }

    private static void assertIsAccepted(byte[] bytes) {
        Written written = SiteProbes.put(new ClassReader(bytes), Set.of(RUN));
        assertThat(written.probed()).isEqualTo(1);
        assertThat(written.doubted()).contains(RUN);
        assertThat(Acceptance.of(bytes, written, OldClassFilesTest.class.getClassLoader()).what()).isNull();
        assertThatCode(() -> new Linking().link(bytes)).doesNotThrowAnyException();
        assertThatCode(() -> new Linking().link(written.bytes())).doesNotThrowAnyException();
    }

    private static byte[] made(Consumer<MethodVisitor> code) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_6, Opcodes.ACC_PUBLIC, "shop/Old", null, "java/lang/Object", null);
        MethodVisitor made = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "(I)I", null, null);
        made.visitCode();
        code.accept(made);
        made.visitMaxs(2, 2);
        made.visitEnd();
        return writer.toByteArray();
    }

    private static final class Linking extends ClassLoader {
        Linking() {
            super(OldClassFilesTest.class.getClassLoader());
        }

        /** Initialises nothing. */
        void link(byte[] bytes) {
            defineClass("shop.Old", bytes, 0, bytes.length).getDeclaredMethods();
        }
    }
}
