package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class StatementTextTest {
    private static final String PREPARED = "java/sql/PreparedStatement";

    @Test
    void aWovenClassOfPreparedStatementsHasAFieldAndNothingElseThatCanBeCalled() throws Exception {
        byte[] woven = type(StatementText.ASPECT, "java/lang/Object", PREPARED);
        Class<?> type = new ClassLoader(getClass().getClassLoader()) {
            Class<?> define(byte[] bytes) {
                return defineClass("shop.Asked", bytes, 0, bytes.length);
            }
        }.define(put(woven));
        assertThat(type.getDeclaredConstructor().newInstance()).isNotNull();
        assertThat(type.getInterfaces()).containsExactly(PreparedStatement.class);
        assertThat(type.getDeclaredMethods()).extracting(Method::getName).containsExactly("execute");
        assertThat(type.getDeclaredFields()).singleElement()
                .matches(field -> field.isSynthetic() && field.getModifiers() == Opcodes.ACC_PRIVATE
                        + Opcodes.ACC_TRANSIENT + Opcodes.ACC_SYNTHETIC);
    }

    @Test
    void oneBelowAnotherHasItsOwnWhetherThatIsWovenOrNot() {
        byte[] below = type(StatementText.ASPECT, "org/h2/jdbc/JdbcPreparedStatement");
        assertThat(put(below)).isNotEqualTo(below);
    }

    @Test
    void noOtherClassIsChanged() {
        for (byte[] other : new byte[][]{type("shop/Aspect", "java/lang/Object", PREPARED),
                type(StatementText.ASPECT, "java/lang/Object", "java/sql/Statement"),
                type(StatementText.ASPECT, "java/lang/Object", "java/sql/Connection"),
                type(StatementText.ASPECT, "java/lang/Object", PREPARED, "java/io/Serializable"),
                type(StatementText.ASPECT, "shop/Nowhere")}) {
            assertThat(put(other)).isSameAs(other);
        }
    }

    private static byte[] put(byte[] woven) {
        return StatementText.put(woven, WovenClass.read(new ClassReader(woven)),
                StatementTextTest.class.getClassLoader());
    }

    /** A class with a constructor and a method that calls an aspect. */
    private static byte[] type(String aspect, String parent, String... interfaces) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "shop/Asked", null, parent, interfaces);
        MethodVisitor made = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        made.visitCode();
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
        made.visitInsn(Opcodes.RETURN);
        made.visitMaxs(0, 0);
        made.visitEnd();
        MethodVisitor runs = type.visitMethod(Opcodes.ACC_PUBLIC, "execute", "()Z", null, null);
        runs.visitCode();
        runs.visitMethodInsn(Opcodes.INVOKESTATIC, aspect, "aspectOf", "()L" + aspect + ";", false);
        runs.visitInsn(Opcodes.POP);
        runs.visitInsn(Opcodes.ICONST_1);
        runs.visitInsn(Opcodes.IRETURN);
        runs.visitMaxs(0, 0);
        runs.visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }
}
