package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.ChildJvm;

/** A method with a probe is verified where it is not plain from its shape that the JVM accepts it. */
class DoubtTest {
    @Test
    void methodsAndConstructorsThatCallAnotherFirst() throws IOException {
        assertThat(probed(read("Plain"), "nothing()V", "plus(I)I", "<init>(I)V").doubted()).isEmpty();
        assertThat(probed(read("Running$Loaded"), "wide(JDLjava/lang/String;)Ljava/lang/String;", "fails(I)V",
                "<init>(I)V").doubted()).isEmpty();
    }

    @Test
    void aConstructorThatChoosesWhatItGivesTheOther() throws IOException {
        assertThat(probed(read("Running$Derived"), "<init>(Z)V").doubted()).containsExactly("<init>(Z)V");
    }

    /** The call that seems to be of the superclass's is of what it makes, and never comes. */
    @Test
    void aConstructorThatMayThrowInBetween() {
        Written written = probed(made(Opcodes.V17, "<init>", "(Z)V", code -> {
            Label good = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitJumpInsn(Opcodes.IFEQ, good);
            code.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitInsn(Opcodes.ATHROW);
            code.visitLabel(good);
            code.visitFrame(Opcodes.F_FULL, 2, new Object[]{Opcodes.UNINITIALIZED_THIS, Opcodes.INTEGER}, 0,
                    new Object[0]);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitInsn(Opcodes.RETURN);
        }), "<init>(Z)V");
        assertThat(written.doubted()).containsExactly("<init>(Z)V");
    }

    @Test
    void aMethodWithLongJumps() {
        Consumer<MethodVisitor> code = into -> {
            for (int i = 0; i < 32_600; i++) {
                into.visitInsn(Opcodes.NOP);
            }
            into.visitInsn(Opcodes.RETURN);
        };
        assertThat(probed(made(Opcodes.V17, "run", "()V", code), "run()V").doubted()).isEmpty();
        assertThat(probed(made(Opcodes.V17, "run", "()V", code.andThen(into -> {
            for (int i = 0; i < 60; i++) {
                into.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                into.visitInsn(Opcodes.RETURN);
            }
        })), "run()V").doubted()).containsExactly("run()V");
    }

    /** What comes before a switch moves it, and the padding in it may grow. */
    @Test
    void aMethodWithManySwitches() {
        Consumer<MethodVisitor> code = into -> {
            for (int i = 0; i < 1_600; i++) {
                Label next = new Label();
                into.visitInsn(Opcodes.ICONST_0);
                into.visitLookupSwitchInsn(next, new int[0], new Label[0]);
                into.visitLabel(next);
                into.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                for (int filled = 0; filled < 8; filled++) {
                    into.visitInsn(Opcodes.NOP);
                }
            }
            into.visitInsn(Opcodes.RETURN);
        };
        assertThat(probed(made(Opcodes.V17, "run", "()V", code), "run()V").doubted()).containsExactly("run()V");
    }

    @Test
    void allMethodsWithoutFrames() {
        byte[] old = made(Opcodes.V1_6, "run", "()V", code -> code.visitInsn(Opcodes.RETURN));
        assertThat(BodyProbes.put(old, Set.of("run()V")).doubted()).containsExactly("run()V");
    }

    private static Written probed(byte[] bytes, String... methods) {
        return SiteProbes.put(new ClassReader(bytes), Set.of(methods));
    }

    private static byte[] read(String type) throws IOException {
        return Files.readAllBytes(ChildJvm.CLASSES.resolve("woven/" + type + ".class"));
    }

    private static byte[] made(int version, String method, String descriptor, Consumer<MethodVisitor> code) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, Opcodes.ACC_PUBLIC, "shop/Made", null, "java/lang/Object", null);
        MethodVisitor made = writer.visitMethod(Opcodes.ACC_PUBLIC, method, descriptor, null, null);
        made.visitCode();
        code.accept(made);
        made.visitMaxs(2, 2);
        made.visitEnd();
        return writer.toByteArray();
    }
}
