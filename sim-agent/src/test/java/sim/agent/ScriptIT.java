package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sim.agent.attach.AttachCommand;

/** Scripts come into a running JVM, into classes that are loaded already, and go again. */
class ScriptIT {
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final String LOADED = "woven.Running$Loaded";

    @Test
    @Timeout(120)
    void inAJvmThatWasStartedWithTheAgent() throws Exception {
        String set = "-Dsim.payload.script.";
        try (RunningJvm jvm = new RunningJvm(JDK, "-Dsim.interval=1h", "-javaagent:" + ChildJvm.AGENT,
                "-Dsim.payload.record=Set", set + "Set.pointcut=execution(* woven.Running$Later.answer())",
                set + "Set.expression=\"later \" + result", set + "Wrong.pointcut=woven.*",
                set + "Wrong.expression=1")) {
            assertThat(jvm.complaints())
                    .anyMatch(line -> line.contains("script Wrong: is off: 'woven.*' is no method"));
            List<String> told = jvm.tell("payloads");
            while (told.stream().noneMatch(line -> line.startsWith("payload Set at Running$Later.answer: later 42"))) {
                assertThat(jvm.tell("later")).containsExactly("later 42"); // until it is compiled
                told = jvm.tell("payloads");
            }
            assertThat(script(jvm, "Set", "--remove")).hasSize(1);
            recordsWhatItIsTold(jvm);
            assertThat(jvm.end()).isZero();
        }
    }

    @Test
    void inAJvmThatWasAttachedTo() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK)) {
            jvm.look();
            jvm.tell("embedded");
            assertThat(RunningJvm.command("script", jvm.pid()).lines()).first().asString()
                    .contains("SIM is not in this JVM");
            assertThat(RunningJvm.command("attach", jvm.pid(), "application=running,interval=1h").exit()).isZero();
            assertThat(jvm.complaints()).filteredOn(line -> line.contains("before SIM was attached")).singleElement()
                    .asString().contains("sim.payload.embedded.Payload");
            recordsWhatItIsTold(jvm);
            assertThat(script(jvm, "Last", LOADED + ".twice", "$0")).singleElement().asString().startsWith("runs at ");
            assertThat(RunningJvm.command("detach", jvm.pid()).exit()).isZero();
            assertThat(jvm.tell("probed " + LOADED)).containsExactly("probed " + LOADED + " false");
            assertThat(jvm.end()).isZero();
        }
    }

    /** Calls of the JDK's methods: its own classes stay as they are. */
    private static void recordsCallsOfTheJdk(RunningJvm jvm, List<String> before) throws Exception {
        assertThat(script(jvm, "Parsed", "java.lang.Integer.parseInt(java.lang.String)", "\"parsed \" + $0 + result"))
                .containsExactly("runs at calls in woven code of java.lang.Integer.parseInt(java.lang.String)");
        List<String> told = List.of();
        while (told.stream().noneMatch(line -> line.equals("payload Parsed at -: parsed 33 5 0"))) {
            assertThat(jvm.tell("work 10")).isEqualTo(before); // until it is compiled
            told = jvm.tell("payloads");
        }
        script(jvm, "Parsed", "--remove");
        assertThat(jvm.tell("work 10")).isEqualTo(before);
        assertThat(jvm.tell("payloads")).noneMatch(line -> line.startsWith("payload Parsed"));
    }

    private static void recordsWhatItIsTold(RunningJvm jvm) throws Exception {
        List<String> before = jvm.tell("work 10");
        refused(jvm, "line 1, column 11: cannot find symbol, symbol:   variable timess", "Wrong",
                LOADED + ".twice(int)", "\"t\" + 1 + timess");
        refused(jvm, "is a method of the JDK that is called in a way of its own", "Wrong",
                "java.lang.invoke.MethodHandle.invoke(..)", "$0");
        refused(jvm, "has no such method of its own", "Wrong", LOADED + ".none()", "1");
        refused(jvm, "is no method: write class", "Wrong", "woven.*.twice(..)", "1");
        assertThat(script(jvm, "Twice", LOADED + ".twice(int)", "\"twice \" + times % 2 + $0 / 100 + target.value",
                "--try")).containsExactly("can run at woven.Running$Loaded.twice(int)");
        assertThat(script(jvm)).containsExactly("no scripts");
        assertThat(script(jvm, "Twice", LOADED + ".twice(int)", "\"twice \" + times % 2 + $0 / 100 + target.value"))
                .containsExactly("runs at woven.Running$Loaded.twice(int)");
        script(jvm, "Fails", "execution(void " + LOADED + ".fails(..))", "error.getMessage().length()");
        script(jvm, "Result", LOADED + ".wide(long, double, java.lang.String)", "result.charAt(0) + three");
        script(jvm, "Broken", LOADED + ".supplied()", "target.value / 0");
        assertThat(script(jvm, "Split", LOADED + ".fails(int)", "times == 3 ? null : times > 4", "--split"))
                .containsExactly("runs at woven.Running$Loaded.fails(int)");
        assertThat(jvm.tell("work 10")).isEqualTo(before);
        List<String> told = jvm.tell("payloads");
        String at = " at Running$Loaded.";
        assertThat(told).filteredOn(line -> line.startsWith("payload ")).containsExactlyInAnyOrder(
                "payload Twice" + at + "twice: twice 001 5 0", "payload Twice" + at + "twice: twice 101 5 0",
                "payload Fails" + at + "fails: 8 10 10", "payload Result" + at + "wide: tthree 10 0");
        assertThat(told).anyMatch(line -> line.startsWith("probe ") && line.contains("name=Split"))
                .contains("counter payloads.handlers.failed 10", "counter splits.lost 0", "counter payloads.lost 0",
                        "counter payloads.unmatched 0");
        assertThat(jvm.complaints()).anyMatch(line -> line.contains("the script Broken threw java.lang.Arithmetic"));
        assertThat(script(jvm)).hasSize(5).contains("Twice: woven.Running$Loaded.twice(int)");
        for (String each : new String[]{"Twice", "Fails", "Result", "Broken", "Split"}) {
            script(jvm, each, "--remove");
        }
        refused(jvm, "there is no script Twice", "Twice", "--remove");
        recordsCallsOfTheJdk(jvm, before);
        assertThat(jvm.tell("work 10")).isEqualTo(before);
        assertThat(jvm.tell("payloads")).noneMatch(line -> line.startsWith("payload "));
    }

    static List<String> script(RunningJvm jvm, String... arguments) {
        List<String> out = new ArrayList<>();
        assertThat(asked(jvm, out, arguments)).as(out.toString()).isZero();
        return out;
    }

    static void refused(RunningJvm jvm, String why, String... arguments) {
        List<String> out = new ArrayList<>();
        assertThat(asked(jvm, out, arguments)).isEqualTo(1);
        assertThat(out).singleElement().asString().contains(why);
    }

    /** On a machine that is busy it is asked again: the compiler has 30 s, and the first time it takes longest. */
    private static int asked(RunningJvm jvm, List<String> out, String... arguments) {
        int exit = once(jvm, out, arguments);
        for (int i = 0; i < 10 && out.stream().anyMatch(line -> line.contains("it is not compiled within")); i++) {
            out.clear();
            exit = once(jvm, out, arguments);
        }
        return exit;
    }

    private static int once(RunningJvm jvm, List<String> out, String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = jvm.pid();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8);
        int exit = new AttachCommand(both, both, ChildJvm.AGENT).run("script", all);
        said.toString(StandardCharsets.UTF_8).lines().forEach(out::add);
        return exit;
    }
}
