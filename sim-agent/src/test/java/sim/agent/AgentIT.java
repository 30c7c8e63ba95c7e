package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Refusal;
import sim.wire.WireException;

/** The agent jar in a JVM of its own: options, what is wrong, what it must never do to the application. */
class AgentIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"intervall=5s | did you mean 'interval'?",
            "server=nowhere | it must be host:port or tls://host:port, such as 127.0.0.1:7420",
            "aop=no/such/aop.xml | name a readable weaver configuration", "nonsense | write name=value"})
    void aWrongOptionIsNamedInOneLineAndTheApplicationRunsUnmetered(String argument, String cure) {
        ChildJvm.Result run = new ChildJvm().agent(argument).run(ChildJvm.CLASSES.toString(), "woven.Styles");
        assertThat(run.exit()).isZero();
        assertThat(run.err()).filteredOn(line -> line.contains(cure)).singleElement().asString().startsWith("sim: ")
                .endsWith("The application runs unmetered.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"execution(* main( | cannot be read",
            "WRONG-NAME | it must define <pointcut name=\"methodsToInstrument\"",
            "BROKEN-XML | Correct the file's XML"})
    void aWrongWeaverConfigurationIsNamedWithItsLine(String slip, String cure) throws IOException {
        String name = slip.equals("WRONG-NAME") ? "methods" : "methodsToInstrument";
        String expression = slip.startsWith("execution") ? slip : "execution(* *(..))";
        String text = "<aspectj>\n<aspects>\n<concrete-aspect name=\"a.B\" "
                + "extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\">\n<pointcut name=\"" + name
                + "\" expression=\"" + expression + "\"/>\n</concrete-aspect></aspects></aspectj>";
        Path file = Files.writeString(folder.resolve("aop.xml"),
                slip.equals("BROKEN-XML") ? text.substring(0, text.length() - 5) : text);
        ChildJvm.Result run = new ChildJvm().agent("aop=" + file).run(ChildJvm.CLASSES.toString(), "woven.Styles");
        assertThat(run.exit()).isZero();
        assertThat(run.err()).as(run.all()).filteredOn(line -> line.startsWith("sim: aop=" + file + ", line "))
                .singleElement().asString().contains(cure);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"<aspect name=\"my.Absent\"/> | The others are woven",
            "<concrete-aspect name=\"a.B\" extends=\"my.Absent\"><pointcut name=\"p\" expression=\"execution(* *(..))\"/>"
                    + "</concrete-aspect> | nothing is woven"})
    void anAspectThatIsNowhereToBeFoundIsSaidInOneLine(String aspect, String outcome) throws IOException {
        Path file = Files.writeString(folder.resolve("aop.xml"),
                "<aspectj><aspects>" + aspect + "</aspects></aspectj>");
        ChildJvm.Result run = new ChildJvm().agent("aop=" + file).run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.err()).as(run.all()).allMatch(line -> line.startsWith("sim: "))
                .filteredOn(line -> !line.contains("server") && !line.contains("shipped")).singleElement().asString()
                .contains("my.Absent", "correct its name", outcome).hasSizeLessThan(161);
        assertThat(run.after("count woven.Shapes$Nested.value ") == null).as(run.all())
                .isEqualTo(outcome.startsWith("nothing"));
    }

    @Test
    void optionsComeFromPropertiesAndTheFileToo() throws IOException {
        Path file = Files.writeString(folder.resolve("sim.properties"), "sim.meters=wall\nsim.events=all\n");
        ChildJvm.Result run = new ChildJvm().agent("").flag("-Dsim.config=" + file).flag("-Dsim.events=none")
                .run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.after("self woven.Shapes$Nested.value ")).as(run.all()).startsWith("wall=")
                .doesNotContain("thread.cpu");
        assertThat(run.after("invocation ")).isNull();
    }

    @Test
    void anExtensionMayBeWovenItself() throws IOException {
        Path file = Files.writeString(folder.resolve("aop.xml"), """
                <aspectj><aspects>
                  <concrete-aspect name="a.B" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                    <pointcut name="methodsToInstrument" expression="execution(* woven.Watched*.*(..))"/>
                  </concrete-aspect>
                </aspects></aspectj>
                """);
        ChildJvm.Result run = new ChildJvm().agent("aop=" + file + ",probes.interceptors=watched")
                .flag("-Dsim.probes.interceptor.watched.factory.class=woven.Watched")
                .run(ChildJvm.CLASSES.toString(), "woven.Watched");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).contains("ended 10");
        assertThat(run.err()).as(run.all()).noneMatch(line -> line.contains("watched") || line.contains("Exception"));
    }

    @Test
    void switchedOffNothingIsWoven() {
        ChildJvm.Result run = new ChildJvm().agent("enabled=false").run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).noneMatch(line -> line.startsWith("count "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"enabled=false | none", "intervall=5s | did you mean 'interval'?",
            "aop=nope.xml | name a readable weaver configuration", "nonsense | write name=value",
            "-Dsim.intervall=5s | did you mean 'interval'?", "-Dsim.enabled=false | none"})
    void unmeteredMeansProbesByHandToo(String wrong, String cure) {
        ChildJvm child = new ChildJvm().agent(wrong.startsWith("-D") ? "" : wrong);
        ChildJvm.Result run = (wrong.startsWith("-D") ? child.flag(wrong) : child).run(ChildJvm.CLASSES.toString(),
                "woven.ByHand");
        assertThat(run.out()).as(run.all()).contains("did 2").noneMatch(line -> line.startsWith("count "))
                .noneMatch(line -> line.startsWith("thread "));
        if (cure.equals("none")) {
            assertThat(run.err()).isEmpty();
        } else {
            assertThat(run.err()).singleElement().asString().startsWith("sim: ").contains(cure);
        }
    }

    @Test
    void probesByHandAreMeteredWithTheAgent() {
        ChildJvm.Result run = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.ByHand");
        assertThat(run.out()).as(run.all()).contains("did 2", "count by.hand 1 errors 0",
                "count woven.ByHand.work 1 errors 0", "thread sim-collector");
    }

    @Test
    void noThreadOfSimKeepsAJvmAliveWhileTheServerIsAway() {
        ChildJvm.Result run = new ChildJvm().agent("server=127.0.0.1:1,interval=100ms,exit.flush=500ms")
                .run(ChildJvm.CLASSES.toString(), "woven.Threads");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).filteredOn(line -> line.startsWith("thread sim-")).hasSizeGreaterThanOrEqualTo(2)
                .allMatch(line -> line.endsWith(" daemon true"));
        assertThat(run.err()).anyMatch(line -> line.contains("127.0.0.1:1 is not reachable"))
                .filteredOn(line -> line.startsWith("sim: the last measurements could not be shipped: "))
                .singleElement()
                .asString().contains("agent server 127.0.0.1:1 is not reachable");
    }

    /** Before, it said neither how many calls nor that nobody knows. */
    @Test
    void whatTheLastDrainHadNoTimeForIsSaidToBeUncounted() {
        ChildJvm.Result run = new ChildJvm().agent("server=127.0.0.1:1,exit.flush=1ms")
                .run(ChildJvm.CLASSES.toString(), "woven.ManyNames");
        assertThat(run.out()).as(run.all()).containsExactly("did 5000");
        assertThat(run.err()).filteredOn(line -> line.contains("could not be shipped")).singleElement().asString()
                .startsWith("sim: the last measurements could not be shipped: what was metered last, whose calls could "
                        + "not be counted; ");
    }

    /** The time of the last shipment was blamed, which was not over. */
    @Test
    void aServerThatRefusesTheTokenIsBlamedForWhatDidNotArrive() throws IOException {
        try (ServerSocket door = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread refusing = new Thread(() -> {
                while (!door.isClosed()) {
                    try (Socket socket = door.accept()) {
                        new FrameReader(socket.getInputStream()).read();
                        new FrameWriter(socket.getOutputStream())
                                .write(new Refusal("its token web was revoked, or has expired"));
                    } catch (IOException | WireException over) {
                        // the next connection is another one
                    }
                }
            }, "refusing");
            refusing.setDaemon(true);
            refusing.start();
            ChildJvm.Result run = new ChildJvm()
                    .agent("server=127.0.0.1:" + door.getLocalPort() + ",interval=100ms,exit.flush=30s")
                    .run(ChildJvm.CLASSES.toString(), "woven.ByHand");
            assertThat(run.err()).filteredOn(line -> line.contains("could not be shipped")).singleElement().asString()
                    .matches( // no calls where the program's own report has drained them before
                            "sim: the last measurements could not be shipped: ([0-9]+ calls.*|no calls, but the last counters); agent server .* refuses: "
                                    + "its token web was revoked, or has expired");
        }
    }

    /** As loggers of fatal errors do: what SIM has to say at the end must not wait for that lock. */
    @Test
    void aProgramThatEndsWhileItHoldsStandardErrorEnds() {
        ChildJvm.Result run = new ChildJvm().agent("server=127.0.0.1:1,interval=100ms,exit.flush=500ms")
                .run(ChildJvm.CLASSES.toString(), "woven.Fatal");
        assertThat(run.exit()).as(run.all()).isEqualTo(3);
        assertThat(run.err()).contains("fatal")
                .anyMatch(line -> line.startsWith("sim: the last measurements could not be shipped: "));
    }

    @Test
    void classLoadersAreNotKept() {
        ChildJvm.Result run = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.Loaders");
        assertThat(run.after("alive ")).as(run.all()).isEqualTo("0");
        assertThat(run.after("count woven.Reloaded.work ")).isNotNull();
    }

    @Test
    void aMethodThatCannotTakeMoreCodeIsLoadedAsItWas() throws IOException {
        Path file = Files.write(folder.resolve("Full.class"), fullClass());
        Path aop = Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects><concrete-aspect name=\"a.B\" "
                + "extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\"><pointcut "
                + "name=\"methodsToInstrument\" expression=\"execution(* woven.Full.*(..))\"/></concrete-aspect>"
                + "</aspects></aspectj>");
        ChildJvm.Result run = new ChildJvm().agent("aop=" + aop).run(ChildJvm.CLASSES.toString(), "woven.Large",
                file.toString());
        assertThat(run.after("sum ")).as(run.all()).isEqualTo("16300");
        assertThat(run.after("counter weaving.failed ")).isEqualTo("1");
        assertThat(run.err()).anyMatch(line -> line.contains("woven.Full") && line.contains("not woven"));
    }

    @Test
    void virtualThreadsCountExactlyAndReadNoMeterTheyDoNotHave() {
        assumeTrue(Runtime.version().feature() >= 21, "skipped: virtual threads need Java 21");
        ChildJvm.Result run = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.Virtual", "10000");
        assertThat(run.after("count woven.Virtual.outer ")).as(run.all()).isEqualTo("10000 errors 0");
        assertThat(run.after("count woven.Virtual.inner ")).isEqualTo("20000 errors 0");
        assertThat(run.after("self woven.Virtual.outer ")).contains("wall=", "gc.count=").doesNotContain("thread.cpu",
                "alloc.bytes", "waiting");
        assertThat(run.out()).filteredOn(line -> line.startsWith("context request ")).hasSize(10_000)
                .allMatch(line -> line.contains("ended true calls 1"));
        for (String kind : List.of("probes.healed", "probes.unmatched", "metering.failures", "contexts.dropped")) {
            assertThat(run.after("counter " + kind + " ")).as(kind).isEqualTo("0");
        }
    }

    @Test
    void foreignPackagesInTheJarAreRelocated() throws IOException {
        try (var jar = new java.util.jar.JarFile(ChildJvm.AGENT.toFile())) {
            Map<String, Long> roots = jar.stream().filter(entry -> entry.getName().endsWith(".class"))
                    .collect(java.util.stream.Collectors.groupingBy(
                            entry -> entry.getName().substring(0, entry.getName().indexOf('/')),
                            java.util.stream.Collectors.counting()));
            assertThat(roots.keySet()).containsExactlyInAnyOrder("sim", "org");
            assertThat(jar.stream()).filteredOn(entry -> entry.getName().startsWith("org/"))
                    .allMatch(entry -> entry.getName().equals("org/") || entry.getName().startsWith("org/aspectj/")
                            || entry.getName().startsWith("org/jinspired/"));
        }
    }

    /** A class with a static method of nearly 64 KB that adds 1 as often as its constants say. */
    private static byte[] fullClass() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "woven/Full", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "sum", "()I", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.ICONST_0);
        for (int i = 0; i < 16_300; i++) {
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IADD);
            method.visitInsn(Opcodes.NOP);
            method.visitInsn(Opcodes.NOP);
        }
        for (int i = 0; i < 330; i++) {
            method.visitInsn(Opcodes.NOP);
        }
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
