package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.ChangedSources;

/**
 * Adds a section to SIM as docs/architecture.md says: new files, which lie in {@code src/test/resources/added}, and a line in each of three files
 * that were there. Its elements go from the runtime to the store, are checked, rolled up and aged.
 */
class AddedSectionTest {
    private static final Path ADDED = Path.of("src/test/resources/added");

    @TempDir
    Path folder;

    @Test
    void aSectionTakesALineInEachOfThreeFiles() throws Exception {
        ChangedSources sources = new ChangedSources(Files.createDirectory(folder.resolve("sources")))
                .behind(Path.of("../sim-wire/src/main/java/sim/wire/Sections.java"), "add(new StackSection());",
                        "    public static final Section<sim.model.snapshot.Mark> MARKS = add(new MarkSection());")
                .behind(Path.of("../sim-metrics/src/main/java/sim/metrics/probe/Draining.java"),
                        "fill(events, fired::drain),", "fill(list(sim.model.snapshot.Mark.class), Marks::drain),")
                .behind(Path.of("../sim-store/src/main/java/sim/store/Tables.java"), "ErrorTables.ALL,",
                        "MarkTables.ALL,");
        for (String added : List.of("Mark", "Marks", "MarkSection", "MarkTables", "MarksRun")) {
            sources.add(ADDED.resolve(added + ".java"));
        }
        assertThat(sources.changed()).as("files that a section touches").hasSizeLessThanOrEqualTo(3);
        Path older = folder.resolve("older");
        new DuckDbStore(older).close();
        try {
            ChangedSources.load(sources.compile()).loadClass("sim.store.MarksRun")
                    .getMethod("run", Path.class, Path.class).invoke(null, folder.resolve("store"), older);
        } catch (InvocationTargetException failed) {
            throw new AssertionError(failed.getCause());
        }
    }
}
