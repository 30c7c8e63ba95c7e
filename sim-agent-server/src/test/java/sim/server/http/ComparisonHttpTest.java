package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two ranges side by side, over real HTTP: what grew, what is new, what vanished, and what only chance made larger. */
@ExtendWith(InAskedServer.class)
class ComparisonHttpTest {
    private static final long BEFORE = Batches.now() - 60_000_000;
    private static final List<String> NAMES = List.of("steady", "slower", "rare", "gone", "fresh", "sampled", "unread");

    private AskedServer server;

    /** Before: steady, slower, rare, gone. After: slower takes three times as long, one rare call 100 times, fresh is new. */
    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        server.open(Batches.hello("shop", "one"));
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        for (int i = 1; i <= NAMES.size(); i++) {
            names.add(new NameEntry(i, "shop.Work", NAMES.get(i - 1)));
            nodes.add(new NodeEntry(i, 0, i));
        }
        Contents told = Contents.NONE.with(Sections.NAMES, names).with(Sections.NODES, nodes);
        server.append("one", new Batch(1, BEFORE - 5_000_000, BEFORE, told.with(Sections.ROWS,
                List.of(row(1, 1_000, 1_000_000), row(2, 1_000, 1_000_000), row(3, 2, 1_000_000),
                        row(4, 500, 500_000), row(6, 1_000, 1_000_000), row(7, 1_000, 1_000_000)))));
        server.append("one", new Batch(2, Batches.now() - 6_000_000, Batches.now() - 1_000_000, Contents.NONE.with(
                Sections.ROWS,
                List.of(row(1, 1_020, 1_000_000), row(2, 1_000, 3_000_000), row(3, 1, 100_000_000_000L),
                        row(5, 400, 700_000), sampled(6, 1_000, 10, 1_000_000), sampled(7, 1_000, 0, 0)))));
    }

    private static TreeRow row(int node, long calls, long each) {
        return new TreeRow(node, calls, 0, 1, Batches.meters(calls * each), Batches.meters(calls * each),
                Batches.meters(each), new long[]{Buckets.indexOf(each), calls});
    }

    /** Of so many calls a few were read, or none. */
    private static TreeRow sampled(int node, long calls, long read, long each) {
        TreeRow row = row(node, read, each);
        return new TreeRow(node, calls, 0, read == 0 ? 0 : row.present(), row.total(), row.self(), row.max(),
                read == 0 ? new long[0] : row.buckets(), new Unread(calls - read, calls - read, calls - read, 0));
    }

    @Test
    void whatWasNotReadOfEveryCallIsNoDifference() throws Exception {
        for (String per : List.of("", "&per=call")) {
            for (String method : List.of("sampled", "unread")) {
                JsonNode row = row(compare(per), method);
                assertThat(row.path("difference").isNull()).as(row.toString()).isTrue();
                assertThat(row.path("certain").asBoolean()).as(row.toString()).isFalse();
                assertThat(row.path("before").path("value").isNull()).as(row.toString()).isFalse();
            }
        }
        assertThat(row(compare(""), "unread").path("after").path("value").isNull()).isTrue();
        assertThat(row(compare("&measure=count"), "unread").path("difference").asDouble()).isZero();
    }

    @Test
    void whatGrewIsNewOrVanishedComesFirstAndFewCallsDoNotShout() throws Exception {
        JsonNode answer = compare("");
        List<String> certain = new ArrayList<>();
        List<String> others = new ArrayList<>();
        Map<String, JsonNode> rows = new HashMap<>();
        for (JsonNode row : answer.path("methods")) {
            (row.path("certain").asBoolean() ? certain : others).add(row.path("method").asString());
            rows.put(row.path("method").asString(), row);
        }
        assertThat(certain).containsExactly("slower", "fresh", "gone");
        assertThat(others).containsExactlyInAnyOrder("rare", "steady", "sampled", "unread");
        assertThat(answer.path("methods").get(0).path("method").asString()).isEqualTo("slower");
        assertThat(rows.get("gone").path("state").asString()).isEqualTo("gone");
        assertThat(rows.get("gone").path("after").isNull()).isTrue();
        assertThat(rows.get("fresh").path("state").asString()).isEqualTo("new");
        assertThat(rows.get("fresh").path("before").isNull()).isTrue();
        double seconds = (answer.path("after").path("to").asLong() - answer.path("after").path("from").asLong()) / 1e3;
        assertThat(rows.get("slower").path("after").path("value").asDouble()).isEqualTo(3e9 / seconds,
                org.assertj.core.data.Offset.offset(1.0));
    }

    /** An application that ships once a minute: six batches in five minutes are no more than five. */
    @Test
    void whatABatchMoreMakesGoesByTheLengthOfBatches() throws Exception {
        server.open(Batches.hello("long", "l"));
        for (int i = 0; i <= 10; i++) {
            long to = Batches.now() - 1_000_000 - (10 - i) * 60_000_000L;
            Contents told = i > 0
                    ? Contents.NONE
                    : Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "shop.Work", "steady")))
                            .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)));
            server.append("l", new Batch(i + 1, to - 60_000_000, to,
                    told.with(Sections.ROWS, List.of(row(1, 10_000, 1_000_000)))));
        }
        long now = Batches.now() / 1_000;
        JsonNode answer = server.json("compare?application=long&from=" + (now - 302_000) + "&to=" + now + "&otherFrom="
                + (now - 602_000) + "&otherTo=" + (now - 302_000));
        JsonNode row = row(answer, "steady");
        assertThat(row.path("before").path("count").asLong()).isEqualTo(50_000);
        assertThat(row.path("after").path("count").asLong()).isEqualTo(60_000);
        assertThat(row.path("certain").asBoolean()).isFalse();
    }

    /** Of ten seconds a batch of five is in the one range or the other. */
    @Test
    void whatOneBatchMoreMakesIsNotCertain() throws Exception {
        assertThat(row(compare(""), "gone").path("certain").asBoolean()).isTrue();
        assertThat(row(compare(10, ""), "gone").path("certain").asBoolean()).isFalse();
        assertThat(row(compare(10, "&per=call"), "slower").path("certain").asBoolean()).isTrue();
    }

    @Test
    void byTheCallTheNumberOfCallsIsNoDifference() throws Exception {
        JsonNode row = row(compare("&per=call"), "slower");
        assertThat(row.path("before").path("value").asDouble()).isEqualTo(1_000_000);
        assertThat(row.path("after").path("value").asDouble()).isEqualTo(3_000_000);
        assertThat(row.path("difference").asDouble()).isEqualTo(2_000_000);
        assertThat(row(compare("&per=call"), "steady").path("difference").asDouble()).isZero();
        assertThat(row(compare("&measure=count"), "slower").path("certain").asBoolean()).isFalse();
        assertThat(compare("&limit=2").path("leftOut").asInt()).isEqualTo(5);
    }

    /** A method that calls others: of its own time nobody knows how it differs from call to call, but the longest call had no more than that. */
    @Test
    void oneLongCallIsNoDifferenceAndManyAre() throws Exception {
        server.open(Batches.hello("spiky", "s"));
        server.append("s", new Batch(1, BEFORE - 5_000_000, BEFORE, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Work", "spiky"), new NameEntry(2, "shop.Work", "raised")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                .with(Sections.ROWS, List.of(longer(1, 0), longer(2, 0)))));
        server.append("s", new Batch(2, Batches.now() - 6_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.ROWS, List.of(longer(1, 1), longer(2, 30)))));
        for (String more : List.of("&per=second", "&per=call", "&measure=wall")) {
            JsonNode answer = compare("&application=spiky" + more);
            assertThat(row(answer, "spiky").path("difference").asDouble()).as(more).isPositive();
            assertThat(row(answer, "spiky").path("certain").asBoolean()).as(more).isFalse();
            assertThat(row(answer, "raised").path("certain").asBoolean()).as(more).isTrue();
        }
    }

    /** A thousand calls of 20 ms, half a millisecond of it their own; of some of them it is 530 ms more. */
    private static TreeRow longer(int node, long some) {
        long usual = 20_000_000;
        long longest = usual + 530_000_000;
        return new TreeRow(node, 1_000, 0, 1, Batches.meters(1_000 * usual + some * 530_000_000),
                Batches.meters(1_000 * 500_000 + some * 530_000_000), Batches.meters(some == 0 ? usual : longest),
                some == 0
                        ? new long[]{Buckets.indexOf(usual), 1_000}
                        : new long[]{Buckets.indexOf(usual), 1_000 - some, Buckets.indexOf(longest), some});
    }

    /** On a busy machine some calls take a thousand times as long as others, and all allocate the same. */
    @Test
    void howMuchCallsDifferInTimeIsNotHowMuchTheyDifferInBytes() throws Exception {
        server.open(Batches.hello("uneven", "u"));
        server.append("u", new Batch(1, BEFORE - 5_000_000, BEFORE, Contents.NONE
                .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Work", "price")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                .with(Sections.ROWS, List.of(uneven(208_000)))));
        server.append("u", new Batch(2, Batches.now() - 6_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.ROWS, List.of(uneven(624_000)))));
        JsonNode row = row(compare("&application=uneven&measure=alloc.bytes&per=call"), "price");
        assertThat(row.path("difference").asDouble()).isEqualTo(416_000);
        assertThat(row.path("certain").asBoolean()).isTrue();
        assertThat(row(compare("&application=uneven&per=call"), "price").path("certain").asBoolean()).isFalse();
    }

    /** 420 calls of a ms, three of which took a second. */
    private static TreeRow uneven(long bytes) {
        long[] total = Batches.meters(417 * 1_000_000L + 3 * 1_000_000_000L);
        long[] max = Batches.meters(1_000_000_000L);
        total[Meter.ALLOC.ordinal()] = 420 * bytes;
        max[Meter.ALLOC.ordinal()] = bytes;
        return new TreeRow(1, 420, 0, Meter.WALL.bit() | Meter.ALLOC.bit(), total, total, max,
                new long[]{Buckets.indexOf(1_000_000), 417, Buckets.indexOf(1_000_000_000L), 3});
    }

    /** What calls inside used that were not read is its own, as long as they are not read. */
    @Test
    void whatHasThatOfOthersInItIsNeverCertain() throws Exception {
        assertThat(row(compare(""), "slower").path("certain").asBoolean()).isTrue();
        TreeRow much = row(2, 1_000, 9_000_000);
        server.append("one", new Batch(3, Batches.now() - 3_000_000, Batches.now() - 500_000, Contents.NONE.with(
                Sections.ROWS, List.of(new TreeRow(2, 1_000, 0, much.present(), much.total(), much.self(), much.max(),
                        much.buckets(), new Unread(0, 0, 0, MeasureGroup.TIME.bit()))))));
        for (String per : List.of("", "&per=call")) {
            JsonNode row = row(compare(per), "slower");
            assertThat(row.path("difference").asDouble()).as("" + row).isPositive();
            assertThat(row.path("certain").asBoolean()).as("" + row).isFalse();
        }
        assertThat(row(compare("&measure=count"), "slower").path("certain").asBoolean()).as("calls are counted")
                .isTrue();
    }

    /** Each process numbers its lambdas by itself: one instance beside all had each of them twice, as gone and as new. */
    @Test
    void generatedNamesOfAnInstanceAreThoseOfAll() throws Exception {
        for (String instance : List.of("two", "three")) {
            server.open(Batches.hello("shop", instance));
            server.append(instance, new Batch(1, Batches.now() - 6_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(
                            new NameEntry(1, "shop.Report$$Lambda/0x" + (instance.equals("two") ? 17 : 4), "run"),
                            new NameEntry(2, "shop.Report$$Lambda/0x99" + (instance.equals("two") ? 1 : 5), "run")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                    .with(Sections.ROWS, List.of(row(1, 100, 1_000_000), row(2, 10, 1_000_000)))));
        }
        String range = "compare?from=" + (Batches.now() - 50_000_000) / 1_000 + "&to=" + Batches.now() / 1_000;
        for (String other : List.of("", "&otherInstance=three")) {
            JsonNode row = row(JsonMapper.shared().readTree(server.ask(range + "&instance=two&otherFrom="
                    + (Batches.now() - 50_000_000) / 1_000 + "&otherTo=" + Batches.now() / 1_000 + other).body()),
                    "run");
            assertThat(row.path("class").asString()).isEqualTo("shop.Report$$Lambda");
            assertThat(row.path("state").asString()).isEqualTo("both");
            assertThat(row.path("before").path("count").asLong()).isEqualTo(other.isEmpty() ? 220 : 110);
            assertThat(row.path("after").path("count").asLong()).isEqualTo(110);
        }
    }

    @Test
    void sumsOfThePlatformAreOfAllInstances() throws Exception {
        HttpResponse<String> answer = server.ask("platform?sums=true&instance=one");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("instance").contains("not beside 'sums'");
    }

    @Test
    void whatIsNoMeasureIsRefused() throws Exception {
        assertThat(server.ask("compare?measure=colour").body()).contains("work, count, errors");
        assertThat(server.ask("compare?per=day").body()).contains("second, call or request");
        assertThat(server.ask("compare?otherInstance=two").statusCode()).isEqualTo(404);
        assertThat(server.ask("compare?otherFrom=2&otherTo=1").statusCode()).isEqualTo(400);
    }

    private static JsonNode row(JsonNode answer, String method) {
        for (JsonNode row : answer.path("methods")) {
            if (row.path("method").asString().equals(method)) {
                return row;
            }
        }
        throw new AssertionError(method + " is not in " + answer);
    }

    private JsonNode compare(String more) throws Exception {
        return compare(50, more);
    }

    private JsonNode compare(long seconds, String more) throws Exception {
        HttpResponse<String> answer = server.ask("compare?from=" + (Batches.now() - seconds * 1_000_000) / 1_000
                + "&to="
                + Batches.now() / 1_000 + "&otherFrom=" + (BEFORE - (seconds - 1) * 1_000_000) / 1_000 + "&otherTo="
                + (BEFORE + 1_000_000) / 1_000 + more);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}
