package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    @Test
    void withoutAFolderForTemporaryFilesTheyAreMeteredAllTheSame() {
        ChildJvm.Result run = run("packages=woven", "-Djava.io.tmpdir=/nowhere");
        assertThat(run.err()).as(run.all()).noneMatch(line -> line.startsWith(NOTHING))
                .noneMatch(line -> line.contains("unmetered"));
    }

    @Test
    void whereNoFileCanBeMadeTheLineSaysWhatToDo() {
        ChildJvm.Result run = run("packages=woven", "-Djava.io.tmpdir=/nowhere", "-Duser.home=/nowhere",
                "-Duser.dir=/nowhere");
        assertThat(run.err()).as(run.all()).anyMatch(line -> line.contains("the application runs unmetered")
                && line.contains("/nowhere") && line.contains("-Djava.io.tmpdir=FOLDER"));
    }

    private static ChildJvm.Result run(String options, String... flags) {
        ChildJvm jvm = new ChildJvm();
        List.of(flags).forEach(jvm::flag);
        ChildJvm.Result run = jvm.agent(options).run(ChildJvm.CLASSES.toString(), "woven.Plain");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).contains("sum 42");
        return run;
    }
}
