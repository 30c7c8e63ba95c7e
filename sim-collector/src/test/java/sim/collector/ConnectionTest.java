package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireFrame;

/** Connections where the heap is full: a JVM throws the one error that it has for that again and again. */
class ConnectionTest {
    private static final Hello HELLO = new Hello(Wire.VERSION, "shop", "c0ffee00-0000-4000-8000-000000000000", "host",
            1,
            "test", 1, false, List.of());
    private final OutOfMemoryError full = new OutOfMemoryError("the one that there is");
    private boolean isClosed;

    /** Suppressed by itself it was an IllegalArgumentException, and that was what SIM said. */
    @Test
    void whatIsThrownIsTheErrorThatClosingMeetsAgain() {
        assertThatThrownBy(() -> {
            try (Connection connection = new Connection(new Full(false), HELLO)) {
                throw full;
            }
        }).isSameAs(full);
        assertThat(isClosed).isTrue();
    }

    @Test
    void aLinkOverWhichNothingCouldBeSaidIsClosed() {
        assertThatThrownBy(() -> new Connection(new Full(true), HELLO)).isSameAs(full);
        assertThat(isClosed).isTrue();
    }

    private final class Full implements Transport.Link {
        private final boolean sends;

        Full(boolean throwsAtOnce) {
            this.sends = !throwsAtOnce;
        }

        @Override
        public void send(byte[] frame) {
            if (!sends) {
                throw full;
            }
        }

        @Override
        public WireFrame acknowledged() {
            return new Welcome(Wire.VERSION, 0, 0, 0);
        }

        @Override
        public void close() {
            isClosed = true;
            throw full;
        }
    }
}
