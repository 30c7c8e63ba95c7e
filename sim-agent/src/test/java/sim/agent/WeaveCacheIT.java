package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.start.StartClassesTest;

/** A second start does what the first did, without the weaver; whatever happens to the files in between. */
class WeaveCacheIT {
    private static final String STYLES = ChildJvm.CLASSES.resolve("styles-aop.xml").toString();

    @TempDir
    Path folder;

    @Test
    void aSecondStartIsTheSameWithoutTheWeaver() throws IOException {
        List<String> first = facts(start("woven.Styles", STYLES, "first"), false);
        List<String> second = facts(start("woven.Styles", STYLES, "second"), true);
        assertThat(second).isEqualTo(first);
        assertThat(first).contains("count woven.Styles.byConfiguration 3 errors 0");
        assertThat(loaded("first")).anyMatch(type -> type.startsWith("sim.agent.relocated.weaver."));
        // a class may be read later, on the collector's thread: an aspect that the configuration names
        assertThat(loaded("second")).noneMatch(type -> type.startsWith("sim.agent.relocated.weaver.")
                || type.startsWith("sim.agent.relocated.bridge.") || type.startsWith("sim.agent.relocated.asm.tree."))
                .containsAll(StartClassesTest.names());
    }

    @Test
    void classesTheWeaverMakesComeAlong() throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                "<aspectj><aspects><aspect name=\"woven.Wrapped$Doubling\"/>"
                        + "</aspects><weaver><include within=\"woven..*\"/></weaver></aspectj>");
        List<String> first = facts(start("woven.Wrapped", aop.toString(), "first"), false);
        assertThat(facts(start("woven.Wrapped", aop.toString(), "second"), true)).isEqualTo(first)
                .contains("doubled 10", "count woven.Wrapped.single 1 errors 0");
        assertThat(loaded("second")).noneMatch(type -> type.startsWith("sim.agent.relocated.weaver.")).anyMatch(
                type -> type.startsWith("woven.Wrapped$AjcClosure"));
        Files.writeString(aop, "<aspectj><weaver><include within=\"nothing\"/></weaver></aspectj>");
        assertThat(start("woven.Wrapped", aop.toString(), "other").out()).contains("doubled 4");
    }

    @Test
    void loadersOfTheProgramsOwn() throws IOException {
        assertThat(start("woven.Loaders", "", "first").out()).contains("alive 0");
        assertThat(facts(start("woven.Loaders", "", "second"), true)).contains("alive 0");
        assertThat(loaded("second")).noneMatch(type -> type.startsWith("sim.agent.relocated.weaver."));
    }

    /** A loader of which no files are known: its class is kept with the types on which it depends. */
    @Test
    void classesOfLoadersWithoutFilesAreKept() throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), """
                <aspectj><aspects>
                  <concrete-aspect name="a.B" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                    <pointcut name="methodsToInstrument" expression="execution(* woven.Secluded.Inside.*(..))"/>
                  </concrete-aspect>
                </aspects></aspectj>
                """);
        List<String> first = facts(start("woven.Secluded", aop.toString(), "first"), false);
        assertThat(first).contains("count woven.Secluded$Inside.run 1 errors 0");
        assertThat(facts(start("woven.Secluded", aop.toString(), "second"), true)).isEqualTo(first);
    }

    /** A loader of which no files are known: what the weaver made is kept with the bytes of all types that it wanted to know. */
    @Test
    void whatTheWeaverMadeIsKeptUntilATypeItKnewIsAnother() throws IOException {
        Path made = Files.createDirectories(folder.resolve("made"));
        Files.write(made.resolve("Child.class"), type("made/Child", "made/Parent", false));
        String counted = "count made.Child.run 1 errors 0";
        Files.write(made.resolve("Parent.class"), type("made/Parent", "java/lang/Object", true));
        assertThat(facts(start("woven.Foldered", "", "first", folder.toString(), "made.Child"), false))
                .contains(counted);
        assertThat(facts(start("woven.Foldered", "", "second", folder.toString(), "made.Child"), true))
                .contains(counted);
        assertThat(loaded("second")).noneMatch(type -> type.startsWith("sim.agent.relocated.weaver."));
        Files.write(made.resolve("Parent.class"), type("made/Parent", "java/lang/Object", false));
        assertThat(start("woven.Foldered", "", "other", folder.toString(), "made.Child").out())
                .as("the parent is no more annotated").doesNotContain(counted).contains("counter weaving.failed 0");
        Files.write(made.resolve("Parent.class"), type("made/Parent", "java/lang/Object", true));
        assertThat(facts(start("woven.Foldered", "", "again", folder.toString(), "made.Child"), true))
                .contains(counted);
    }

    static byte[] type(String name, String parent, boolean isAnnotated) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, parent, new String[]{"java/lang/Runnable"});
        if (isAnnotated) {
            writer.visitAnnotation("Lsim/instrumentation/annotation/Instrument;", true).visitEnd();
        }
        method(writer, "<init>", parent);
        method(writer, "run", null);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void method(ClassWriter writer, String name, String parent) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, name, "()V", null, null);
        code.visitCode();
        if (parent != null) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, name, "()V", false);
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /**
     * Starts of several JVMs at once, some killed, files damaged in between: all that come to their end say the same. In the
     * long form 1,000 starts of eight: {@code -Dsim.starts=1000 -Dsim.at.once=8}.
     */
    @Test
    void manyAtOnceKilledAndDamaged() throws Exception {
        List<String> expected = facts(start("woven.Styles", STYLES, "expected"), false);
        Random random = new Random(20261122);
        int starts = Integer.getInteger("sim.starts", 6);
        int atOnce = Integer.getInteger("sim.at.once", 3);
        for (int begun = 0; begun < starts; begun += atOnce) {
            damage(random);
            List<Process> jvms = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                jvms.add(jvm(STYLES).begin(ChildJvm.CLASSES.toString(), "woven.Styles",
                        folder.resolve("out" + i).toFile()));
            }
            int toKill = random.nextInt(atOnce);
            jvms.get(toKill).waitFor(random.nextInt(3_000), TimeUnit.MILLISECONDS);
            jvms.get(toKill).destroyForcibly().waitFor();
            for (int i = 0; i < atOnce; i++) {
                assertThat(jvms.get(i).waitFor(300, TimeUnit.SECONDS)).isTrue();
                List<String> out = Files.readAllLines(folder.resolve("out" + i));
                if (i != toKill) {
                    assertThat(jvms.get(i).exitValue()).as(String.join("\n", out)).isZero();
                    assertThat(facts(out)).as("after %d starts", begun).isEqualTo(expected);
                }
            }
            if (begun / 100 < (begun + atOnce) / 100) {
                System.out.println(begun + atOnce + " of " + starts + " starts");
            }
        }
    }

    private void damage(Random random) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(each);
                int what = random.nextInt(4);
                if (what == 0) {
                    bytes[random.nextInt(bytes.length)] ^= 1 << random.nextInt(8);
                    Files.write(each, bytes);
                } else if (what == 1) {
                    Files.write(each, java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)));
                }
            }
        }
    }

    private ChildJvm jvm(String aop) {
        // without the file of its figures, which the JVM warns of where another user's or container's process has its number
        return new ChildJvm().flag("-XX:-UsePerfData").agent("weave.cache=" + folder.resolve("cache")
                + (aop.isEmpty() ? "" : ",aop=" + aop)).in(folder);
    }

    private ChildJvm.Result start(String program, String aop, String name, String... arguments) {
        ChildJvm.Result run = jvm(aop).flag("-Xlog:class+load:file=" + folder.resolve(name + ".log"))
                .run(ChildJvm.CLASSES.toString(), program, arguments);
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("counter weaving.failed ")).as(run.all()).isEqualTo("0");
        return run;
    }

    /** What must be the same at every start. */
    private static List<String> facts(ChildJvm.Result run, boolean isKept) {
        if (isKept) {
            assertThat(number(run, "kept")).as(run.all()).isPositive()
                    .isEqualTo(number(run, "woven") + number(run, "unchanged"));
        }
        return facts(run.out());
    }

    private static List<String> facts(List<String> out) {
        return out.stream()
                .filter(line -> !line.matches("(self|invocation) .*|counter (?!weaving\\.(woven|unchanged|failed)).*"))
                .map(line -> line.replaceAll("@\\p{XDigit}+", "")).toList();
    }

    private static long number(ChildJvm.Result run, String counter) {
        String found = run.after("counter weaving." + counter + " ");
        return found == null ? 0 : Long.parseLong(found);
    }

    private List<String> loaded(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name + ".log")).stream()
                .map(line -> line.replaceAll("^\\S+ (\\S+).*", "$1"))
                .toList();
    }
}
