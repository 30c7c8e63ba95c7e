package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a disk that was full counts as having room again. */
class RoomTest {
    private static final long MEGABYTE = 1 << 20;

    private long free = 6 * MEGABYTE;
    private long nanos = 1;
    private final Room room = new Room(() -> free, () -> nanos);

    @Test
    void clearlyMoreThanWasTooLittleIsRoom() {
        assertThat(room.isMissed()).isFalse();
        assertThat(room.isBack()).isTrue();
        room.missed();
        free += 3 * MEGABYTE;
        assertThat(room.isBack()).isFalse();
        free += MEGABYTE;
        assertThat(room.isBack()).isTrue();
        assertThat(room.isMissed()).as("until a store has succeeded").isTrue();
        room.found();
        assertThat(room.isMissed()).isFalse();
    }

    /** A merge takes all that is left, fails, and gives it back, in each round. */
    @Test
    void whatUpkeepTakesAndGivesBackIsNone() {
        free = 0;
        room.missed();
        free = 6 * MEGABYTE;
        room.missed();
        for (int round = 0; round < 10; round++) {
            assertThat(room.isBack()).isFalse();
            nanos += TimeUnit.SECONDS.toNanos(10);
            free = 0;
            room.missed();
            free = 6 * MEGABYTE;
        }
        assertThat(room.isBack()).isFalse();
    }

    /** Of a quota no free bytes tell. */
    @Test
    void whereNothingMissesAnyForAWhileThereIsSome() {
        room.missed();
        nanos += TimeUnit.SECONDS.toNanos(29);
        assertThat(room.isBack()).isFalse();
        nanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(room.isBack()).isTrue();
    }
}
