package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What payload probes ask for and nothing is found for is a counter while the program runs, and a line at its end. */
class UnmatchedProbesIT {
    private static final Path AOP = Path.of("src/test/resources/unmatched-aop.xml").toAbsolutePath();
    private static final String CLASSES = ChildJvm.CLASSES.toString();

    @Test
    void anAspectWhosePointcutSelectsNothing() {
        ChildJvm.Result run = new ChildJvm().agent("payload.record=all,aop=" + AOP).run(CLASSES,
                "woven.Described");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("counter payload.probes.unmatched ")).as(run.all()).isEqualTo("2");
        assertThat(run.err()).filteredOn(line -> line.contains("payload probe")).as(run.all())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("woven.Misspelt: nothing that its pointcut selects has run"),
                        line -> assertThat(line).contains("woven.NoKinds: nothing that its pointcut selects has run"));
    }

    @Test
    void subtypesThatAreNeverLoaded() {
        ChildJvm.Result run = new ChildJvm().agent("payload.probes=woven.UnmatchedProbe,payload.record=all")
                .run(CLASSES, "woven.Described");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("counter payload.probes.unmatched ")).as(run.all()).isEqualTo("2");
        assertThat(run.err()).filteredOn(line -> line.contains("payload probe")).as(run.all())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .contains("UnmatchedProbe.store: woven.Store.find(..) and subtypes was in"
                                        + " no class that was loaded"),
                        line -> assertThat(line).contains("java.util.zip.Deflater.deflate(..) is of the JDK"),
                        line -> assertThat(line)
                                .contains("UnmatchedProbe.deflate: java.util.zip.Deflater.deflate(..) was"
                                        + " called by no woven code"));
    }

    /** As in a jar that brings its own class loader. */
    @Test
    void whatAnotherClassLoaderHasIsNoFailure() {
        ChildJvm.Result run = new ChildJvm().agent("payload.probes=woven.ApartProbe,payload.record=all")
                .run(CLASSES, "woven.Apart");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).anyMatch(line -> line.contains("found a"));
        assertThat(run.after("counter weaving.failed.probe ")).as(run.all()).isNull();
        assertThat(run.after("counter payload.probes.unmatched ")).as(run.all()).isNull();
        assertThat(run.err()).filteredOn(line -> line.contains("payload probe")).as(run.all()).singleElement()
                .asString()
                .contains("apart.Shelf.find(..) is not on the class path: it is recorded where another class loader");
    }

    @Test
    void whatIsFoundIsNotCounted() {
        ChildJvm.Result run = new ChildJvm().agent(
                "payload.record=all,aop=" + Path.of("src/test/resources/payloads-aop.xml").toAbsolutePath())
                .run(CLASSES, "woven.Described");
        assertThat(run.after("counter payload.probes.unmatched ")).as(run.all()).isNull();
        assertThat(run.err()).noneMatch(line -> line.contains("pointcut selects"));
    }
}
