package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.wire.Contents;
import sim.wire.Hello;
import sim.wire.Refusal;
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

    /** A server that revokes a token says so, and closes: the next batch meets a broken pipe. */
    @Test
    void whatTheServerSaidBeforeItClosedIsTheReason() throws Exception {
        Spool spool = new Spool(1 << 20);
        spool.add(new Parcel(1, 2, Contents.NONE));
        try (Connection connection = new Connection(new Closing(), HELLO)) {
            assertThatThrownBy(() -> connection.send(spool.first(0), spool,
                    new Metering(Options.load("hotspot.enabled=false", new Properties()))))
                    .isInstanceOf(Connection.RefusedException.class).hasMessage("its token web was revoked");
        }
    }

    /** Takes a hello, and then has closed with a reason. */
    private static final class Closing implements Transport.Link {
        private boolean isClosed;

        @Override
        public void send(byte[] frame) throws IOException {
            if (isClosed) {
                throw new IOException("Broken pipe");
            }
        }

        @Override
        public WireFrame acknowledged() {
            WireFrame said = isClosed ? new Refusal("its token web was revoked") : new Welcome(Wire.VERSION, 0, 0, 0);
            isClosed = true;
            return said;
        }

        @Override
        public void close() {
            // nothing is open
        }
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
