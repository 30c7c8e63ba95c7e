package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sim.base.meter.ThreadMeters;
import sim.instrumentation.data.MethodProbe;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.OftenMeters;
import sim.metrics.tree.Tally;

/**
 * The methods that the compiler must inline: those of hand-made probes, where it was never seen to get to ({@link HandProbe#end}), and those
 * on the way of a usual call.
 */
class ShortMethodsTest {
    /** HotSpot's MaxTrivialSize: so much is inlined where nothing was counted. */
    private static final int TRIVIAL = 6;
    /** Its MaxInlineSize: so much where it is not hot. */
    private static final int SMALL = 35;
    /** Its FreqInlineSize: so much where it is hot. */
    private static final int HOT = 325;
    private static final Pattern METHOD = Pattern.compile("^  \\S.* (\\w+)\\([^)]*\\).*;$");
    private static final Pattern INSTRUCTION = Pattern.compile("^ +(\\d+): ([a-z]\\w*).*");

    @Test
    void theEndsAreTrivial() {
        assertThat(lengths(HandProbe.class).get("end")).hasSize(1).allMatch(length -> length <= TRIVIAL);
        Map<String, List<Integer>> lengths = lengths(MethodProbe.class);
        assertThat(lengths.get("end")).hasSize(1).allMatch(length -> length <= TRIVIAL);
        assertThat(lengths.get("endWithException")).hasSize(1).allMatch(length -> length <= TRIVIAL);
    }

    @Test
    void whatIsGivenTheProbeBehindThemIsSmall() {
        for (String part : new String[]{"finish", "finishFiring", "finishToken"}) {
            assertThat(lengths(HandProbe.class).get(part)).as(part).hasSize(1).allMatch(length -> length <= SMALL);
        }
        assertThat(lengths(HandContext.class).get("giveBack")).hasSize(1).allMatch(length -> length <= SMALL);
        assertThat(lengths(Tokens.class).get("giveBack")).hasSize(1).allMatch(length -> length <= SMALL);
        Map<String, List<Integer>> lengths = lengths(MethodProbe.class);
        assertThat(lengths.get("endNormally")).hasSize(1).allMatch(length -> length <= SMALL);
        // one of the probe, one that is static
        assertThat(lengths.get("finish")).hasSize(2).anyMatch(length -> length <= SMALL);
    }

    /** C1 inlines the begin where it compiles a woven method by itself. */
    @Test
    void theBeginOfAWovenMethodIsSmall() {
        assertThat(lengths(ProbeSite.class).get("begin")).hasSize(1).allMatch(length -> length <= SMALL);
    }

    /**
     * At 326 each call of each woven method has one more call in it. What does not lie on the way to the tally goes to a method of its own. These are the
     * methods that architecture.md draws, and those that they call at each usual call.
     */
    @Test
    void theWayOfAUsualCallIsInlinedWhereItIsHot() throws Exception {
        areHot(ProbeSite.class, "begin", "beginOutOfLine", "end", "endOutOfLine");
        areHot(OutOfLine.class, "begin", "endFrame");
        areHot(ThreadContext.class, "begin", "next", "readByLevel", "isRest", "readRest", "leaveOut", "readMeters",
                "readMore", "end");
        areHot(FrameStack.class, "left");
        areHot(Counting.class, "end", "leaveShort", "tellShort", "tellMore", "judgeWall", "finishLeftOut",
                "leaveOutProbe");
        areHot(CallReadings.class, "read", "prepare", "beginUnasked", "endBuiltIn", "chargeFor");
        areHot(ThreadMeters.class, "tick", "begin", "end", "beginQuick", "endQuick", "fill", "fillAlways", "isQuiet",
                "pass", "useCpu", "readAlways");
        areHot(Ledger.class, "addWall", "addLeftOut");
        areHot(OftenMeters.class, "add", "cpu", "bytes", "use", "useCpu", "write");
        areHot(Tally.class, "enter", "add", "miss", "finish", "beside");
        areHot(Class.forName("sim.context.PlaceTable"), "add");
    }

    private static void areHot(Class<?> type, String... methods) {
        Map<String, List<Integer>> lengths = lengths(type);
        for (String method : methods) {
            assertThat(lengths.get(method)).as(type.getSimpleName() + "." + method).isNotEmpty()
                    .allMatch(length -> length <= HOT);
        }
    }

    /** Where a loop or a throw stands last, what is behind the last return counts too. */
    @Test
    void aMethodIsAsLongAsItsLastInstructionSays() {
        Map<String, List<Integer>> lengths = lengths(Ends.class);
        assertThat(lengths.get("returns")).containsExactly(4); // iload, iconst, iadd, ireturn
        assertThat(lengths.get("throwsAtTheEnd")).containsExactly(8); // aload, ifnonnull (3), iload, ireturn, aload, athrow
        assertThat(lengths.get("loopsAtTheEnd")).containsExactly(12); // iload, ifge (3), iload, ireturn, iinc (3), goto (3)
    }

    /** Methods that end with something else than their return. */
    private static final class Ends {
        static int returns(int number) {
            return number + 1;
        }

        static int throwsAtTheEnd(int number, RuntimeException failure) {
            if (failure == null) {
                return number;
            }
            throw failure;
        }

        static int loopsAtTheEnd(int number) {
            while (true) {
                if (number < 0) {
                    return number;
                }
                number++;
            }
        }
    }

    /** By name, how many bytes of byte code each method of that name has. */
    private static Map<String, List<Integer>> lengths(Class<?> type) {
        Map<String, List<Integer>> lengths = new HashMap<>();
        String method = null;
        int last = -1;
        String what = "";
        for (String line : (disassembled(type) + "\n").split("\n", -1)) {
            Matcher begin = METHOD.matcher(line);
            Matcher instruction = INSTRUCTION.matcher(line);
            if (begin.matches()) {
                method = begin.group(1);
            } else if (instruction.matches()) {
                last = Integer.parseInt(instruction.group(1));
                what = instruction.group(2);
            } else if (line.isBlank() && method != null && last >= 0) {
                int length = last + lengthOf(what);
                lengths.merge(method, List.of(length), ShortMethodsTest::both);
                method = null;
                last = -1;
            }
        }
        return lengths;
    }

    /** Of an instruction at the end of a method, from where nothing goes on to a next one. */
    private static int lengthOf(String last) {
        if (last.endsWith("return") || last.equals("athrow")) {
            return 1;
        }
        assertThat(last).as("the last instruction of a method").isEqualTo("goto");
        return 3;
    }

    private static List<Integer> both(List<Integer> some, List<Integer> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static String disassembled(Class<?> type) {
        StringWriter out = new StringWriter();
        PrintWriter printer = new PrintWriter(out);
        int status = ToolProvider.findFirst("javap").orElseThrow().run(printer, printer, "-c", "-p", "-cp",
                type.getProtectionDomain().getCodeSource().getLocation().getPath(), type.getName());
        assertThat(status).as(out.toString()).isZero();
        return out.toString();
    }
}
