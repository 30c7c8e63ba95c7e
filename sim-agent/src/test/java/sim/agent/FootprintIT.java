package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.testkit.Jdks;

/** What the agent brings into a JVM beside what it is asked for: classes as it starts, garbage as it runs. */
class FootprintIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"execution(* woven.Plain.*(..)), false", "execution(* woven.Plain.*(..)), true",
            "execution(int woven.Plain.*(..)), false", "execution(int woven.Plain.*(..)), true"})
    void theStartBeginsNothingDearThatTheApplicationDidNotAskFor(String pointcut, boolean keeps) throws IOException {
        Path classes = folder.resolve("classes.log");
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                """
                        <aspectj>
                          <aspects>
                            <concrete-aspect name="woven.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                              <pointcut name="methodsToInstrument" expression="%s"/>
                            </concrete-aspect>
                          </aspects>
                          <weaver><include within="woven.Plain"/></weaver>
                        </aspectj>
                        """
                        .formatted(pointcut));
        ChildJvm.Result run = new ChildJvm().usual().agent("aop=" + aop).flag("-Xlog:class+load:file=" + classes)
                .flag("-Dsim.weave.cache=" + (keeps ? folder.resolve("cache") : "off"))
                .run(ChildJvm.CLASSES.toString(), "woven.Plain");
        assertThat(run.out()).as(run.all()).contains("sum 42");
        List<String> loaded = Files.readAllLines(classes).stream()
                .map(line -> line.replaceFirst("^(\\[[^]]*])+ *", "")).map(line -> line.replaceFirst(" .*", ""))
                .toList();
        // only it tells what is an int's; any method of a type is told by names
        assertThat(loaded.contains("sim.agent.relocated.bridge.Version")).as("the weaver")
                .isEqualTo(pointcut.contains("int"));
        // its own build time, with all time zones' names: 200 ms
        assertThat(loaded).doesNotContain("java.text.SimpleDateFormat");
        // a log manager before the application can name its own
        assertThat(loaded).doesNotContain("java.util.logging.LogManager$RootLogger");
        // each joined text and record compared by generated code: some ms apiece
        assertThat(loaded).doesNotContain("java.lang.runtime.ObjectMethods");
        assertThat(loaded).filteredOn(name -> name.startsWith("sim.metrics.")).isNotEmpty();
    }

    @Test
    void aVirtualThreadLeavesNoGarbageButItsOwn() throws IOException {
        Path jdk = Jdks.withVirtualThreads();
        assumeTrue(jdk != null, "needs a JDK with virtual threads");
        // the collector rests meanwhile, for what it allocates is not the threads'
        ChildJvm.Result run = new ChildJvm().usual().on(jdk).agent("interval=1h,compensation=false").run(
                ChildJvm.CLASSES.toString(), "woven.Garbage");
        assertThat(run.after("bytes a thread ")).as(run.all()).isNotNull();
        // an object of two words a thread would be 16
        assertThat(Double.parseDouble(run.after("bytes a thread "))).as(run.all()).isLessThan(4);
    }
}
