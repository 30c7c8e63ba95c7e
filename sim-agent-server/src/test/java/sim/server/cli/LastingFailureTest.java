package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A full disk was said each two seconds. */
class LastingFailureTest {
    private final List<String> said = new ArrayList<>();
    private final LastingFailure failure = new LastingFailure("not kept", "kept again", said::add, said::add);

    @Test
    void isSaidOnceAndWhenItIsOver() {
        failure.isOver();
        for (int round = 0; round < 2; round++) {
            failure.met(new InterruptedException("the server ends"));
            failure.met(new IOException("No space left on device"));
            failure.met(new IOException("No space left on device"));
            failure.isOver();
            failure.isOver();
        }
        String full = "not kept: No space left on device; it is tried again, and said when it is over";
        assertThat(said).containsExactly(full, "kept again", full, "kept again");
    }

    /** The store's upkeep failed at one part, and then at another with another cure. */
    @Test
    void anotherThatTakesItsPlaceIsSaidToo() {
        for (String why : List.of("rolling up failed", "rolling up failed", "sealing failed", "sealing failed")) {
            failure.met(new IOException(why));
        }
        failure.isOver();
        assertThat(said).hasSize(3);
        assertThat(said.get(1)).startsWith("not kept: sealing failed; ");
    }

    /** A disk that others fill too has another number of free bytes each time: it was said every ten seconds. */
    @Test
    void oneWhoseFiguresVaryIsSaidOnce() {
        for (int free = 98; free < 105; free++) {
            failure.met(new IOException("sealing failed: " + free + " bytes free of 4096"));
        }
        assertThat(said).containsExactly(
                "not kept: sealing failed: 98 bytes free of 4096; it is tried again, and said when it is over");
    }
}
