package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
    @Test
    void aLookThatFailsIsAFaultAndEndsNoOther(@TempDir Path folder) throws Exception {
        Child child = new Child("sleeping", folder, List.of("sleep", "60"));
        try (Watch watch = new Watch()) {
            watch.add(null, "none", 1); // which cannot be looked at
            watch.add(child, "child", 1);
            await().until(() -> watch.beyond().size() >= 2);
            assertThat(watch.beyond()).hasSize(2)
                    .anySatisfy(line -> assertThat(line).startsWith("the memory of a process could not be looked at: "))
                    .anySatisfy(line -> assertThat(line).startsWith("sleeping has "));
        } finally {
            child.kill();
        }
    }
}
