package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.tools.ajc.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.agent.ChildJvm;

/** Classes that AspectJ's compiler has woven, loaded under the agent: their calls are direct too, and count once. */
class CompiledIT {
    /** As it comes; the compiler wants some option here. */
    private static final String REWEAVABLE = "-Xset:checkRuntimeVersion=true";

    @TempDir
    private Path folder;

    /** Compiled as it comes, so that the weaver may weave anew what is loaded, and so that it may not. */
    @ParameterizedTest
    @ValueSource(strings = {REWEAVABLE, "-XnotReweavable"})
    void countsAsWhatTheAgentWeaves(String option) throws IOException {
        Path compiled = compile("Shapes", "Shapes$Pair", option);
        ChildJvm.Result loaded = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        ChildJvm.Result run = new ChildJvm().agent("").run(before(compiled), "woven.Compiled", "woven.Shapes",
                "woven.Shapes$Pair", "woven.Shapes$Statics", "woven.Shapes$Defaults");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(counts(run)).as(run.all()).isEqualTo(counts(loaded)).hasSizeGreaterThan(10);
        assertThat(run.after("direct woven.Shapes$Pair ")).matches("([1-9]) of \\1");
        assertThat(run.after("direct woven.Shapes$Statics ")).matches("([1-9]) of \\1");
        assertThat(run.after("direct woven.Shapes$Defaults ")).matches("([1-9]) of \\1");
    }

    /** One aspect at compile time, more at load time, some calls selected by both. */
    @Test
    void whatIsSelectedWhenItIsLoadedCountsToo() throws IOException {
        Path styles = ChildJvm.CLASSES.resolve("styles-aop.xml");
        Path compiled = compile("Styles", "Styles", REWEAVABLE);
        ChildJvm.Result loaded = new ChildJvm().agent("aop=" + styles).run(ChildJvm.CLASSES.toString(),
                "woven.Styles");
        ChildJvm.Result run = new ChildJvm().agent("aop=" + styles).run(before(compiled), "woven.Compiled",
                "woven.Styles");
        assertThat(counts(run)).as(run.all()).isEqualTo(counts(loaded)).contains("count woven.Styles.byTwo 1 errors 0",
                "count woven.Styles.byConfiguration 3 errors 0");
        assertThat(run.after("counter weaving.failed ")).isEqualTo("0");
    }

    /** The weaver begins anew with what it knows; what the compiler wove beside that would be gone. */
    @ParameterizedTest
    @ValueSource(strings = {REWEAVABLE, "-XnotReweavable"})
    void aspectsTheAgentDoesNotKnowStayInTheClass(String option) throws IOException {
        Path compiled = compile("Styles", "Styles", option, ChildJvm.CLASSES);
        ChildJvm.Result run = new ChildJvm().agent("").run(before(compiled), "woven.Compiled", "woven.Styles",
                "woven.Styles");
        assertThat(counts(run)).as(run.all()).contains("count woven.Styles.byCode 1 errors 0",
                "count woven.Styles.byAnnotationStyle 2 errors 0", "count woven.Styles.byTwo 1 errors 0",
                "counter metering.failures 0");
        assertThat(run.after("context custom 5 ")).as("a context of the user's own aspect").isNotNull();
        assertThat(run.after("direct woven.Styles ")).startsWith("4 of ");
        assertThat(run.err()).filteredOn(line -> line.startsWith("sim: not woven")).hasSize(
                Integer.parseInt(run.after("counter weaving.failed ")))
                .allMatch(line -> line.contains("woven.Styles: was compiled with aspects that are in no aop.xml"))
                .hasSize(option.equals(REWEAVABLE) ? 1 : 0);
    }

    /** The classes of a program of the tests, woven by the compiler with SIM's own aspects. */
    private Path compile(String program, String woven, String option, Path... aspects) throws IOException {
        Path plain = Files.createDirectories(folder.resolve("plain/woven"));
        try (DirectoryStream<Path> classes = Files.newDirectoryStream(ChildJvm.CLASSES.resolve("woven"),
                program + "{,$*}.class")) {
            for (Path each : classes) {
                Files.copy(each, plain.resolve(each.getFileName()));
            }
        }
        Path compiled = folder.resolve("compiled");
        MessageHandler messages = new MessageHandler();
        new Main().run(new String[]{"-inpath", plain.getParent().toString(), "-d", compiled.toString(), "-aspectpath",
                Stream.concat(Stream.of(ChildJvm.library("sim-aspects")), Stream.of(aspects)).map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)),
                "-classpath", System.getProperty("java.class.path"),
                "-17", "-Xlint:ignore", option}, messages);
        assertThat(messages.getMessages(IMessage.ERROR, true)).isEmpty();
        String code = Files.readString(compiled.resolve("woven/" + woven + ".class"), StandardCharsets.ISO_8859_1);
        assertThat(code.contains(Advice.PART)).as(woven + " was woven").isTrue();
        return compiled;
    }

    private static String before(Path compiled) {
        return compiled + File.pathSeparator + ChildJvm.CLASSES;
    }

    private static List<String> counts(ChildJvm.Result run) {
        return run.out().stream().filter(line -> line.startsWith("count ") || line.startsWith("counter metering."))
                .toList();
    }
}
