package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The real weaver in a real JVM: what is selected, how often it counts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WeavingIT {
    private ChildJvm.Result shapes;
    private ChildJvm.Result styles;

    @BeforeAll
    void run() {
        shapes = new ChildJvm().agent("").run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        styles = new ChildJvm().agent("aop=" + ChildJvm.CLASSES.resolve("styles-aop.xml"))
                .run(ChildJvm.CLASSES.toString(), "woven.Styles");
    }

    @Test
    void theProgramsRunAsWithoutTheAgent() {
        assertThat(shapes.exit()).as(shapes.all()).isZero();
        assertThat(styles.exit()).as(styles.all()).isZero();
        assertThat(shapes.after("counter metering.failures ")).isEqualTo("0");
        assertThat(styles.after("counter metering.failures ")).isEqualTo("0");
    }

    /** Tomcat, for one, looks into its threads where it may, and does more than it does bare. */
    @Test
    void theJdkIsAsClosedToTheProgramAsItWas() {
        assertThat(shapes.out()).contains("java.lang open false exported false",
                "jdk.internal.misc open false exported false", "jdk.internal.loader open false exported false");
    }

    @Test
    void nestedAndGenericClasses() {
        counts("Nested.<init>", 3, 0);
        counts("Nested.value", 3, 0);
        counts("Generic.largest", 1, 0);
    }

    @Test
    void defaultMethodsOfAnAnnotatedInterfaceButNotItsImplementations() {
        counts("Defaults.answer", 1, 0);
        notCounted("Implementation.abstractOne");
    }

    @Test
    void recordsWithTheirFinalFields() {
        counts("Pair.<init>", 2, 1);
        counts("Pair.sum", 1, 0);
    }

    @Test
    void enumsAndTheirConstantsBodies() {
        counts("Colour.weight", 1, 0);
        counts("Colour$1.weight", 1, 0);
    }

    @Test
    void staticAndRecursiveMethods() {
        counts("Statics.factorial", 10, 0);
    }

    @Test
    void scopes() {
        counts("PublicOnly.seen", 1, 0);
        notCounted("PublicOnly.hidden");
        notCounted("PublicOnly.packaged");
        counts("PrivateOnly.secret", 1, 0);
        notCounted("PrivateOnly.notSeen");
    }

    @Test
    void subclassesInherit() {
        counts("Derived.overridden", 1, 0);
        counts("Base.inherited", 1, 0);
        counts("Derived.added", 1, 0);
        counts("Derived.<init>", 1, 0);
    }

    @Test
    void markedMembers() {
        counts("Members.<init>", 1, 0);
        counts("Members.marked", 1, 0);
        notCounted("Members.unmarked");
    }

    @Test
    void anonymousClassesAndLambdasBodies() {
        counts("Maker$1.call", 1, 0);
        assertThat(shapes.out())
                .anyMatch(line -> line.matches("count woven\\.Shapes\\$Maker\\.lambda\\$lambda\\$\\d+ 1 .*"));
    }

    @Test
    void exceptionsAreErrorsOfTheMethodsTheyLeave() {
        counts("Failing.inner", 1, 1);
        counts("Failing.outer", 1, 0);
        assertThat(shapes.after("invocation woven.Shapes$Failing.inner error "))
                .isEqualTo("java.lang.IllegalStateException: inner failed");
    }

    @Test
    void aspectsInCodeStyleAnnotationStyleAndConfiguration() {
        assertThat(styles.after("count woven.Styles.byCode ")).as(styles.all()).isEqualTo("1 errors 0");
        assertThat(styles.after("count woven.Styles.byAnnotationStyle ")).as(styles.all()).isEqualTo("2 errors 0");
        assertThat(styles.after("count woven.Styles.byConfiguration ")).as(styles.all()).isEqualTo("3 errors 0");
    }

    @Test
    void aCallSelectedByTwoAspectsIsMeteredOnce() {
        assertThat(styles.after("count woven.Styles.byTwo ")).isEqualTo("1 errors 0");
    }

    @Test
    void contextsFromCodeWithValuesOfEveryKind() {
        String context = styles.after("context custom 5 ");
        assertThat(context).as(styles.all()).startsWith("tag tagged ended true");
        assertThat(context).contains("woven.Styles.write.params.text=a", "woven.Styles.write.params.times=2",
                "woven.Styles.write.result=aa", "woven.Styles.field.value=changed",
                "woven.Styles.inContext.exception=went wrong", "ConfiguredCounter=2");
    }

    @Test
    void contextsFromAnnotations() {
        assertThat(styles.after("context named ")).as(styles.all()).startsWith("tag group ended true calls 1")
                .contains("woven.Styles.write.result=b");
        assertThat(styles.after("context Styles ")).startsWith("tag woven ended true")
                .contains("error java.lang.UnsupportedOperationException: not yet");
    }

    @Test
    void aWriteWithoutContextIsOnlyCounted() {
        assertThat(Long.parseLong(styles.after("counter context.missing "))).isPositive();
    }

    private void counts(String method, int count, int errors) {
        assertThat(shapes.after("count woven.Shapes$" + method + " ")).as(method + "\n" + shapes.all())
                .isEqualTo(count + " errors " + errors);
    }

    private void notCounted(String method) {
        assertThat(shapes.after("count woven.Shapes$" + method + " ")).as(method).isNull();
    }
}
