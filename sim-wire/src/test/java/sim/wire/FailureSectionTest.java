package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.StackRecord;

class FailureSectionTest {
    /** Elements of both sections; they are in the {@link Corpus} too. */
    static final Contents ALL = Contents.NONE
            .with(Sections.FAILURES,
                    List.of(new FailureRecord("shop.Declined", 4, 70), new FailureRecord("[other]", 0, 1)))
            .with(Sections.STACKS,
                    List.of(new StackRecord(1_700, "shop.Declined", 4, -8, "shop.Declined: no money",
                            "\tat shop.Orders.pay(Orders.java:9)\n", 3, new long[]{-5, 7}),
                            new StackRecord(1_600, "shop.Lost", 0, 9, "shop.Lost", "", 1, new long[0])));

    @Test
    void exceptionsAndTheirStacksTravel() throws WireException {
        Batch batch = new Batch(3, 1_000, 2_000, ALL);
        Batch read = (Batch) FrameCodec.decode(FrameCodec.encode(batch));
        assertThat(read.contents().of(Sections.FAILURES)).isEqualTo(ALL.of(Sections.FAILURES));
        assertThat(read.contents().of(Sections.STACKS)).usingRecursiveComparison().isEqualTo(ALL.of(Sections.STACKS));
    }

    @Test
    void whatIsDroppedIsCountedInExceptions() {
        assertThat(Sections.FAILURES.amount(ALL.of(Sections.FAILURES))).isEqualTo(70 + 1);
    }

    @Test
    void aFullSpoolAddsExceptionsUpAndLosesNone() {
        assertThat(Sections.FAILURES.melt(List.of(List.of(new FailureRecord("a", 1, 2), new FailureRecord("b", 1, 4)),
                List.of(new FailureRecord("a", 1, 5), new FailureRecord("a", 2, 1))), 0))
                .containsExactly(new FailureRecord("a", 1, 7), new FailureRecord("b", 1, 4),
                        new FailureRecord("a", 2, 1));
    }
}
