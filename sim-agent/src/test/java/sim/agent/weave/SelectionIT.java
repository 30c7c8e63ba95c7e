package sim.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.agent.ChildJvm;

/**
 * Where SIM tells by names which methods are metered, the weaver says the same, method by method; and what SIM then writes passes a
 * verification where it does without.
 */
class SelectionIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "(execution(* *(..)) || execution(new(..))) && !within(kotlin.text..*); *..*; 400",
            "execution(public * kotlin..*.get*(..)) || execution(kotlin.collections..*.new(..)); kotlin..*; 250",
            "within(org.springframework.core..*) && !execution(* *.to*(..)); *; 150",
            "execution(* org.springframework..*Factory.*(..)) || execution(public org.springframework.util.*.new(..)); org..*; 80",
            "execution(* kotlinx.coroutines.Job.*(..)) || execution(* kotlinx.coroutines.channels.*.*(..)); *..*; 80"})
    void theWeaverSelectsTheSame(String pointcut, String included, int atLeast) throws IOException {
        List<String> jars = Stream.of("kotlinx-coroutines-core-jvm", "kotlin-stdlib", "spring-aop", "spring-core",
                "spring-beans").map(ChildJvm::library).map(Path::toString).toList();
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                """
                        <aspectj>
                          <aspects>
                            <concrete-aspect name="woven.Selecting" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                              <pointcut name="methodsToInstrument" expression="%s"/>
                            </concrete-aspect>
                          </aspects>
                          <weaver><include within="%s"/></weaver>
                        </aspectj>
                        """
                        .formatted(pointcut.replace("&&", "&amp;&amp;"), included));
        ChildJvm.Result run = new ChildJvm().flag("-Dwoven.every=5").run(
                ChildJvm.AGENT + File.pathSeparator + ChildJvm.CLASSES,
                "sim.agent.weave.Selected",
                Stream.concat(Stream.of(aop.toString()), jars.stream()).toArray(String[]::new));
        assertThat(run.out()).as(run.all()).contains("differ 0", "refused 0");
        assertThat(Integer.parseInt(run.after("told "))).as(run.all()).isGreaterThan(atLeast);
    }
}
