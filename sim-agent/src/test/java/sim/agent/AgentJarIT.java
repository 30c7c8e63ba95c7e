package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;

/** What the build leaves out of the agent's jar is missed by nothing in it, and nobody misses what it has to have. */
class AgentJarIT {
    @Test
    void noClassInItNamesOneThatWasLeftOut() {
        StringWriter printed = new StringWriter();
        int code = ToolProvider.findFirst("jdeps").orElseThrow().run(new PrintWriter(printed),
                new PrintWriter(printed), "-verbose:class", ChildJvm.AGENT.toString());
        assertThat(code).as(printed.toString()).isZero();
        List<String> missing = printed.toString().lines().filter(line -> line.endsWith("not found"))
                .filter(line -> line.startsWith(" ")).toList();
        // AspectJ's one optional library, which it looks for by name before it uses these classes
        assertThat(missing).filteredOn(line -> !line.contains("-> org.apache.commons.logging.")).isEmpty();
        assertThat(printed.toString()).as("the tool has looked").contains("sim.agent");
    }

    @Test
    void whatIsCalledAspectJIsWhole() throws IOException {
        try (JarFile ours = new JarFile(ChildJvm.AGENT.toFile());
                JarFile theirs = new JarFile(ChildJvm.library("aspectjweaver").toFile())) {
            List<String> classes = theirs.stream().map(ZipEntry::getName)
                    .filter(name -> name.matches("org/aspectj/(lang|runtime|internal)/.*[.]class")).toList();
            assertThat(ours.stream().map(ZipEntry::getName)).as("of the weaver, under its own name").noneMatch(
                    name -> name.matches("(org/aspectj/(weaver|bridge|util|asm|apache)|aj)/.*"));
            assertThat(classes).hasSizeGreaterThan(100).allMatch(name -> ours.getEntry(name) != null);
        }
    }

    @Test
    void stackTracesHaveLinesAndParametersHaveNames() throws IOException {
        for (String each : List.of("sim/metrics/probe/Metering", "sim/agent/relocated/weaver/World",
                "sim/agent/relocated/asm/ClassReader")) {
            ClassNode type = read(each);
            assertThat(type.sourceFile).isEqualTo(each.substring(each.lastIndexOf('/') + 1) + ".java");
            assertThat(type.methods).filteredOn(method -> method.instructions.size() > 0)
                    .allMatch(method -> method.localVariables.isEmpty(), "has no local names")
                    .flatMap(method -> List.of(method.instructions.toArray()))
                    .hasAtLeastOneElementOfType(LineNumberNode.class);
        }
        assertThat(read("sim/metrics/probe/Metering").methods).anyMatch(method -> method.parameters != null);
    }

    /** From these the weaver reads what the parameters of advice are called. */
    @Test
    void aspectsByAnnotationKeepTheNamesOfTheirVariables() throws IOException {
        assertThat(read("sim/instrumentation/aop/aspectj/AbstractContextPropagator").methods)
                .anyMatch(method -> method.localVariables != null && !method.localVariables.isEmpty());
    }

    @Test
    void licencesTravelInIt() throws IOException {
        try (JarFile jar = new JarFile(ChildJvm.AGENT.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName)).contains("META-INF/LICENSE", "META-INF/NOTICE",
                    "META-INF/FastDoubleParser-LICENSE", "META-INF/FastDoubleParser-ThirdParty-LICENSE",
                    "META-INF/Schubfach-LICENSE", "licenses/LICENSE-EPL-2.0.txt", "licenses/LICENSE-BSD-3-CLAUSE.txt",
                    "licenses/LICENSE-Apache-1.1.txt", "LICENSE-AspectJ.adoc");
        }
    }

    private static ClassNode read(String type) throws IOException {
        try (JarFile jar = new JarFile(ChildJvm.AGENT.toFile())) {
            ClassNode node = new ClassNode();
            new ClassReader(jar.getInputStream(jar.getEntry(type + ".class"))).accept(node, 0);
            return node;
        }
    }
}
