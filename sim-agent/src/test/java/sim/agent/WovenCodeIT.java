package sim.agent;

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

/**
 * What the weaver makes of a method, instruction by instruction: at each end the aspect, the join point's static part and
 * one call. Whoever makes it more slows down every metered call of every user, and has to say so here.
 */
class WovenCodeIT {
    /** {@code 12: getfield #7 // Field value:I}; of what is after the slashes, the member's name. */
    private static final Pattern INSTRUCTION = Pattern
            .compile(
                    " +\\d+: ([a-z]+)(?:_[\\dm]1?)?(?: .*?)?(?:// (?:Interface)?(?:Method|Field) (?:[^:]*\\.)?([^:.]+):.*)?");
    private static final String ASPECT = "invokestatic aspectOf";
    private static final String PART = "getstatic tjp";
    private static final String BEFORE = "invokevirtual before";
    private static final String RETURNING = "invokevirtual afterReturning";
    private static final String THROWING = "invokevirtual afterThrowing";

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
        methods = instructions(folder.resolve("_ajdump/woven/Plain.class"));
    }

    @Test
    void aMethodThatDoesNothing() {
        assertThat(methods.get("static void nothing();")).containsExactly(
                ASPECT, PART, BEFORE, "nop", ASPECT, PART, RETURNING, "return",
                "astore", ASPECT, "aload", PART, THROWING, "aload", "athrow");
    }

    @Test
    void aMethodWithAResult() {
        assertThat(methods.get("int plus(int);")).containsExactly(
                ASPECT, PART, BEFORE, "aload", "getfield value", "iload", "iadd", "istore",
                ASPECT, PART, RETURNING, "iload", "ireturn",
                "astore", ASPECT, "aload", PART, THROWING, "aload", "athrow");
    }

    @Test
    void aConstructorStoresItsFinalFieldsItself() {
        assertThat(methods.get("woven.Plain(int);")).containsExactly(
                "aload", "invokespecial <init>", ASPECT, PART, BEFORE, "aload", "iload", "putfield value", "nop",
                ASPECT, PART, RETURNING, "return",
                "astore", ASPECT, "aload", PART, THROWING, "aload", "athrow");
    }

    @Test
    void whatIsNotSelectedIsAsItWas() {
        assertThat(methods.get("public static void main(java.lang.String[]);")).noneMatch(line -> line.equals(ASPECT));
    }

    /** By the method's declaration: one line an instruction, names without what differs from build to build. */
    private static Map<String, List<String>> instructions(Path woven) {
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
                current.add(instruction.group(1) + name.replace("\"", "").replaceFirst("^ ajc\\$(tjp).*", " $1")
                        .replaceFirst("^ ajc\\$([a-zA-Z]+).*", " $1"));
            }
        }
        return methods;
    }
}
