package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one JVM wrote with Java's serialization another one reads, whether SIM is in it or not. */
class SerialVersionIT {
    @TempDir
    Path folder;

    /** The first is woven by names alone, the second by AspectJ's weaver. */
    @ParameterizedTest
    @ValueSource(strings = {"", " &amp;&amp; !@within(Deprecated)"})
    void isWhatItIsWithoutSim(String more) throws IOException {
        List<String> bare = numbers(new ChildJvm().run(ChildJvm.CLASSES.toString(), "woven.Serials"));
        Path aop = Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects>"
                + "<concrete-aspect name=\"a.B\" extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\">"
                + "<pointcut name=\"methodsToInstrument\" expression=\"(execution(* woven..*(..))"
                + " || execution(woven..*.new(..)))" + more + "\"/></concrete-aspect></aspects></aspectj>");
        ChildJvm.Result metered = new ChildJvm().agent("interval=1h,aop=" + aop).run(
                ChildJvm.CLASSES.toString(),
                "woven.Serials", "report");
        assertThat(bare).hasSize(12);
        assertThat(numbers(metered)).as(metered.all()).isEqualTo(bare);
        assertThat(metered.after("count woven.Serials.text ")).as(metered.all()).isEqualTo("1 errors 0");
        assertThat(metered.after("counter weaving.failed ")).isEqualTo("0");
    }

    private static List<String> numbers(ChildJvm.Result result) {
        return result.out().stream().filter(line -> line.startsWith("number ")).toList();
    }
}
