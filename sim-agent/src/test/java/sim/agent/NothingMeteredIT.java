package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
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
                .contains("is within com.example.shop..*", "(1: woven.Plain)").doesNotContain("sim.");
    }

    @Test
    void aProgramThatIsMeteredIsToldNothing() throws IOException {
        assertThat(run("execution(* woven.Plain.*(..))", "woven..*").err()).noneMatch(line -> line.startsWith(LINE));
    }

    /** Its requests are seen, by the library's probes; the methods that the reader asked for are not. */
    @Test
    void aPointcutThatSelectsNothingIsSaidBesideLibrariesProbes() throws IOException {
        ChildJvm.Result run = requests("aop=" + aop("execution(* woven.NoSuchType.*(..))", "woven..*")
                + ",libraries=http+tasks,payload.record=all");
        assertThat(run.out()).as("the library's probes are at work").contains("sim GET /stock 50 0");
        assertThat(run.err()).filteredOn(line -> line.startsWith(LINE)).singleElement().asString()
                .contains("select no method", "woven.");
    }

    @Test
    void packagesWithoutALoadedClassAreSaidBesideLibrariesProbes() {
        assertThat(requests("packages=no.such+none.such,libraries=http+tasks").err())
                .filteredOn(line -> line.startsWith(LINE)).singleElement().asString()
                .contains(": woven.Requests", "is below packages=no.such+none.such: correct it");
    }

    @Test
    void methodsBesideLibrariesProbesAndThoseAloneAreToldNothing() throws IOException {
        Path included = Files.writeString(folder.resolve("included.xml"),
                "<aspectj><weaver><include within=\"woven..*\"/></weaver></aspectj>");
        for (String options : List.of("aop=" + aop("execution(* woven.Requests.get(..))", "woven..*"),
                "aop=" + included, "packages=woven", "payload.record=all")) {
            assertThat(requests(options + ",libraries=http+tasks").err()).as(options)
                    .noneMatch(line -> line.startsWith(LINE));
        }
    }

    /** What the weaver says of types that are not there, as of optional libraries in most programs, is no cause. */
    @Test
    void aPointcutThatSelectsNothingIsSaidBesideTypesThatAreMissing() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("lacking/woven"));
        Files.copy(ChildJvm.CLASSES.resolve("woven/Lacking.class"), classes.resolve("Lacking.class"));
        Path log = folder.resolve("weaver.log");
        ChildJvm.Result run = new ChildJvm()
                .agent("aop=" + aop("call(* java.util.concurrent.CompletableFuture+.isCancelled(..))", "woven..*")
                        + ",libraries=tasks,weave.log=" + log)
                .run(folder.resolve("lacking").toString(), "woven.Lacking");
        assertThat(run.out()).contains("ran", "without woven/Lacking$Absent");
        assertThat(Files.readString(log)).contains("lint.cantFindType");
        assertThat(run.err()).filteredOn(line -> line.startsWith(LINE)).singleElement().asString()
                .contains("select no method", "woven.Lacking");
    }

    /** A class of SIM's own was one of them. It asked for nothing by an option, and ends long before the collector's thread would say it. */
    @Test
    void aProgramWithoutAnnotationsIsToldWhenItEnds() {
        assertThat(new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.Plain").err())
                .filteredOn(line -> line.startsWith(LINE)).singleElement().asString()
                .contains("no loaded class (1: woven.Plain) carries @Instrument");
    }

    /** The first is metered by names alone, the other takes the weaver; a program is started twice with what was kept. */
    @Test
    @Tag("long")
    void eachAspectThatSelectsNothingIsNamedBesideOneThatDoes() throws IOException {
        String other = """
                <concrete-aspect name="my.Other" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                  <pointcut name="methodsToInstrument" expression="execution(* woven.NoSuchType.*(..))"/>
                </concrete-aspect>
                """;
        String context = """
                <concrete-aspect name="my.%s" extends="sim.instrumentation.aop.aspectj.AbstractContextCreator">
                  <pointcut name="methodToCreateNewContext" expression="execution(* %s.*(..))"/>
                </concrete-aspect>
                """;
        Path aop = folder.resolve("several.xml");
        for (String others : List.of(other, other + context.formatted("Contexts", "woven.Plain"))) {
            for (String cache : List.of("off", "cache", "cache")) {
                Files.writeString(aop, aop("execution(* woven.Plain.*(..))", "woven..*", others));
                ChildJvm.Result run = new ChildJvm().agent("aop=" + aop)
                        .flag("-Dsim.weave.cache=" + (cache.equals("off") ? cache : folder.resolve(cache)))
                        .run(ChildJvm.CLASSES.toString(), "woven.Plain");
                assertThat(run.err()).as(others).filteredOn(line -> line.contains("selected nothing")).singleElement()
                        .asString()
                        .startsWith("sim: aspect my.Other has selected nothing so far: correct the pointcut");
            }
        }
        Files.writeString(aop, aop("execution(* woven.Plain.*(..))", "woven..*",
                context.formatted("One", "woven.None") + context.formatted("Two", "woven.None")));
        assertThat(new ChildJvm().agent("aop=" + aop).run(ChildJvm.CLASSES.toString(), "woven.Plain").err())
                .anyMatch(line -> line.startsWith("sim: 2 aspects (my.One, my.Two) have selected nothing so far"));
    }

    @Test
    void packagesWithoutALoadedClassAreSaidBesideAnAspectThatSelects() throws IOException {
        assertThat(new ChildJvm()
                .agent("packages=no.such,aop=" + aop("execution(* woven.Plain.*(..))", "woven..*"))
                .run(ChildJvm.CLASSES.toString(), "woven.Plain").err())
                .anyMatch(line -> line.startsWith("sim: packages= meters nothing so far: no loaded class ("));
    }

    private static ChildJvm.Result requests(String options) {
        return new ChildJvm().agent(options).run(ChildJvm.CLASSES.toString(), "woven.Requests");
    }

    private ChildJvm.Result run(String pointcut, String included) throws IOException {
        return new ChildJvm().agent("aop=" + aop(pointcut, included)).run(ChildJvm.CLASSES.toString(),
                "woven.Plain");
    }

    private Path aop(String pointcut, String included) throws IOException {
        return Files.writeString(folder.resolve("aop.xml"), aop(pointcut, included, ""));
    }

    private static String aop(String pointcut, String included, String others) {
        return """
                <aspectj>
                  <aspects>
                    <concrete-aspect name="my.Metered" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                      <pointcut name="methodsToInstrument" expression="%s"/>
                    </concrete-aspect>
                    %s
                  </aspects>
                  <weaver><include within="%s"/></weaver>
                </aspectj>
                """
                .formatted(pointcut, others, included);
    }
}
