package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.MethodsAsCompiled;

/** Methods that SIM has put probes into are put back as they were, byte by byte, and nothing else. */
class MethodsAsCompiledTest {
    @ParameterizedTest
    @ValueSource(strings = {"woven.Unchanged", "woven.Shapes", "woven.Nulls", "woven.Virtual",
            "sim.agent.idle.IdlePlan", "sim.agent.idle.IdleProbes", "sim.agent.select.PlainSelection"})
    void allOfThem(String type) throws IOException {
        byte[] original = read(type);
        Set<String> methods = methods(original);
        byte[] woven = SiteProbes.put(new ClassReader(original), methods).bytes();
        assertThat(probed(woven)).as("the test finds probes").isNotEmpty();
        MethodsAsCompiled.Result back = MethodsAsCompiled.of(original, woven, names(methods));
        assertThat(back.names()).isEqualTo(probed(woven));
        assertThat(probed(back.bytes())).isEmpty();
        assertThat(methods(back.bytes())).isEqualTo(methods);
        assertThat(MethodsAsCompiled.of(original, back.bytes(), names(methods))).as("byte by byte").isNull();
    }

    @Test
    void someOfThem() throws IOException {
        byte[] original = read("sim.agent.idle.IdlePlan");
        byte[] woven = SiteProbes.put(new ClassReader(original), methods(original)).bytes();
        MethodsAsCompiled.Result back = MethodsAsCompiled.of(original, woven,
                Set.of("begin", "leave", "<clinit>", "no"));
        assertThat(back.names()).containsExactlyInAnyOrder("begin", "leave");
        assertThat(back.count()).isEqualTo(2);
        Set<String> left = probed(woven);
        left.removeAll(back.names());
        assertThat(probed(back.bytes())).isEqualTo(left);
    }

    @Test
    void notWhereTheConstantsAreOthers() throws IOException {
        byte[] original = read("woven.Shapes");
        ClassWriter others = new ClassWriter(0);
        others.newConst("first of all");
        new ClassReader(SiteProbes.put(new ClassReader(original), methods(original)).bytes()).accept(others, 0);
        assertThat(MethodsAsCompiled.of(original, others.toByteArray(), names(methods(original)))).isNull();
    }

    private static byte[] read(String type) throws IOException {
        try (InputStream in = MethodsAsCompiledTest.class
                .getResourceAsStream("/" + type.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static Set<String> names(Set<String> methods) {
        Set<String> names = new HashSet<>();
        methods.forEach(each -> names.add(each.substring(0, each.indexOf('('))));
        return names;
    }

    /** But for the initialiser, which SIM may have added. */
    private static Set<String> methods(byte[] bytes) {
        Set<String> methods = new HashSet<>();
        new ClassReader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                if (!name.equals("<clinit>")) {
                    methods.add(name + descriptor);
                }
                return null;
            }
        }, 0);
        return methods;
    }

    /** The methods that call a probe. */
    private static Set<String> probed(byte[] bytes) {
        Set<String> probed = new HashSet<>();
        new ClassReader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
                    String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String name, String type,
                            boolean onInterface) {
                        boolean isCall = owner.equals(ProbeFields.SITE) || owner.equals(ProbeFields.JOIN_POINTS);
                        if (isCall && !method.equals("<clinit>")) {
                            probed.add(method);
                        }
                    }
                };
            }
        }, 0);
        return probed;
    }
}
