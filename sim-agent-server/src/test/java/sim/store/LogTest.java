package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which of the store's lines the server's log has. */
class LogTest {
    /** None of these was ever written, though the documents name the first. */
    @Test
    void whatIsRemovedAndWhatWorksAgainIsSaid() {
        for (Class<?> each : new Class<?>[]{Ageing.class, Committer.class, TrustedClock.class}) {
            Logger log = LoggerFactory.getLogger(each);
            assertThat(log.isInfoEnabled()).as(each.getName()).isTrue();
            assertThat(log.isDebugEnabled()).as(each.getName()).isFalse();
        }
    }
}
