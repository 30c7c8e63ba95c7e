package sim.agent.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class CompiledAspectsTest {
    private static final String LINE = "org.aspectj.weaver.MethodDeclarationLineNumber";

    @Test
    void aLineNumberAloneIsNoTrace() {
        assertThat(CompiledAspects.traces(compiled()).isAny()).isFalse();
        assertThat(CompiledAspects.traces(compiled(LINE)).isAny()).isFalse();
        assertThat(CompiledAspects.traces(compiled(LINE, LINE)).isAny()).isFalse();
    }

    @Test
    void anythingElseIsOne() {
        for (String each : List.of("AjSynthetic", "EffectiveSignature", "WeaverState", "Aspect", "NewLater")) {
            String attribute = "org.aspectj.weaver." + each;
            assertThat(CompiledAspects.traces(compiled(attribute)).isAny()).as(each).isTrue();
            assertThat(CompiledAspects.traces(compiled(LINE, attribute)).isAny()).as(each).isTrue();
            assertThat(CompiledAspects.traces(compiled(attribute, LINE)).isAny()).as(each).isTrue();
        }
    }

    /** A class with a method for each attribute. */
    private static byte[] compiled(String... attributes) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_ABSTRACT, "woven/Compiled", null, "java/lang/Object", null);
        for (int i = 0; i < attributes.length; i++) {
            MethodVisitor method = writer.visitMethod(Opcodes.ACC_ABSTRACT, "method" + i, "()V", null, null);
            method.visitAttribute(new Raw(attributes[i]));
            method.visitEnd();
        }
        return writer.toByteArray();
    }

    private static final class Raw extends Attribute {
        Raw(String name) {
            super(name);
        }

        @Override
        protected ByteVector write(ClassWriter writer, byte[] code, int length, int maxStack, int maxLocals) {
            return new ByteVector().putInt(7).putInt(0);
        }
    }
}
