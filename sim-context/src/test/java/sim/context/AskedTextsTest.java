package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sim.base.redact.Redaction;

/** Where SIM asks the application's code for a text, nothing is metered; the JDK's own texts take no such care. */
class AskedTextsTest {
    private final List<String> events = new ArrayList<>();
    private final AskedTexts texts = new AskedTexts(new Unmetered() {
        @Override
        public Object begin() {
            events.add("begin");
            return events;
        }

        @Override
        public void end(Object begun) {
            events.add("end");
            assertThat(begun).isSameAs(events);
        }
    });

    @Test
    void whatTheJdkWritesIsWrittenAtOnce() {
        for (Object value : new Object[]{null, "text", 7, 7L, 7.5, true, 'c', new BigDecimal("7.50"), UUID.randomUUID(),
                LocalDate.EPOCH, TimeUnit.DAYS, new int[3], new Own[2], new Object(), Own.class,
                new StringBuilder("text")}) {
            assertThat(texts.of(value, 100)).isEqualTo(Values.text(value, 100));
            assertThat(texts.ofFailure(value, 100)).isEqualTo(Values.text(value, 100));
        }
        assertThat(texts.ofFailure(new IllegalStateException("no"), 100))
                .isEqualTo("java.lang.IllegalStateException: no");
        assertThat(texts.ofFailure(new OwnFailure(null), 500)).isEqualTo(OwnFailure.class.getName() + ": message");
        assertThat(texts.messageOf(new IllegalStateException("no"))).isEqualTo("no");
        assertThat(events).as("one has a message of its own").containsExactly("begin", "end");
    }

    @Test
    void theApplicationsOwnCodeIsAskedUnmetered() {
        Object withHash = new Object() {
            @Override
            public int hashCode() {
                events.add("asked");
                return 7;
            }
        };
        OwnFailure failure = new OwnFailure(events);
        for (Runnable ask : new Runnable[]{() -> texts.of(new Own(events), 100),
                () -> texts.of(List.of(new Own(events)), 100),
                () -> texts.of(Map.of("key", new Own(events)), 100), () -> texts.of(OwnConstant.ONE.in(events), 100),
                () -> texts.of(withHash, 100), () -> texts.ofFailure(failure, 100), () -> texts.messageOf(failure),
                () -> new Values(8, 100, Redaction.NONE, texts).put("key", new Own(events))}) {
            events.clear();
            ask.run();
            assertThat(events).containsExactly("begin", "asked", "end");
        }
    }

    @Test
    void aTextThatFailsEndsItToo() {
        assertThat(texts.of(new Own(null), 200)).isEqualTo(Own.class.getName()
                + " (its toString threw java.lang.NullPointerException)");
        assertThat(events).containsExactly("begin", "end");
    }

    private static final class Own {
        private final List<String> asked;

        Own(List<String> asked) {
            this.asked = asked;
        }

        @Override
        public String toString() {
            asked.add("asked");
            return "own";
        }
    }

    private enum OwnConstant {
        ONE;

        private transient List<String> asked;

        OwnConstant in(List<String> events) {
            asked = events;
            return this;
        }

        @Override
        public String toString() {
            asked.add("asked");
            return "own";
        }
    }

    @SuppressWarnings("serial")
    private static final class OwnFailure extends RuntimeException {
        private final transient List<String> asked;

        OwnFailure(List<String> asked) {
            this.asked = asked;
        }

        @Override
        public String getMessage() {
            if (asked != null) {
                asked.add("asked");
            }
            return "message";
        }
    }
}
