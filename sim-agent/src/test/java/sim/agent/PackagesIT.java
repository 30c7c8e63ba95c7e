package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code packages=} meters the methods of these packages, in a real JVM, without an aop.xml. */
class PackagesIT {
    @Test
    void allMethodsOfThePackagesAreMetered() {
        ChildJvm.Result run = new ChildJvm().agent("packages=woven").run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("count woven.Shapes$Nested.value ")).as(run.all()).isNotNull();
    }

    @Test
    void otherPackagesAreLeftAlone() {
        ChildJvm.Result run = new ChildJvm().agent("packages=shop").run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("count woven.Shapes$Nested.value ")).as(run.all()).isNull();
    }

    @Test
    void whatIsNoPackageIsSaidAndTheProgramRuns() {
        ChildJvm.Result run = new ChildJvm().agent("packages=shop..*").run(ChildJvm.CLASSES.toString(),
                "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.err()).as(run.all()).anyMatch(line -> line.contains("packages=shop..* is no package's name"));
    }
}
