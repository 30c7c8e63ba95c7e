package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreTools;
import tools.jackson.databind.JsonNode;

/** Somebody removes files of segments while the server runs: no upkeep has to come by before answers have the rest. */
class GoneSegmentHttpTest {
    private static final String METHODS = "methods?application=shop&last=1h";

    @TempDir
    Path folder;

    @Test
    void isSetAsideByTheFirstQuestionThatMeetsItWhichIsAnsweredFromTheRest() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            JsonNode sound = server.json(METHODS);
            assertThat(sound.path("methods")).isNotEmpty();
            assertThat(sound.has("missing")).isFalse();
            List<Path> gone;
            try (Stream<Path> files = Files.walk(folder.resolve("segments/tree_rows"))) {
                gone = files.filter(Files::isRegularFile).toList();
            }
            assertThat(gone).isNotEmpty();
            for (Path file : gone) {
                Files.delete(file);
            }
            JsonNode rest = server.json(METHODS);
            assertThat(rest.path("methods")).isEmpty();
            assertThat(rest.path("missing").findValuesAsString("segment")).isNotEmpty()
                    .allMatch(file -> file.startsWith("tree_rows/"));
        }
    }
}
