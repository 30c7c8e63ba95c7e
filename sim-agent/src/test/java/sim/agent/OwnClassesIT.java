package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.agent.select.LeftAlone;
import sim.metrics.weaving.WeavingReport;
import sim.metrics.weaving.WeavingSkip;

/** However wide a pointcut is, nothing the agent brings is woven: metering would meter itself. */
class OwnClassesIT {
    @TempDir
    Path folder;

    @Test
    void noClassOfTheAgentsJarIsEverWoven() throws IOException {
        List<String> classes;
        try (JarFile jar = new JarFile(ChildJvm.AGENT.toFile())) {
            classes = jar.stream().map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/")).toList();
        }
        assertThat(classes).hasSizeGreaterThan(500).contains("sim/jfr/FlowContexts.class");
        LeftAlone leftAlone = new LeftAlone(new WeavingReport(), List.of(), false);
        assertThat(classes).map(name -> name.substring(0, name.length() - ".class".length())).as("from another jar too")
                .allMatch(name -> leftAlone.why(getClass().getClassLoader(), name, null) == WeavingSkip.OWN);
    }

    /** The original's programs have classes in these packages too, so SIM's own are taken out of weaving by their names. */
    @Test
    void thePlainWeaverIsToldEachOfOurClasses() throws IOException {
        try (JarFile jar = new JarFile(ChildJvm.AGENT.toFile())) {
            String aop = new String(jar.getInputStream(jar.getEntry("META-INF/aop.xml")).readAllBytes(),
                    StandardCharsets.UTF_8);
            Set<String> named = Pattern.compile("<exclude within=\"(sim\\.instrumentation\\.[^\"]+)\"").matcher(aop)
                    .results()
                    .map(match -> match.group(1)).collect(Collectors.toCollection(TreeSet::new));
            Set<String> own = jar.stream().map(ZipEntry::getName)
                    .filter(name -> name.startsWith("sim/instrumentation/") && name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.').replace('$',
                            '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(named).as("<exclude>s of META-INF/aop.xml").isEqualTo(own);
        }
    }

    /** A class of the application is known by what it is, not by its package. */
    @Test
    void applicationsMayHavePackagesOfTheSameNames() throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), """
                <aspectj><aspects>
                  <concrete-aspect name="a.B" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                    <pointcut name="methodsToInstrument" expression="execution(* *.work(..))"/>
                  </concrete-aspect>
                </aspects></aspectj>
                """);
        ChildJvm.Result run = new ChildJvm().agent("aop=" + aop).run(ChildJvm.CLASSES.toString(),
                "sim.instrumentation.users.Program");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).contains("count sim.instrumentation.users.Program.work 2 errors 0",
                "count sim.agent.users.Agent.work 3 errors 0",
                "count sim.instrumentation.aop.users.Tests.work 1 errors 0",
                "counter weaving.failed 1",
                "counter weaving.failed.package 1");
        assertThat(run.out()).noneMatch(line -> line.matches("count sim\\.(metrics|base|context)\\..*"));
        assertThat(run.err()).as(run.all()).filteredOn(line -> line.contains("not woven")).singleElement().asString()
                .startsWith("sim: ").contains("sim.metrics.users.Metrics", "move it");
    }

    /** As a war with aspectjweaver.jar on Tomcat: it runs as it did, and one line says which war, and what to remove. */
    @Test
    void aWarThatBringsAnotherRuntimeIsLeftAsItWasAndNamedInALineOfTheScreen() {
        ChildJvm.Result run = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.OwnRuntime",
                ChildJvm.library("aspectjweaver").toString());
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).startsWith("inside").contains("counter weaving.failed.runtime 1");
        assertThat(run.err()).as(run.all()).filteredOn(line -> line.contains("not woven")).singleElement().asString()
                .contains("context: shop")
                .endsWith(": they see another AspectJ runtime; remove aspectjrt from that class path")
                .hasSizeLessThan(161);
        assertThat(run.err()).as(run.all()).allMatch(line -> line.startsWith("sim: "));
    }

    /** As OSGi's do, and JBoss Modules: what woven code calls is found all the same, without an option of the program's. */
    @ParameterizedTest
    @ValueSource(strings = {"", "overridden"})
    void aLoaderThatHidesTheAgentFromItsOwnClassesIsServedByTheAgent(String how) {
        ChildJvm.Result run = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.Secluded",
                how.isEmpty() ? new String[0] : new String[]{how});
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).startsWith("inside").contains("count woven.Secluded$Inside.run 1 errors 0",
                "counter weaving.failed 0");
    }
}
