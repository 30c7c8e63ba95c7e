package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.tools.ajc.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The listings of SIM-Instrumentation's documentation, to the letter, compiled and woven by AspectJ's compiler. What the
 * typesetter changed is changed back: the operator for an asterisk, and dots for what the reader is to think of.
 */
class SeedAspectsIT {
    private static final String IMPORTS = """
            import org.aspectj.lang.JoinPoint;
            import sim.instrumentation.annotation.*;
            import sim.instrumentation.aop.aspectj.*;
            import sim.instrumentation.data.*;
            """;
    private static final String PLAIN = "public class MyClass { public void myMethod() {} }";
    private static final String MAIN = """
            public class Start {
                public static void main(String[] args) throws Exception {
                    sim.instrumentation.data.ContextManager.createNewContext("outer", "");
                    %s
                    woven.Report.print();
                }
            }
            """;

    @TempDir
    private Path folder;
    private final List<String> sources = new ArrayList<>();

    @Test
    void aContextByAnAspect() throws IOException {
        source("MyClass", PLAIN);
        source("MyNewContext", IMPORTS + listing("my-new-context"));
        assertThat(run("call();").after("context CustomContextName ")).startsWith("tag CustomContextTag ended true");
    }

    @Test
    void aContextByAnAnnotation() throws IOException {
        source("MyClass", IMPORTS + listing("create-context"));
        assertThat(run("call();").after("context CustomContextName ")).startsWith("tag CustomContextTag ended true");
    }

    @Test
    void valuesByAnAspect() throws IOException {
        source("MyClass", PLAIN.replace("void myMethod() {}", "String myMethod() { return \"written\"; }"));
        source("MyContextWriter", IMPORTS + listing("my-context-writer"));
        assertThat(run("call();").after("context outer ")).contains("MyClass.myMethod.result=written");
    }

    @Test
    void valuesByAnAnnotation() throws IOException {
        source("MyClass", IMPORTS + listing("write-to-context").replace("myMethod()", "myMethod(int number)"));
        assertThat(run("MyClass.class.getMethod(\"myMethod\", int.class).invoke(new MyClass(), 5);")
                .after("context outer ")).contains("MyClass.myMethod.params.number=5");
    }

    @Test
    void allPluginsByAPointcut() throws IOException {
        source("eu/larkc/plugin/Plugin", "package eu.larkc.plugin; public class Plugin { public void invoke() {} }");
        source("Plugins", IMPORTS + "public aspect Plugins extends AbstractMethodInterceptor {\n"
                + listing("instrument-plugins") + "}\n");
        assertThat(run("new eu.larkc.plugin.Plugin().invoke();").after("count eu.larkc.plugin.Plugin.invoke "))
                .isEqualTo("1 errors 0");
    }

    @Test
    void allPluginsByAnAnnotation() throws IOException {
        source("Plugin", IMPORTS + listing("instrument-plugin").replace("{ }", "{ void invoke() {} }"));
        assertThat(run("Object plugin = new Plugin() {}; Plugin.class.getDeclaredMethod(\"invoke\").invoke(plugin);")
                .out()).anyMatch(line -> line.equals("count Plugin.invoke 1 errors 0"));
    }

    @Test
    void aMethodByHand() throws IOException {
        source("ByHand",
                IMPORTS + "public class ByHand { public static void call(String class_name, String method_name) {\n"
                        + listing("method-probe") + "}}\n");
        assertThat(run(
                "Class.forName(\"ByHand\").getMethod(\"call\", String.class, String.class).invoke(null, \"my.Shop\","
                        + " \"sell\");")
                .after("count my.Shop.sell ")).isEqualTo("1 errors 0");
    }

    private String listing(String name) throws IOException {
        return new String(getClass().getResourceAsStream("/seeds/" + name + ".txt").readAllBytes(),
                StandardCharsets.UTF_8).replace('\u2217', '*').replace("{..}", "{}").replace("{ ... }", "{ }")
                .replaceAll("(?m)^\\.\\.\\.$", "");
    }

    private void source(String name, String text) throws IOException {
        Path file = folder.resolve("sources").resolve(name + ".aj");
        Files.createDirectories(file.getParent());
        sources.add(Files.writeString(file, text).toString());
    }

    private ChildJvm.Result run(String call) throws IOException {
        source("Start", MAIN.formatted(
                call.equals("call();") ? "MyClass.class.getMethod(\"myMethod\").invoke(new MyClass());" : call));
        Path compiled = folder.resolve("compiled");
        MessageHandler messages = new MessageHandler();
        List<String> command = new ArrayList<>(List.of("-d", compiled.toString(), "-aspectpath",
                ChildJvm.library("sim-aspects").toString(), "-classpath", System.getProperty("java.class.path"), "-17",
                "-g", "-Xlint:ignore"));
        command.addAll(sources);
        new Main().run(command.toArray(String[]::new), messages);
        assertThat(messages.getMessages(IMessage.ERROR, true)).isEmpty();
        ChildJvm.Result run = new ChildJvm().withoutAgent()
                .run(compiled + java.io.File.pathSeparator + ChildJvm.CLASSES, "Start");
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }
}
