package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AspectJ's weaver as it comes, SIM's jars on the class path and no agent: what counts is what counts under the agent. */
class PlainWeaverIT {
    private static final String CONCRETE = """
            <aspectj>
              <aspects>
                <concrete-aspect name="woven.More" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor"%s>
                  <pointcut name="methodsToInstrument"
                            expression="execution(* woven.Rush.by*(..)) || execution(* woven.Reloaded.*(..))"/>
                </concrete-aspect>
                <concrete-aspect name="woven.First" precedence="woven.More, sim.instrumentation.aop.aspectj.Annotation*Instrumentation"/>
              </aspects>
              <weaver><include within="woven..*"/></weaver>
            </aspectj>
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"woven.Shapes", "woven.Styles"})
    void countsAsTheAgentDoes(String program) {
        Path styles = ChildJvm.CLASSES.resolve("styles-aop.xml");
        ChildJvm.Result agent = new ChildJvm().agent("aop=" + styles).run(ChildJvm.CLASSES.toString(),
                program);
        ChildJvm.Result plain = new ChildJvm().plainWeaver(styles).run(ChildJvm.CLASSES.toString(), program);
        assertThat(plain.exit()).as(plain.all()).isZero();
        assertThat(counts(plain)).as(plain.all()).isEqualTo(counts(agent)).hasSizeGreaterThan(4);
        assertThat(plain.after("counter metering.failures ")).isEqualTo("0");
    }

    @Test
    void aCallSelectedByTwoAspectsIsMeteredOnceWhoeverMeetsItFirst() throws IOException {
        ChildJvm.Result run = new ChildJvm().plainWeaver(concrete("")).run(ChildJvm.CLASSES.toString(),
                "woven.Rush");
        assertThat(run.after("count woven.Rush.byTwo ")).as(run.all()).isEqualTo("8000 errors 0");
        assertThat(run.after("counter probes.healed ")).isEqualTo("0");
        assertThat(run.after("counter probes.unmatched ")).isEqualTo("0");
    }

    @Test
    void theInstancesOfOneAspectOwnAJoinPointTogether() throws IOException {
        ChildJvm.Result run = new ChildJvm()
                .plainWeaver(concrete(" perclause=\"perthis(execution(* woven.Rush.byOne(..)))\""))
                .run(ChildJvm.CLASSES.toString(), "woven.Rush");
        assertThat(run.after("count woven.Rush.byOne ")).as(run.all()).isEqualTo("8000 errors 0");
    }

    @Test
    void aJoinPointStillTellsWhereItIs() throws IOException {
        ChildJvm.Result run = new ChildJvm().plainWeaver(concrete("")).run(ChildJvm.CLASSES.toString(),
                "woven.Rush");
        assertThat(run.after("place ")).as(run.all())
                .matches("Rush\\.java:\\d+ line \\d+ of Rush\\.java in woven\\.Rush");
    }

    @Test
    void classLoadersAreNotKeptNorWhatAspectsTheyHave() throws IOException {
        ChildJvm.Result run = new ChildJvm().plainWeaver(concrete("")).run(ChildJvm.CLASSES.toString(),
                "woven.Loaders");
        assertThat(run.after("alive ")).as(run.all()).isEqualTo("0");
        assertThat(run.after("count woven.Reloaded.work ")).isNotNull();
    }

    @Test
    void underAWeaverThatMakesJoinPointsOtherwiseNothingIsMeteredAndThatIsSaid() throws IOException {
        ChildJvm.Result run = new ChildJvm().plainWeaver(otherWeaver(), concrete(""))
                .run(ChildJvm.CLASSES.toString(), "woven.Rush");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(counts(run)).isEmpty();
        assertThat(run.err()).filteredOn(line -> line.startsWith("sim: ") && line.contains("use 1.9.x or the agent"))
                .as(run.all()).hasSize(1);
        assertThat(run.after("counter metering.failures ")).isEqualTo("0");
        assertThat(run.after("counter weaving.failed ")).isEqualTo("1");
    }

    /** The weaver as it comes, but for the name of the field in which a join point keeps where it is. */
    private Path otherWeaver() throws IOException {
        Path other = Files.copy(ChildJvm.library("aspectjweaver"), folder.resolve("aspectjweaver-other.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(other)) {
            Path made = jar.getPath("org/aspectj/runtime/reflect/JoinPointImpl$StaticPartImpl.class");
            String bytes = new String(Files.readAllBytes(made), StandardCharsets.ISO_8859_1);
            assertThat(bytes).contains("sourceLocation");
            Files.write(made, bytes.replace("sourceLocation", "locationSource").getBytes(StandardCharsets.ISO_8859_1));
        }
        return other;
    }

    private Path concrete(String clause) throws IOException {
        return Files.writeString(folder.resolve("aop.xml"), CONCRETE.formatted(clause));
    }

    /** But for class loading, which the agent alone is told of. */
    private static List<String> counts(ChildJvm.Result run) {
        return run.out().stream().filter(line -> line.startsWith("count ") || line.startsWith("context "))
                .filter(line -> !line.startsWith("count .[class loading] ")).toList();
    }
}
