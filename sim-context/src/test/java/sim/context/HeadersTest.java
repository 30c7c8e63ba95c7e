package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The headers of W3C Trace Context and Baggage, well-formed and hostile. */
class HeadersTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String VALID = "00-" + TRACE + "-00f067aa0ba902b7-01";

    private final List<Throwable> failures = new ArrayList<>();
    private final ContextRegistry registry = new ContextRegistry(100, 64, 512, 64);
    private final CurrentContext current = new CurrentContext(registry, new TestThreads(), failures::add);

    @Test
    void aContextIsNamedByItsIdAndTrace() {
        Context context = current.begin("order", "shop", null);
        Map<String, String> headers = new HashMap<>();
        current.inject(headers::put);
        assertThat(headers).containsOnlyKeys("traceparent").containsEntry("traceparent",
                String.format("00-%s-%016x-01", context.getTraceId(), context.id()));
        assertThat(context.getTraceId()).hasSize(32).endsWith(String.format("%016x", context.id()));
    }

    @Test
    void whatIsExtractedIsTheParentInTheSameTrace() {
        ContextSnapshot caller = extract(Map.of("traceparent", VALID, "tracestate", "vendor=x,other=y", "baggage",
                "order=4711,name=J%C3%BCrgen;p=1 , other = z"));
        try (Activation ignored = caller.activate()) {
            Context inner = current.begin("inner", "", null);
            assertThat(inner.parentId()).isEqualTo(0x00f067aa0ba902b7L);
            assertThat(inner.getTraceId()).isEqualTo(TRACE);
            assertThat(inner.getValues()).containsEntry("order", "4711").containsEntry("name", "Jürgen")
                    .containsEntry("other", "z");
            Map<String, String> onward = new HashMap<>();
            current.inject(onward::put);
            assertThat(onward).containsEntry("traceparent", String.format("00-%s-%016x-01", TRACE, inner.id()))
                    .containsEntry("tracestate", "vendor=x,other=y")
                    .containsEntry("baggage", "order=4711,name=J%C3%BCrgen;p=1,other=z");
            current.end(null);
        }
        assertThat(current.get()).isNull();
        assertThat(failures).isEmpty();
    }

    @Test
    void whatTheSenderDidNotSampleStaysUnsampled() {
        try (Activation ignored = extract(Map.of("traceparent", VALID.replace("-01", "-00"))).activate()) {
            Map<String, String> onward = new HashMap<>();
            current.begin("inner", "", null);
            current.inject(onward::put);
            assertThat(onward.get("traceparent")).endsWith("-00");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {VALID, " " + VALID + "\t", "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-adds",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff"})
    void validHeaders(String header) {
        assertThat(extract(Map.of("traceparent", header)).isEmpty()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.",
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
            "0g-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
            "00-4bf92f3577b34da6a3ce929d0e0e47-00f067aa0ba902b7-01-00",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})
    void refusedHeaders(String header) {
        assertThat(extract(Map.of("traceparent", header)).isEmpty()).isTrue();
        assertThat(counter("traceparent.refused")).isEqualTo(1);
    }

    @Test
    void withoutATraceparentTheOthersAreNotLookedAt() {
        assertThat(extract(Map.of("baggage", "a=1", "tracestate", "b=2")).isEmpty()).isTrue();
        assertThat(counter("traceparent.refused")).isZero();
    }

    @Test
    void malformedMembersAreDroppedAndCountedAndTheOthersKept() {
        Baggage baggage = baggage("a=1,=2,b,c d=3,e=\"4\",f=5;prop;q=6,g=%zz%C3,,h=a=b, ,i=\u00e4");
        Map<String, String> all = new HashMap<>();
        baggage.forEach(all::put);
        assertThat(all).containsExactlyInAnyOrderEntriesOf(
                Map.of("a", "1", "f", "5", "g", "%zz\ufffd", "h", "a=b"));
        assertThat(baggage.format()).isEqualTo("a=1,f=5;prop;q=6,g=%zz%C3,h=a=b");
        assertThat(counter("baggage.dropped")).isEqualTo(5);
    }

    @Test
    void baggageIsBoundedInMembersAndBytes() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            many.append(i == 0 ? "" : ",").append("k").append(i).append("=").append(i);
        }
        assertThat(baggage(many.toString()).size()).isEqualTo(Baggage.MOST_MEMBERS);
        assertThat(counter("baggage.dropped")).isEqualTo(120);

        String large = "a=" + "x".repeat(4000) + ",b=" + "y".repeat(4000) + ",c=" + "z".repeat(4000) + ",d=1";
        assertThat(baggage(large).format()).hasSizeLessThanOrEqualTo(Baggage.MOST_BYTES).startsWith("a=x")
                .contains(",b=y").doesNotContain("c=z");
        String exactly = "a=" + "x".repeat(Baggage.MOST_BYTES - 2);
        assertThat(baggage(exactly).format()).isEqualTo(exactly);
        assertThat(baggage(exactly + "x").isEmpty()).isTrue();
    }

    @Test
    void carriedValuesTravelToWhatIsBegunInsideAndNoFurtherThanTheBounds() {
        Context outer = current.begin("outer", "", null);
        outer.carry("order", 4711);
        outer.carry("name", "J\u00fcrgen, M");
        outer.carry("no token", 1);
        Context inner = current.begin("inner", "", null);
        assertThat(inner.getBaggage().get("order")).isEqualTo("4711");
        assertThat(inner.getValues()).isEmpty();
        assertThat(outer.getValues()).containsEntry("order", 4711L).containsEntry("no token", 1L);
        Map<String, String> headers = new HashMap<>();
        current.inject(headers::put);
        assertThat(headers).containsEntry("baggage", "order=4711,name=J%C3%BCrgen%2C%20M");
        assertThat(baggage(headers.get("baggage")).get("name")).isEqualTo("J\u00fcrgen, M");
        assertThat(counter("baggage.dropped")).isEqualTo(1);
        for (int i = 0; i < 300; i++) {
            outer.carry("key" + i, "x".repeat(100));
        }
        assertThat(outer.getBaggage().format().length()).isLessThanOrEqualTo(Baggage.MOST_BYTES);
        assertThat(outer.getBaggage().size()).isBetween(64, Baggage.MOST_MEMBERS);
    }

    @Test
    void aNullKeyOrValueTravelsNoFurther() {
        Context context = current.begin("outer", "", null);
        context.carry(null, 1);
        context.carry("nothing", null);
        assertThat(context.getBaggage().isEmpty()).isTrue();
        assertThat(context.containsKey("nothing")).isTrue();
        assertThat(counter("baggage.dropped")).isEqualTo(2);
    }

    @Test
    void threadsThatCarryIntoOneContextLoseNothing() throws Exception {
        for (int round = 0; round < 100; round++) {
            Context context = registry.create(null, "shared", "");
            List<Thread> threads = new ArrayList<>();
            CyclicBarrier together = new CyclicBarrier(4);
            for (int t = 0; t < 4; t++) {
                String key = "t" + t + "-";
                threads.add(new Thread(() -> {
                    for (int i = 0; i < 40; i++) {
                        meet(together);
                        context.carry(key + i, i);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(context.getBaggage().size()).isEqualTo(160);
            registry.end(context, null);
        }
        assertThat(counter("baggage.dropped")).isZero();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException never) {
            throw new IllegalStateException(never);
        }
    }

    /** A million headers, some random, most of them valid ones with something changed: nothing is thrown or bloated. */
    @Test
    void hostileHeadersNeitherThrowNorBloat() {
        SplittableRandom random = new SplittableRandom(4711);
        String[] seeds = {VALID, "order=4711,name=J%C3%BCrgen;p=1 , other = z",
                "a=" + "%F0%9F%98%80".repeat(50) + ",b=1;c;d=e", ",,,;;;===", "k=v,".repeat(100)};
        String[] header = new String[3];
        Map<String, Integer> at = Map.of("traceparent", 0, "tracestate", 1, "baggage", 2);
        int accepted = 0;
        for (int i = 0; i < 1_000_000; i++) {
            header[0] = i % 2 == 0 ? VALID : mutated(random, VALID);
            header[1] = i % 16 == 0 ? mutated(random, "vendor=x,other=y") : null;
            header[2] = i % 8 == 0 ? random(random) : mutated(random, seeds[random.nextInt(seeds.length)]);
            ContextSnapshot caller = current.extract(name -> header[at.get(name)]);
            if (!caller.isEmpty()) {
                accepted++;
                Baggage baggage = caller.context().getBaggage();
                String sent = baggage.format();
                if (baggage.size() > Baggage.MOST_MEMBERS || sent != null && sent.length() > Baggage.MOST_BYTES) {
                    throw new AssertionError("bloated by " + header[2]);
                }
                if (i % 64 == 0 && sent != null) {
                    assertThat(baggage(sent).format()).isEqualTo(sent); // what goes on is understood as it was
                }
            }
        }
        assertThat(accepted).isGreaterThan(500_000);
        assertThat(failures).isEmpty();
    }

    @Test
    void aHeaderOfMegabytesCostsNoMoreThanItsBound() {
        String header = "k=v,".repeat(2_000_000);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory
                .getThreadMXBean();
        baggage(header);
        long before = threads.getCurrentThreadAllocatedBytes();
        baggage(header);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2_000_000);
        for (int i = 0; i < 500; i++) { // each took half a minute, and looked at all of it for each member: this would never end
            baggage(header);
        }
    }

    private static String mutated(SplittableRandom random, String header) {
        StringBuilder text = new StringBuilder(header);
        for (int changes = random.nextInt(4); changes >= 0 && text.length() > 0; changes--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, character(random));
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, character(random));
                default -> text.setLength(at);
            }
        }
        return text.toString();
    }

    private static String random(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(random.nextInt(100) == 0 ? 20_000 : 60); length > 0; length--) {
            text.append(character(random));
        }
        return text.toString();
    }

    private static char character(SplittableRandom random) {
        return random.nextInt(8) == 0 ? (char) random.nextInt(65_536) : (char) random.nextInt(32, 127);
    }

    private Baggage baggage(String header) {
        ContextSnapshot caller = extract(Map.of("traceparent", VALID, "baggage", header));
        return caller.context().getBaggage();
    }

    private ContextSnapshot extract(Map<String, String> headers) {
        UnaryOperator<String> getter = headers::get;
        return current.extract(getter);
    }

    private long counter(String kind) {
        Map<String, Long> counters = new HashMap<>();
        registry.count(counters);
        return counters.get(kind);
    }
}
