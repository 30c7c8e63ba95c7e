package sim.metrics.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import sim.context.Activation;
import sim.instrumentation.data.ContextManager;
import sim.instrumentation.data.Contexts;

/** The listings of the pages on probes by hand and on contexts, as they stand there, do what the pages say. */
class DocListingsTest {
    static final Probes.Name ROW = Probes.parse("import.row");
    static final Probes.Name ITEMS = Probes.name("items");

    private final List<String> said = new ArrayList<>();
    private final List<String> handled = new ArrayList<>();

    @Test
    void rowsAreProbedAndCounted() {
        digestAll(List.of("order 1", "note 2", "order 3"));
        assertThat(said).singleElement().asString().startsWith("3 rows, ").endsWith(" ns each of their own");
        assertThat(Probes.context().counter(ITEMS).getValue()).isEqualTo(3);
    }

    @Test
    void noRowsAreNoError() {
        digestAll(List.of());
        assertThat(said).isEmpty();
    }

    @Test
    void aContextTravelsInHeaders() {
        Map<String, String> request = new HashMap<>();
        ContextManager.createNewContext("caller", "");
        try {
            inject(new Request(request));
        } finally {
            ContextManager.destroyCurrentContext();
        }
        assertThat(request).containsKey("traceparent");
        serve(new Headers(request), "order");
        assertThat(handled).containsExactly("order");
        serve(new Headers(Map.of("traceparent", "nonsense")), "note");
        assertThat(handled).containsExactly("order", "note");
    }

    @Test
    void theyStandOnThePagesAsTheyStandHere() throws IOException {
        String here = plain(Files.readString(
                Path.of("src", "test", "java", "sim", "metrics", "openapi", "DocListingsTest.java")));
        for (String page : List.of("open-api.md", "contexts.md")) {
            String text = Files.readString(Path.of("..", "docs", page));
            Matcher listings = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(text);
            assertThat(listings.find()).as(page).isTrue();
            for (String paragraph : listings.group(1).split("\n\n")) {
                for (String piece : paragraph.split("\n(?=try )")) {
                    assertThat(here).as(page).contains(plain(piece));
                }
            }
        }
    }

    private static String plain(String source) {
        return source.replaceAll("//[^\n]*", "").replaceAll("\\s+", "");
    }

    private void digestAll(List<String> rows) {
        Probes.Context context = Probes.context();
        Probes.SavePoint before = context.savepoint();
        for (String row : rows) {
            Probes.Probe probe = context.begin(ROW.name(kindOf(row)));
            try {
                digest(row);
                context.counter(ITEMS).inc();
            } finally {
                probe.end();
            }
        }
        Probes.ChangePoint read = context.compare(before).changepoint(ROW);
        if (read != null) {
            Probes.Change time = read.change(Probes.parse("clock.tick"));
            log(time.getCount() + " rows, " + time.getInherentAvg() + " ns each of their own");
        }
    }

    private static void inject(Request request) {
        Contexts.inject(request::setHeader);
    }

    private void serve(Headers headers, String request) {
        try (Activation caller = Contexts.extract(headers::getFirst).activate()) {
            handle(request);
        }
    }

    private static String kindOf(String row) {
        return row.substring(0, row.indexOf(' '));
    }

    private static void digest(String row) {
        assertThat(row).isNotEmpty();
    }

    private void log(String line) {
        said.add(line);
    }

    private void handle(String request) {
        handled.add(request);
    }

    private record Request(Map<String, String> headers) {
        void setHeader(String name, String value) {
            headers.put(name, value);
        }
    }

    private record Headers(Map<String, String> headers) {
        String getFirst(String name) {
            return headers.get(name);
        }
    }
}
