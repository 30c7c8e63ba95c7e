package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.ChangedSources;

/** Adds an action to the control of hotspots, and nothing else: it must not pass for another action. */
class AddedActionTest {
    private static final Path CONTROL = Path
            .of("../sim-model/src/main/java/sim/model/snapshot/HotspotControl.java");
    private static final Path ROOM = Path.of("src/main/java/sim/metrics/hotspot");

    @TempDir
    Path folder;

    /** Without a case it enabled every name that it concerned. */
    @ParameterizedTest
    @ValueSource(strings = {"Hotspot.java", "Scorecard.java"})
    void anActionWithoutACaseDoesNotCompile(String file) throws Exception {
        ChangedSources changed = added("first").add(ROOM.resolve(file)).with("-XDrawDiagnostics"); // the same in each language
        assertThatThrownBy(changed::compile).hasMessageContaining(file)
                .hasMessageContaining("compiler.err.not.exhaustive");
    }

    /** The constant by itself is no error: what the other test sees is the missing case. */
    @Test
    void theConstantCompiles() throws Exception {
        Path classes = added("second").compile();
        List<?> actions = List.of(ChangedSources.load(classes)
                .loadClass("sim.model.snapshot.HotspotControl$Action").getEnumConstants());
        assertThat(actions).extracting(Object::toString).contains("ADDED");
    }

    private ChangedSources added(String name) throws Exception {
        return new ChangedSources(Files.createDirectory(folder.resolve(name))).change(CONTROL,
                text -> text.replaceFirst("(?m)^(        [A-Z_]+\\(\\d+\\));$", "$1,\n        ADDED(99);"));
    }
}
