package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.agent.ChildJvm;

/**
 * What becomes of a woven method, instruction by instruction: at each end the probe, which is a constant, the hint where the
 * thread's context is, and one call. Whoever makes it more slows down every metered call of every user, and has to say so
 * here.
 */
class WovenCodeIT {
    /** {@code 12: getfield #7 // Field value:I}; of what is after the slashes, the member's name. */
    private static final Pattern INSTRUCTION = Pattern
            .compile(
                    " +\\d+: ([a-z]+)(?:_(?:null|[\\dm]1?))?(?: .*?)?(?:// (?:Interface)?(?:Method|Field) (?:[^:]*\\.)?([^:.]+):.*)?");
    static final String SITE = "getstatic sim$site";
    static final String BEGIN = "invokevirtual begin";
    static final String END = "invokevirtual end";

    @TempDir
    private Path folder;
    private Map<String, List<String>> methods;

    @BeforeEach
    void weave() throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                """
                        <aspectj>
                          <aspects>
                            <concrete-aspect name="woven.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                              <pointcut name="methodsToInstrument"
                                        expression="within(woven.Plain) &amp;&amp; !execution(* main(..))"/>
                            </concrete-aspect>
                          </aspects>
                          <weaver><include within="woven.Plain"/><dump within="woven.Plain"/></weaver>
                        </aspectj>
                        """);
        ChildJvm.Result result = new ChildJvm().agent("aop=" + aop).in(folder).run(ChildJvm.CLASSES.toString(),
                "woven.Plain");
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(result.out()).contains("sum 42");
        Path woven = folder.resolve("_ajdump/woven/Plain.class");
        methods = instructions(Files.write(folder.resolve("Plain.class"), DirectProbes.of(Files.readAllBytes(woven))));
    }

    @Test
    void aMethodThatDoesNothing() {
        assertThat(methods.get("static void nothing();")).containsExactly(
                "aconst", "astore", SITE, BEGIN, "astore", "nop", SITE, "aload", "aconst", END, "return",
                "astore", SITE, "aload", "aload", END, "aload", "athrow");
    }

    @Test
    void aMethodWithAResult() {
        assertThat(methods.get("int plus(int);")).containsExactly(
                "aconst", "astore", SITE, BEGIN, "astore", "aload", "getfield value", "iload", "iadd", "istore",
                SITE, "aload", "aconst", END, "iload", "ireturn",
                "astore", SITE, "aload", "aload", END, "aload", "athrow");
    }

    @Test
    void aConstructorStoresItsFinalFieldsItself() {
        assertThat(methods.get("woven.Plain(int);")).containsExactly(
                "aconst", "astore", "aload", "invokespecial <init>", SITE, BEGIN, "astore",
                "aload", "iload", "putfield value", "nop", SITE, "aload", "aconst", END, "return",
                "astore", SITE, "aload", "aload", END, "aload", "athrow");
    }

    @Test
    void whatIsNotSelectedIsAsItWas() {
        assertThat(methods.get("public static void main(java.lang.String[]);")).noneMatch(line -> line.equals(SITE));
    }

    /** By the method's declaration: one line an instruction, names without what differs from build to build. */
    static Map<String, List<String>> instructions(Path woven) {
        StringWriter printed = new StringWriter();
        int code = ToolProvider.findFirst("javap").orElseThrow().run(new PrintWriter(printed),
                new PrintWriter(printed), "-c", "-p", woven.toString());
        assertThat(code).as(printed.toString()).isZero();
        Map<String, List<String>> methods = new HashMap<>();
        List<String> current = null;
        for (String line : printed.toString().lines().toList()) {
            Matcher instruction = INSTRUCTION.matcher(line);
            if (line.startsWith("  ") && line.endsWith(");")) {
                current = methods.computeIfAbsent(line.strip(), any -> new ArrayList<>());
            } else if (instruction.matches()) {
                String name = instruction.group(2) == null ? "" : " " + instruction.group(2);
                current.add(instruction.group(1) + name.replace("\"", "").replaceFirst("(sim\\$site).*", "$1"));
            }
        }
        return methods;
    }
}
