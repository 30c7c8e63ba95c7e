package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The probes of libraries widen no aspect of the user's, wherever it is written; in a real JVM, with a real driver. */
class ConfinedIT {
    private static final String IN_XML = """
            <concrete-aspect name="my.Own" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
              <pointcut name="methodsToInstrument" expression="execution(* *(..))"/>
            </concrete-aspect>""";
    private static final String IN_CODE = "<aspect name=\"woven.EveryMethod\"/>";
    private static final String SCOPED = "<aspect name='woven.EveryMethod' scope='woven.Named || org..*'/>";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"IN_XML, UTF-8", "IN_CODE, UTF-8", "SCOPED, UTF-8", "BOTH, UTF-8", "IN_XML, ISO-8859-1",
            "IN_CODE, UTF-16"})
    @Tag("long")
    void theSameIsMeteredWithLibrariesAndWithoutInBothPlaces(String aspect, String letters) throws IOException {
        String text = text(aspect, letters, "<include within=\"woven..*\"/>");
        Set<String> metered = names(onClassPath(text, letters));
        assertThat(metered).as("without libraries").contains("woven.Named.work")
                .allMatch(each -> each.startsWith("woven."));
        ChildJvm.Result onPath = onClassPath(text, letters, "libraries=auto,payload.record=all");
        ChildJvm.Result named = named(text, letters, "libraries=auto,payload.record=all");
        assertThat(names(onPath)).as(onPath.all()).isEqualTo(metered);
        assertThat(names(named)).as(named.all()).isEqualTo(metered);
        for (ChildJvm.Result each : new ChildJvm.Result[]{onPath, named}) {
            assertThat(each.after("statements ")).as("the library's probe is at work").isNotEqualTo("0");
        }
    }

    /** What a comment says is not included. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConfigurationThatIncludesEverythingMetersLibrariesToo(boolean onClassPath) throws IOException {
        String text = text("IN_XML", "UTF-8", "<!-- <include within=\"com.example.shop..*\"/> -->");
        String options = "libraries=auto,payload.record=all";
        ChildJvm.Result run = onClassPath ? onClassPath(text, "UTF-8", options) : named(text, "UTF-8", options);
        assertThat(names(run)).as(run.all()).contains("woven.Named.work").anyMatch(each -> each.startsWith("org.h2."));
    }

    private static String text(String aspect, String letters, String includes) {
        String aspects = switch (aspect) {
            case "IN_XML" -> IN_XML;
            case "IN_CODE" -> IN_CODE;
            case "BOTH" -> IN_CODE + IN_XML.replace("* *(..)", "* woven.Named.*(..)");
            default -> SCOPED;
        };
        return "<?xml version=\"1.0\" encoding=\"" + letters + "\"?>\n<aspectj><!-- f\u00fcr --><aspects>" + aspects
                + "</aspects><weaver>" + includes + "</weaver></aspectj>";
    }

    private ChildJvm.Result onClassPath(String text, String letters) throws IOException {
        return onClassPath(text, letters, "");
    }

    private ChildJvm.Result onClassPath(String text, String letters, String options) throws IOException {
        Path there = Files.createDirectories(folder.resolve("classes/META-INF"));
        Files.writeString(there.resolve("aop.xml"), text, Charset.forName(letters));
        return run(new ChildJvm().agent(options), folder.resolve("classes") + File.pathSeparator);
    }

    private ChildJvm.Result named(String text, String letters, String options) throws IOException {
        Path file = Files.writeString(folder.resolve("aop.xml"), text, Charset.forName(letters));
        return run(new ChildJvm().agent("aop=" + file + "," + options), "");
    }

    private static ChildJvm.Result run(ChildJvm jvm, String before) {
        ChildJvm.Result run = jvm.run(before + ChildJvm.CLASSES + File.pathSeparator + ChildJvm.library("h2"),
                "woven.Named");
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }

    private static Set<String> names(ChildJvm.Result run) {
        return run.out().stream().filter(line -> line.startsWith("name ")).map(line -> line.substring(5))
                .filter(name -> !name.startsWith("split:")).collect(Collectors.toCollection(TreeSet::new));
    }
}
