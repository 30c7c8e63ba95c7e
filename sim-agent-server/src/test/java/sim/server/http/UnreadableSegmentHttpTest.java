package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreTools;
import tools.jackson.databind.JsonNode;

/** Files of segments that cannot be read for a while: answers have the rest meanwhile, and all of it afterwards, without a new start. */
class UnreadableSegmentHttpTest {
    private static final String METHODS = "methods?application=shop&last=1h";

    @TempDir
    Path folder;

    /** @param isThere whether something is in its place that is no file: it says as little of the bytes as a file that may not be read */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areMissingWhileTheyCannotBeReadAndComeBackByThemselves(boolean isThere) throws Exception {
        Path rows = folder.resolve("segments/tree_rows");
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
        Path away = Files.createDirectory(folder.resolve("away"));
        DuckDbStore store = new DuckDbStore(folder);
        try (AskedServer server = new AskedServer(store)) {
            JsonNode sound = server.json(METHODS).path("methods");
            assertThat(sound).isNotEmpty();
            List<Path> files;
            try (Stream<Path> all = Files.walk(rows)) {
                files = new ArrayList<>(all.filter(Files::isRegularFile).toList());
            }
            for (Path file : files) {
                Files.move(file, away.resolve(file.getFileName()));
                if (isThere) {
                    Files.createDirectory(file);
                }
            }
            JsonNode rest = server.json(METHODS);
            assertThat(rest.path("methods")).isEmpty();
            assertThat(rest.path("missing").findValuesAsString("segment")).isNotEmpty()
                    .allMatch(file -> file.startsWith("tree_rows/"));
            JsonNode damaged = server.json("/health/ready").path("damaged");
            assertThat(damaged).as("at once").isNotEmpty()
                    .allMatch(each -> each.asString().endsWith(" (it cannot be read now)") == isThere);
            store.upkeep();
            assertThat(server.json(METHODS).path("methods")).isEmpty();
            for (Path file : files) {
                Files.deleteIfExists(file);
                Files.move(away.resolve(file.getFileName()), file);
            }
            store.upkeep();
            JsonNode again = server.json(METHODS);
            assertThat(again.path("methods")).isEqualTo(sound);
            assertThat(again.has("missing")).isFalse();
            assertThat(server.json("/health/ready").path("damaged")).isEmpty();
        }
    }
}
