package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is not metered at all is told so, once, with the likely cause; in a real JVM. */
class NothingMeteredIT {
    private static final String LINE = "sim: no method is metered so far: ";

    @TempDir
    Path folder;

    @Test
    void aPointcutThatSelectsNothingIsSaid() throws IOException {
        assertThat(run("execution(* woven.NoSuchType.*(..))", "woven..*").err())
                .filteredOn(line -> line.startsWith(LINE))
                .singleElement().asString().contains("select no method", "woven.");
    }

    @Test
    void anIncludeOfOtherPackagesIsSaid() throws IOException {
        assertThat(run("execution(* *(..))", "com.example.shop..*").err()).filteredOn(line -> line.startsWith(LINE))
                .singleElement().asString().contains("is within com.example.shop..*", "woven.Plain");
    }

    /** It has SIM's annotations on its class path, whose classes nobody looks for. */
    @Test
    void anIncludeOfOtherPackagesWithoutAnAspectIsSaid() throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                "<aspectj><weaver><include within=\"com.example.shop..*\"/></weaver></aspectj>");
        assertThat(new ChildJvm().agent("aop=" + aop).run(ChildJvm.CLASSES.toString(), "woven.Plain").err())
                .filteredOn(line -> line.startsWith(LINE)).singleElement().asString()
                .contains("is within com.example.shop..*", "(woven.Plain").doesNotContain("sim.");
    }

    @Test
    void aProgramThatIsMeteredIsToldNothing() throws IOException {
        assertThat(run("execution(* woven.Plain.*(..))", "woven..*").err()).noneMatch(line -> line.startsWith(LINE));
    }

    private ChildJvm.Result run(String pointcut, String included) throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                """
                        <aspectj>
                          <aspects>
                            <concrete-aspect name="my.Metered" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                              <pointcut name="methodsToInstrument" expression="%s"/>
                            </concrete-aspect>
                          </aspects>
                          <weaver><include within="%s"/></weaver>
                        </aspectj>
                        """
                        .formatted(pointcut, included));
        return new ChildJvm().agent("aop=" + aop).run(ChildJvm.CLASSES.toString(), "woven.Plain");
    }
}
