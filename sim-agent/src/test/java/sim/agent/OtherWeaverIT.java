package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent beside agents that weave as well or hold locks, and beside itself. */
class OtherWeaverIT {
    private static final String METERED = """
            <concrete-aspect name="my.Metered" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
              <pointcut name="methodsToInstrument" expression="%s"/>
            </concrete-aspect>
            """;

    @TempDir
    Path folder;

    /** Both read the same configuration, which has an aspect of the application's and one of SIM's. */
    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void eachAspectIsWovenOnceBesideAspectJsAgent(boolean first, boolean isNamed) throws IOException {
        String metered = METERED.formatted("execution(int woven.Beside.twice(int))");
        Path named = aop("named.xml", metered);
        Path onPath = aop("META-INF/aop.xml", "<aspect name=\"woven.BesideAspect\"/>" + (isNamed ? "" : metered));
        UnaryOperator<ChildJvm> other = jvm -> jvm.flag("-javaagent:" + ChildJvm.library("aspectjweaver"));
        UnaryOperator<ChildJvm> sim = jvm -> jvm.agent(isNamed ? "aop=" + named : "");
        ChildJvm jvm = first ? other.apply(sim.apply(new ChildJvm())) : sim.apply(other.apply(new ChildJvm()));

        ChildJvm.Result run = jvm.run(ChildJvm.CLASSES + File.pathSeparator + onPath.getParent().getParent(),
                "woven.Beside");

        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).contains("seen 10", "count woven.Beside.twice 10 errors 0",
                "counter weaving.failed 0");
        assertThat(said(run)).singleElement().asString().startsWith("sim: AspectJ's agent is").hasSizeLessThan(161);
    }

    /** That agent would weave SIM's own classes, those of its start too, with an aspect that has no instance yet. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAspectOfAllMethodsKeepsNoProgramFromStarting(boolean first) throws IOException {
        Path onPath = aop("META-INF/aop.xml", METERED.formatted("execution(* *(..)) || execution(*.new(..))"));
        UnaryOperator<ChildJvm> other = jvm -> jvm.flag("-javaagent:" + ChildJvm.library("aspectjweaver"));
        UnaryOperator<ChildJvm> sim = jvm -> jvm.agent("");
        ChildJvm jvm = first ? other.apply(sim.apply(new ChildJvm())) : sim.apply(other.apply(new ChildJvm()));

        ChildJvm.Result run = jvm.run(ChildJvm.CLASSES + File.pathSeparator + onPath.getParent().getParent(),
                "woven.Beside");

        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).contains("count woven.Beside.twice 10 errors 0",
                "counter weaving.failed 0");
        assertThat(said(run)).singleElement().asString().startsWith("sim: AspectJ's agent is");
    }

    /** Where SIM does not weave, the other agent does. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aspectJsAgentGoesOnWhereSimCannotStart(boolean first) throws IOException {
        Path onPath = aop("META-INF/aop.xml", "<aspect name=\"woven.BesideAspect\"/>");
        UnaryOperator<ChildJvm> other = jvm -> jvm.flag("-javaagent:" + ChildJvm.library("aspectjweaver"));
        UnaryOperator<ChildJvm> sim = jvm -> jvm.agent("aop=absent.xml");
        ChildJvm jvm = first ? other.apply(sim.apply(new ChildJvm())) : sim.apply(other.apply(new ChildJvm()));
        ChildJvm.Result run = jvm.run(ChildJvm.CLASSES + File.pathSeparator + onPath.getParent().getParent(),
                "woven.Beside");
        assertThat(run.out()).as(run.all()).contains("seen 10");
    }

    @ParameterizedTest
    @CsvSource({"inside, true", "inside, false", "outside, true", "outside, false"})
    void anAgentThatLoadsClassesUnderALockOfItsOwnNeverWaitsForSimForGood(String where, boolean first)
            throws IOException {
        Path agent = agent("woven.Locking");
        Path aop = aop("aop.xml", METERED.formatted("execution(int woven.Interleaved.*.value())"));
        UnaryOperator<ChildJvm> other = jvm -> jvm.flag("-javaagent:" + agent);
        UnaryOperator<ChildJvm> sim = jvm -> jvm.agent("aop=" + aop);
        ChildJvm jvm = first ? other.apply(sim.apply(new ChildJvm())) : sim.apply(other.apply(new ChildJvm()));

        ChildJvm.Result run = jvm.run(ChildJvm.CLASSES.toString(), "woven.Interleaved", where);

        assertThat(run.out()).as(run.all()).contains("the weaver's thread had the other agent's lock", "ended",
                "count woven.Interleaved$Woven.value 1 errors 0", "counter weaving.failed 0");
        assertThat(run.after("count woven.Interleaved$Inner.value ")).as(run.all())
                .isEqualTo(where.equals("inside") ? null : "1 errors 0");
        assertThat(said(run)).isEmpty();
    }

    /** By the command line and the environment, and as two copies. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theSecondOfTwoSaysOneLineAndDoesNothing(boolean isACopy) throws IOException {
        Path aop = aop("aop.xml", METERED.formatted("execution(* woven.Beside.twice(int))"));
        Path second = isACopy ? Files.copy(ChildJvm.AGENT, folder.resolve("copy.jar")) : ChildJvm.AGENT;
        ChildJvm.Result run = new ChildJvm().agent("aop=" + aop).flag("-javaagent:" + second + "=aop=" + aop)
                .run(ChildJvm.CLASSES.toString(), "woven.Beside");
        assertThat(run.out()).as(run.all()).contains("count woven.Beside.twice 10 errors 0",
                "counter weaving.failed 0");
        assertThat(said(run)).singleElement().asString().startsWith("sim: the agent is given more than once")
                .hasSizeLessThan(161);
    }

    @Test
    void oneOfTheEnvironmentIsTheFirst() throws IOException {
        Path aop = aop("aop.xml", METERED.formatted("execution(* woven.Beside.twice(int))"));
        ChildJvm.Result run = new ChildJvm().environment("JAVA_TOOL_OPTIONS",
                "-javaagent:" + ChildJvm.AGENT + "=server=127.0.0.1:1,interval=1h,hotspot.enabled=false,aop=" + aop)
                .agent("enabled=false").run(ChildJvm.CLASSES.toString(), "woven.Beside");
        assertThat(run.out()).as(run.all()).contains("count woven.Beside.twice 10 errors 0");
        assertThat(said(run)).hasSize(1);
    }

    /** SIM's lines, without those about the agent server, which is not there. */
    private static List<String> said(ChildJvm.Result run) {
        return run.err().stream().filter(line -> line.startsWith("sim: ")
                && !line.startsWith("sim: agent server ") && !line.startsWith("sim: the last measurements ")).toList();
    }

    private Path aop(String name, String aspects) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "<aspectj><aspects>" + aspects + "</aspects></aspectj>");
    }

    private Path agent(String type) throws IOException {
        Path jar = folder.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", type);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }
}
