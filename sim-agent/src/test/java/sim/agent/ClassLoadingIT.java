package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import sim.testkit.Jdks;

/** A class's loading and initialisation are not its first caller's own work, told by what they allocate. */
class ClassLoadingIT {
    private static final double MEGABYTE = 1 << 20;

    @Test
    void loadingAndInitialisingAreAPlaceOfTheirOwn() {
        isAPlaceOfItsOwn(new ChildJvm());
    }

    @Test
    void onTheNewestJdkToo() throws Exception {
        Path newest = Jdks.withVirtualThreads();
        Assumptions.assumeTrue(newest != null, "there is no JDK 21 or newer here");
        isAPlaceOfItsOwn(new ChildJvm().on(newest));
    }

    private static void isAPlaceOfItsOwn(ChildJvm jvm) {
        ChildJvm.Result run = jvm.agent("interval=10m").run(ChildJvm.CLASSES.toString(), "woven.Loading");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.err()).as(run.all()).allMatch(line -> line.startsWith("sim: ")
                && (line.contains("is not reachable") || line.contains("could not be shipped")));
        assertThat(run.out()).contains("not found", "failed on purpose");
        for (String first : new String[]{"loads", "initialises", "fails", "doesNotLoad"}) {
            assertThat(run.after("count woven.Loading." + first + " ")).isEqualTo("1 errors 0");
            assertThat(allocated(run, "woven.Loading." + first)).as(first + " of its own\n" + run.all())
                    .isLessThan(MEGABYTE);
        }
        assertThat(run.out()).filteredOn(line -> line.startsWith("self .[class loading] "))
                .anyMatch(line -> bytes(line) >= 16 * MEGABYTE && bytes(line) < 17 * MEGABYTE)
                .anyMatch(line -> bytes(line) >= 8 * MEGABYTE && bytes(line) < 9 * MEGABYTE);
        assertThat(run.after("count woven.Loading$Initialised.called ")).isEqualTo("1 errors 0");
        assertThat(run.after("count .[class loading] ")).endsWith(" errors 0");
        assertThat(run.after("counter probes.healed ")).isEqualTo("0");
        assertThat(run.after("counter metering.failures ")).isEqualTo("0");
    }

    private static double allocated(ChildJvm.Result run, String method) {
        return bytes(run.after("self " + method + " "));
    }

    private static double bytes(String line) {
        return Double.parseDouble(line.replaceAll(".*alloc\\.bytes=(-?\\d+).*", "$1"));
    }
}
