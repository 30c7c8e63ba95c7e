package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import sim.agent.ChildJvm;

/** A library woven whole, all its probes taken out again: accepted by the JVM's rules, and nearly everywhere what was compiled. */
class ProbeRemovalIT {
    private static final String EVERYTHING = "<aspectj><aspects><concrete-aspect name=\"woven.Everything\""
            + " extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\"><pointcut name=\"methodsToInstrument\""
            + " expression=\"execution(* *(..)) || execution(new(..))\"/></concrete-aspect></aspects></aspectj>";

    @TempDir
    Path folder;

    private int probing;
    private int same;

    @Test
    void whatIsLeftIsWhatWasCompiled() throws IOException {
        Path library = ChildJvm.library("spring-aop");
        Path woven = folder.resolve("woven.jar");
        ChildJvm.Result weaving = new ChildJvm().run(ChildJvm.AGENT.toString(), "sim.agent.About", "weave",
                library.toString(), "--aop", Files.writeString(folder.resolve("aop.xml"), EVERYTHING).toString(),
                "--class-path", ChildJvm.library("spring-core") + ":" + ChildJvm.library("spring-beans"), "-o",
                woven.toString());
        assertThat(weaving.exit()).as(weaving.all()).isZero();
        URL[] path = {woven.toUri().toURL(), ChildJvm.library("spring-core").toUri().toURL(),
                ChildJvm.library("spring-beans").toUri().toURL(), ChildJvm.AGENT.toUri().toURL()};
        try (ZipFile before = new ZipFile(library.toFile());
                ZipFile after = new ZipFile(woven.toFile());
                URLClassLoader loader = new URLClassLoader(path, null)) {
            for (ZipEntry each : Collections.list(after.entries())) {
                ZipEntry was = before.getEntry(each.getName());
                if (each.getName().endsWith(".class") && was != null) {
                    compare(each.getName(), before.getInputStream(was).readAllBytes(),
                            after.getInputStream(each).readAllBytes(), loader);
                }
            }
        }
        assertThat(probing).isGreaterThan(1_300);
        assertThat(same).isGreaterThan(probing * 5 / 6); // where a method returns at several places the weaver has it return at one
    }

    private void compare(String name, byte[] compiled, byte[] woven, ClassLoader loader) {
        Map<String, MethodNode> probed = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (MethodNode each : methods(woven)) {
            if (calls(each)) {
                probed.put(each.name + each.desc, each);
                names.add(each.name);
            }
        }
        if (names.isEmpty()) {
            assertThat(ProbeRemoval.of(woven, Set.of("toString"))).isNull();
            return;
        }
        ProbeRemoval.Result result = ProbeRemoval.of(woven, names);
        assertThat(result).as(name).isNotNull();
        assertThat(result.probes()).as(name).isEqualTo(probed.size());
        assertThat(Acceptance.of(woven, result.bytes(), loader)).as(name).matches(Acceptance::isGiven);
        Map<String, List<String>> was = new HashMap<>();
        methods(compiled).forEach(each -> was.put(each.name + each.desc, code(each)));
        for (MethodNode each : methods(result.bytes())) {
            if (probed.containsKey(each.name + each.desc)) {
                assertThat(calls(each)).as(name + each.name).isFalse();
                probing++;
                same += code(each).equals(was.get(each.name + each.desc)) ? 1 : 0;
            }
        }
    }

    private static List<MethodNode> methods(byte[] bytes) {
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return type.methods;
    }

    private static boolean calls(MethodNode method) {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof MethodInsnNode called && called.name.equals("begin")
                    && (called.owner.equals(ProbeFields.SITE) || called.owner.equals(ProbeFields.JOIN_POINTS))) {
                return true;
            }
        }
        return false;
    }

    /** One line an instruction, and one for each entry of the exception table. */
    private static List<String> code(MethodNode method) {
        Map<LabelNode, Integer> places = new HashMap<>();
        int place = 0;
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof LabelNode label) {
                places.put(label, place);
            } else if (each.getOpcode() >= 0) {
                place++;
            }
        }
        List<String> lines = new ArrayList<>();
        for (AbstractInsnNode each : method.instructions) {
            if (each.getOpcode() >= 0) {
                String operand = each instanceof JumpInsnNode jump
                        ? "" + places.get(jump.label)
                        : each instanceof VarInsnNode used
                                ? "" + used.var
                                : each instanceof FieldInsnNode field
                                        ? field.owner + field.name
                                        : each instanceof MethodInsnNode called
                                                ? called.owner + called.name + called.desc
                                                : each instanceof TypeInsnNode of ? of.desc : "";
                lines.add(each.getOpcode() + " " + operand);
            }
        }
        for (TryCatchBlockNode each : method.tryCatchBlocks) {
            lines.add(places.get(each.start) + " " + places.get(each.end) + " " + places.get(each.handler) + each.type);
        }
        return lines;
    }
}
