package sim.campaign.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.campaign.Samples;
import sim.wire.Batch;
import sim.wire.FrameCodec;
import sim.wire.WireFrame;

/** A change of the format that sealing does not know would let the fuzzers see nothing but wrong checksums. */
class SealedTest {
    @Test
    void aSoundFrameIsSealedAlready() {
        for (WireFrame frame : Samples.corpus()) {
            byte[] bytes = FrameCodec.encode(frame);
            assertThat(Sealed.frame(bytes)).isEqualTo(bytes);
        }
    }

    @Test
    void aFrameWithAnotherSumIsOpenedOnceItIsSealed() throws Exception {
        byte[] bytes = FrameCodec.encode(Samples.calls(1, 5, 1_700_000_000_000_000L));
        bytes[bytes.length - 1] ^= 1;
        assertThat(FrameCodec.decode(Sealed.frame(bytes))).isInstanceOf(Batch.class);
    }
}
