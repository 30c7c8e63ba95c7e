package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JVM that has a few modules of the JDK alone, as in an image that {@code jlink} made. */
class ModulesIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"java.instrument, 'java.management,java.sql,jdk.management'",
            "'java.instrument,java.xml,java.management', 'java.sql,jdk.management'",
            "'java.instrument,java.sql,java.management', jdk.management"})
    void aProgramWithoutWhatSimNeedsRunsUnmeteredAndIsToldWhatLacks(String modules, String lacking)
            throws IOException {
        ChildJvm.Result run = run(modules);

        assertThat(run.out()).as(run.all()).containsExactly("sum 90");
        assertThat(run.err()).as(run.all()).allMatch(line -> line.length() <= 160)
                .containsExactly("sim: this program runs without modules of the JDK: java --add-modules " + lacking
                        + ". The application runs unmetered.");
    }

    @Test
    void whatTheLineNamesIsEnough() throws IOException {
        ChildJvm.Result run = run("java.instrument,java.management,java.sql,jdk.management");

        assertThat(run.out()).as(run.all()).contains("sum 90", "count woven.Small.twice 10 errors 0");
        assertThat(run.err()).as(run.all()).noneMatch(line -> line.contains("unmetered") || line.contains("not woven"));
    }

    private ChildJvm.Result run(String modules) throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), """
                <aspectj><aspects>
                <concrete-aspect name="my.Small" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                  <pointcut name="methodsToInstrument" expression="execution(int woven.Small.twice(int))"/>
                </concrete-aspect></aspects></aspectj>
                """);
        ChildJvm.Result run = new ChildJvm().flag("--limit-modules=" + modules).agent("aop=" + aop)
                .run(ChildJvm.CLASSES.toString(), "woven.Small");
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }
}
