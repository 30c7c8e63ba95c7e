package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.testkit.Jdks;

/** What the default settings switch off of a woven program, and what they must not: the entry point, what waits or works, and what fails. */
class LevelsIT {
    static Stream<Path> jdks() throws Exception {
        return Stream.of(Path.of(System.getProperty("java.home")), Jdks.withVirtualThreads())
                .filter(each -> each != null).distinct();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whatAReaderLooksForIsCountedToTheLastCall(Path jdk) {
        // no call is kept: a ring that fills is emptied by the shipper, while the program itself drains what it counted
        ChildJvm.Result run = new ChildJvm().usual().on(jdk).agent("hotspot.enabled=true,events=none").run(
                ChildJvm.CLASSES.toString(),
                "woven.Coupons");
        assertThat(run.exit()).as(run.err().toString()).isZero();
        assertThat(run.out()).contains("count woven.Coupons$Shop.work 20000 errors 0",
                "count woven.Coupons$Shop.parse 20000 errors 5000",
                "count woven.Coupons$Shop.order 20000 errors 5000");
        // how many calls are counted until then says nothing: each that the machine interrupted puts off the verdict, and of a
        // sampled name all are counted; 334 calls are the least that use up a balance
        assertThat(run.out()).as("lowered").containsAnyOf("verdict woven.Coupons$Shop.half OFF",
                "verdict woven.Coupons$Shop.half SAMPLED");
        assertThat(run.out()).filteredOn(line -> line.startsWith("count woven.Coupons$Shop.half ")).singleElement()
                .satisfies(line -> assertThat(Integer.parseInt(line.split(" ")[2])).isBetween(334, 20_000 * 200));
    }
}
