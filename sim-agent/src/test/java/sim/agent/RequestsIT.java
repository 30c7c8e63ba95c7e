package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ready-made probe of HTTP servers with the JDK's own, in a real JVM. */
class RequestsIT {
    @Test
    void requestsAreSplitByMethodAndPathPattern() {
        ChildJvm.Result run = new ChildJvm().agent("payload.record=all,libraries=http").run(
                ChildJvm.CLASSES.toString(),
                "woven.Requests");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("answered ")).isEqualTo("250");
        assertThat(run.out()).filteredOn(line -> line.startsWith("sim ")).as(run.all()).filteredOn(
                line -> !line.contains("broken")).containsExactly("sim GET /cart 50 0",
                        "sim GET /order/{id} 50 0", "sim GET /order/{id}/lines 50 0", "sim GET /return 50 0",
                        "sim GET /stock 50 0");
        // A client sends a request that failed once more: how often is the client's affair.
        assertThat(run.after("sim GET /order/broken ")).satisfies(sums -> {
            String[] both = sums.split(" ");
            assertThat(Long.parseLong(both[0])).isEqualTo(Long.parseLong(both[1])).isGreaterThanOrEqualTo(50);
        });
        assertThat(run.out()).filteredOn(line -> line.startsWith("split ")).containsExactly("split GET /cart",
                "split GET /order/broken", "split GET /order/{id}", "split GET /order/{id}/lines",
                "split GET /return", "split GET /stock");
        for (String none : new String[]{"payloads.unmatched", "payloads.lost", "payloads.handlers.failed",
                "payload.failures", "weaving.failed"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
    }

    /** What a handler hands to a pool is of the same request, whatever its lambda captured; and a request fails by what is answered. */
    @Test
    void aRequestThatIsHandedOnIsOneAndFailsByItsAnswer() {
        ChildJvm.Result run = new ChildJvm().agent("payload.record=all,libraries=http").run(
                ChildJvm.CLASSES.toString(),
                "woven.HandedRequests");
        assertThat(run.exit()).as(run.all()).isZero();
        String[] names = {"alone", "broken", "broken/first", "broken/later", "first", "guarded", "here", "last",
                "missing",
                "streamed",
                "thrown/later"};
        assertThat(run.out()).filteredOn(line -> line.startsWith("sim ")).as("payloads: " + run.all())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of("sim GET /filtered/{id} 40"),
                                Stream.of(names).map(name -> "sim GET /" + name + "/{id} 20")).toList());
        assertThat(run.out()).filteredOn(line -> line.startsWith("kind ")).as("contexts, failed ones")
                .containsExactlyInAnyOrderElementsOf(Stream.concat(Stream.of("kind GET /filtered/{id} 40 0"),
                        Stream.of(names).map(name -> "kind GET /" + name + "/{id} 20 "
                                + (name.startsWith("broken") || name.startsWith("thrown") ? 20 : 0)))
                        .toList());
        String none = " type null error null";
        assertThat(run.out()).filteredOn(line -> line.startsWith("context ")).as("each with its answer and reason")
                .containsExactlyInAnyOrder(context("alone", "200" + none), context("first", "200" + none),
                        context("here", "200" + none), context("last", "200" + none),
                        context("guarded", "200" + none), context("filtered", "200" + none),
                        context("filtered", "null" + none), // what the filter called
                        context("streamed", "200" + none), context("missing", "404" + none),
                        context("broken", "500 type 500 error 500"),
                        context("broken/first", "502 type 502 error 502"),
                        context("broken/later", "503 type 503 error 503"),
                        context("thrown/later", "200 type null error java.lang.IllegalStateException: stored"));
        for (String mishap : new String[]{"splits.unmatched", "splits.lost", "payloads.unmatched", "payloads.lost",
                "payload.failures", "metering.failures", "contexts.unmatched", "contexts.healed", "weaving.failed"}) {
            assertThat(run.after("counter " + mishap + " ")).as(mishap).isEqualTo("0");
        }
    }

    private static String context(String name, String outcome) {
        return "context 20 GET /" + name + "/{id} route /" + name + "/{id} status " + outcome;
    }

    /** The application's configuration names its own packages alone, and what has its requests first is none of them. */
    @Test
    void servletsAreSplitWhereTheApplicationNamesItsPackages(@TempDir Path directory) throws Exception {
        Path aop = Files.writeString(directory.resolve("aop.xml"),
                "<aspectj><weaver><include within=\"woven.Servlets..*\"/></weaver></aspectj>");
        String classPath = String.join(File.pathSeparator, ChildJvm.CLASSES.toString(),
                ChildJvm.library("tomcat-embed-core").toString(),
                ChildJvm.library("tomcat-annotations-api").toString());
        ChildJvm.Result run = new ChildJvm().agent("payload.record=all,libraries=http,aop=" + aop).run(
                classPath,
                "woven.Servlets");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).filteredOn(line -> line.startsWith("sim ")).as(run.all())
                .containsExactly("sim GET /shop/broken 5", "sim GET /shop/forwarded 5", "sim GET /shop/later 5",
                        "sim GET /shop/order/{id} 20", "sim GET /shop/problem 5", "sim GET /shop/refused 5",
                        "sim GET /shop/unwell 5", "sim GET /shop/unwell/later 5");
        assertThat(run.out()).filteredOn(line -> line.startsWith("context ")).as("one a request, however it goes on")
                .containsExactly("context GET /shop/broken 5", "context GET /shop/forwarded 5",
                        "context GET /shop/later 5", "context GET /shop/order/{id} 20", "context GET /shop/problem 5",
                        "context GET /shop/refused 5", "context GET /shop/unwell 5",
                        "context GET /shop/unwell/later 5");
        assertThat(run.out()).filteredOn(line -> line.startsWith("failed ")).as("by what is answered")
                .containsExactly("failed GET /shop/broken 5", "failed GET /shop/unwell 5",
                        "failed GET /shop/unwell/later 5");
        assertThat(run.out()).filteredOn(line -> line.startsWith("there "))
                .as("in its request's context, where that had a handler before")
                .containsOnly("there later GET /shop/later", "there problem GET /shop/broken",
                        "there problem GET /shop/refused", "there problem GET /shop/problem")
                .hasSize(20);
        for (String none : new String[]{"splits.unmatched", "splits.lost", "payloads.unmatched", "payloads.lost",
                "payload.failures", "metering.failures", "weaving.failed"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
    }
}
