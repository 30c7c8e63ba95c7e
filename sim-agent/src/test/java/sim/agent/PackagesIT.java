package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code packages=} meters the methods of these packages, in a real JVM, without an aop.xml and without annotations. */
class PackagesIT {
    private static final String NOTHING = "sim: no method is metered so far: ";

    @Test
    void allMethodsOfThePackagesAreMetered() {
        ChildJvm.Result run = run("packages=woven");
        assertThat(run.err()).as(run.all()).noneMatch(line -> line.startsWith(NOTHING));
    }

    @Test
    void otherPackagesAreLeftAlone() {
        ChildJvm.Result run = run("packages=shop+billing");
        assertThat(run.err()).as(run.all()).anyMatch(line -> line.startsWith(NOTHING));
    }

    @Test
    void whatIsNoPackageIsSaidAndTheProgramRuns() {
        ChildJvm.Result run = run("packages=shop..*");
        assertThat(run.err()).as(run.all()).anyMatch(line -> line.contains("packages=shop..* is no package's name"));
    }

    private static ChildJvm.Result run(String options) {
        ChildJvm.Result run = new ChildJvm().frugal().agent(options).run(ChildJvm.CLASSES.toString(), "woven.Plain");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).contains("sum 42");
        return run;
    }
}
