package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** A context that was told of many times is one context, as it was told of last, also where its records fill what is looked at first. */
@ExtendWith(InAskedServer.class)
class ContextRecordsTest {
    private static final int TOLD = 300;
    private static final long BEGIN = Batches.now() - 1_000_000_000;

    private AskedServer server;

    /** The newest is told of 300 times; at first it is slow and failed, and at last neither. */
    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        server.open(Batches.hello("shop", "one"));
        for (int told = 1; told <= TOLD; told++) {
            List<ContextRecord> contexts = new ArrayList<>();
            contexts.add(context(1, BEGIN, told == TOLD ? 1_000 : 9_000_000, told == TOLD ? null : "shop.Lost", told));
            if (told == 1) {
                contexts.add(context(2, BEGIN - 1_000, 5_000, "shop.Late", 7));
                contexts.add(context(3, BEGIN - 2_000, 6_000, null, 8));
            }
            server.append("one", new Batch(told, BEGIN - 1_000_000, BEGIN + 10_000_000 + told,
                    Contents.NONE.with(Sections.CONTEXTS, contexts)));
        }
    }

    private static ContextRecord context(long id, long start, long micros, String error, long calls) {
        return new ContextRecord(id, 0, "order", "shop", "main", start, start + micros, error, Map.of(), calls, 0, 0,
                new long[Meter.COUNT]);
    }

    @Test
    void isOneRowOfWhatWasToldLast() throws Exception {
        assertThat(ids("")).containsExactly("1", "2", "3");
        assertThat(ids("&limit=2")).containsExactly("1", "2");
        assertThat(ids("&sort=duration")).containsExactly("3", "2", "1");
        assertThat(ids("&sort=duration&limit=1")).containsExactly("3");
        assertThat(ids("&failed=true")).containsExactly("2");
        assertThat(json("").path("contexts").get(0).path("calls").asInt()).isEqualTo(TOLD);
        assertThat(ids("&whole=true&limit=1")).containsExactly("1");
    }

    @Test
    void isOnOnePageAlone() throws Exception {
        List<String> ids = new ArrayList<>();
        for (String cursor = ""; cursor != null;) {
            JsonNode page = json("&limit=1&cursor=" + cursor);
            page.path("contexts").forEach(each -> ids.add(each.path("id").asString().replaceFirst("^0+", "")));
            cursor = page.has("next") ? page.path("next").asString() : null;
        }
        assertThat(ids).containsExactly("1", "2", "3");
    }

    private List<String> ids(String more) throws Exception {
        List<String> ids = new ArrayList<>();
        json(more).path("contexts").forEach(each -> ids.add(each.path("id").asString().replaceFirst("^0+", "")));
        return ids;
    }

    private JsonNode json(String more) throws Exception {
        return server.json("contexts?last=1h" + more);
    }
}
