package sim.agent.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import sim.agent.code.Hierarchy;

/** What names tell of a pointcut, and that they tell nothing where only the weaver knows. */
class PointcutTest {
    private static final String EVERYTHING = "<!DOCTYPE aspectj><aspectj><!-- any --><aspects><aspect name='some.Aspect'/>"
            + "<concrete-aspect name='my.Metered' extends='sim.instrumentation.aop.aspectj.AbstractMethodInterceptor'>"
            + "<pointcut name='methodExecution' expression='execution(* *(..)) || execution(new(..))'/></concrete-aspect>"
            + "</aspects>%s</aspectj>";

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "execution(* *(..)); run; YES", "execution(* *(..)); <init>; NO", "execution(new(..)); <init>; YES",
            "execution(* woven..*(..)); run; YES", "execution(* woven..*.r*(..)); run; YES",
            "execution(* woven..*.r*(..)); stop; NO", "execution(* woven.*.*(..)); run; UNKNOWN",
            "execution(woven..*.new(..)); <init>; YES", "execution(sim.other..*.new(..)); <init>; NO",
            "execution(* sim.other..*(..)); run; NO", "execution(* java.lang.Object.run(..)); run; UNKNOWN",
            "execution(* java.lang.Object.run(..)); stop; NO", "execution(public * *(..)); run; YES",
            "execution(public * *(..)); hidden; NO", "within(woven..*); run; YES",
            "within(woven.Early); run; UNKNOWN", "within(woven.Other); run; NO",
            "!within(woven..*); run; NO",
            "! within (sim.other..*) && (execution(* r*(..)) || within(a.b..*)); run; YES",
            "execution(* *(..)) && !within(woven.Early); run; UNKNOWN"})
    void whatNamesTell(String pointcut, String method, Match match) throws Exception {
        Hierarchy types = Hierarchy.of(getClass().getClassLoader());
        assertThat(Pointcut.of(pointcut).selects(new Subject("woven/Early$Named", types),
                method.equals("hidden") ? 0 : Modifier.PUBLIC, method)).isEqualTo(match);
    }

    @ParameterizedTest
    @ValueSource(strings = {"execution(* run())", "execution(int *(..))", "execution(@Deprecated * *(..))",
            "execution(!public * *(..))", "call(* *(..))", "execution(* Run*.*(..))", "execution(* a.b.C+.*(..))",
            "within(a.b..* || c.d..*)", "@within(a.b.C)", "execution(* *(..)) throws", "", "execution(* a.b.C$D.*(..))",
            "execution(* *(..)) or within(a.b..*)", "execution(* *(..) throws a.b.C)", "cflow(execution(* *(..)))"})
    void anyOtherIsForTheWeaver(String pointcut) {
        assertThatThrownBy(() -> Pointcut.of(pointcut)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"; 3", "<include within='sim.agent..*'/>; 3", "<include within='a.b..*'/>; 0",
            "<exclude within='sim.agent.select.*'/>; -1", "<exclude within='sim.agent..*'/>; 0",
            "<exclude within='sim.agent.select.PointcutTest'/>; -1", "<include within='sim.agent..*+'/>; -1",
            "<dump within='a.b'/>; -1"})
    void whatIsIncluded(String part, int methods) throws Exception {
        assertThat(chosen("<weaver>" + (part == null ? "" : part) + "</weaver>")).isEqualTo(methods);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<weaver options='-XaddSerialVersionUID'/>",
            "<aspects><include within='my.*'/></aspects>",
            "<aspects><concrete-aspect name='my.Metered' extends='sim.instrumentation.aop.aspectj.AbstractMethodInterceptor'/></aspects>",
            "<aspects><concrete-aspect name='my.Other' extends='sim.instrumentation.aop.aspectj.AbstractMethodInstrumentation'/></aspects>",
            "<aspects><concrete-aspect name='my.Other' extends='my.Abstract'/></aspects>"})
    void aConfigurationWithMoreInItIsForTheWeaver(String more) throws Exception {
        assertThat(chosen(more)).isEqualTo(-1);
    }

    /** The weaver takes them for the compiler's own. */
    @Test
    void tablesOfEclipsesCompilerAreNoMethods() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/B", null, "java/lang/Object", null);
        writer.visitMethod(Opcodes.ACC_STATIC, "$SWITCH_TABLE$a$C", "()[I", null, null).visitEnd();
        writer.visitMethod(Opcodes.ACC_STATIC, "$SWITCH_TABLE$a$C", "()I", null, null).visitEnd();
        writer.visitEnd();
        Hierarchy types = Hierarchy.of(getClass().getClassLoader());
        ClassReader read = new ClassReader(writer.toByteArray());
        types.note(read);
        assertThat(PlainSelection.of(List.of(Element.read(EVERYTHING.formatted("")))).chosen(read, types))
                .containsExactly("$SWITCH_TABLE$a$C()I");
    }

    /** Of {@link Task}: its constructor, {@code run} and {@code get}, and not the bridge to that. */
    private int chosen(String more) throws Exception {
        Set<String> chosen = PlainSelection.of(List.of(Element.read(EVERYTHING.formatted(more)))).chosen(
                new ClassReader(Task.class.getName()),
                Hierarchy.of(getClass().getClassLoader()));
        return chosen == null ? -1 : chosen.size();
    }

    /** Something with an interface and a bridge. */
    static class Task implements Runnable, java.util.function.Supplier<String> {
        @Override
        public void run() {
            // asked about, never run
        }

        @Override
        public String get() {
            return "";
        }
    }
}
