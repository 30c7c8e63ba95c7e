package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.ingest.Ingest;
import sim.server.query.Answers;
import sim.server.query.Turn;
import sim.store.DuckDbStore;
import sim.store.StoreException;

/** What the page asks beside its line of questions, which is for the server's places at the store, needs no such place; and all else does. */
class AtOnceTest {
    private static final Path API = Path.of("src", "main", "resources", "web", "js", "api.js");
    private static final Pattern LIST = Pattern.compile("const AT_ONCE = \\[([^\\]]+)\\]");
    private static final Pattern ASKED = Pattern.compile("(?<![.\\w])(?:get|ranged|inContext)\\('([a-z/]+)'");
    private static final Pattern NAMED = Pattern.compile("'([a-z/]+)'");
    /** What these must be given, or they are refused before anything is asked. */
    private static final Map<String, String> NEEDED = Map.of("methods/series", "?class=Orders&method=find",
            "calltree/series", "?place=1");

    /** Counts who comes to the store. */
    private static final class Counting implements Answers {
        final AtomicInteger asked = new AtomicInteger();

        @Override
        public <T> T ask(Turn turn, Ask<T> ask) {
            asked.incrementAndGet();
            throw new StoreException("it only counts", null);
        }

        @Override
        public void tryIt() {
            // it answers
        }
    }

    @Test
    void whatThePageDoesNotPutInLineNeedsNoPlaceAtTheStore(@TempDir Path folder) throws Exception {
        String script = Files.readString(API);
        Matcher list = LIST.matcher(script);
        assertThat(list.find()).isTrue();
        Set<String> listed = found(NAMED, list.group(1));
        Set<String> asked = found(ASKED, script);
        assertThat(asked).hasSizeGreaterThan(20).containsAll(listed);
        Counting answers = new Counting();
        Set<String> without = new TreeSet<>();
        DuckDbStore store = new DuckDbStore(folder);
        try (Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer http = new HttpServer(store, answers, ingest, "127.0.0.1", 0)) {
            for (String path : asked) {
                answers.asked.set(0);
                HttpClient.newHttpClient().send(HttpRequest
                        .newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/api/v1/" + path
                                + NEEDED.getOrDefault(path, "")))
                        .build(),
                        HttpResponse.BodyHandlers.discarding());
                if (answers.asked.get() == 0) {
                    without.add(path);
                }
            }
        } finally {
            store.close();
        }
        assertThat(listed).isEqualTo(without);
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        pattern.matcher(text).results().forEach(each -> found.add(each.group(1)));
        return found;
    }
}
