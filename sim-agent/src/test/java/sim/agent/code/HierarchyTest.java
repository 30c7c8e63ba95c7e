package sim.agent.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class HierarchyTest {
    /** The weaver was asked for each class inside or below a woven one, and for the looks that say it need not be. */
    @Test
    void whatSimPutsIntoAClassIsNoMarkOfTheApplications() {
        Hierarchy types = Hierarchy.of(new ClassLoader(null) {
        });
        types.note(new ClassReader(type(false)));
        assertThat(types.mayHave("a/B", any -> false)).isFalse();
        Verifier.verify(type(true), any -> true, types);
        assertThat(types.mayHave("a/B", any -> false)).isFalse();
        types.note(new ClassReader(type(true)));
        assertThat(types.mayHave("a/B", any -> false)).isTrue();
    }

    private static byte[] type(boolean woven) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "a/B", null, "java/lang/Object", null);
        if (woven) {
            writer.visitField(Opcodes.ACC_STATIC, "sim$site_0", "Lsim/metrics/probe/ProbeSite;", null, null).visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }
}
