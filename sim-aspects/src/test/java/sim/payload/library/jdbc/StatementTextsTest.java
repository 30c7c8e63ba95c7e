package sim.payload.library.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementTextsTest {
    private final StatementTexts texts = new StatementTexts(1 << 20);

    @Test
    void whatIsPreparedIsNotReadNow() {
        String sql = "SELECT name FROM item WHERE id = 4711" + " AND a = 'b'".repeat(300);
        Object statement = new Object();
        texts.put(statement, "once"); // classes are loaded
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory
                .getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        texts.put(statement, sql);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).as("less than its characters")
                .isLessThan(sql.length());
        assertThat(texts.of(statement)).isSameAs(sql);
        assertThat(texts.of(new Object())).isNull();
    }

    @Test
    void theBoundIsOnBytesAndTheyAreGivenBack() {
        List<Object> alive = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Object statement = new Object();
            alive.add(statement);
            texts.put(statement, "SELECT " + "x, ".repeat(500_000) + i);
        }
        assertThat(texts.taken()).isLessThanOrEqualTo(1 << 20);
        assertThat(alive.stream().filter(each -> texts.of(each) != null)).hasSizeBetween(100, 140);

        alive.clear();
        long taken = texts.taken();
        for (int i = 0; i < 1_000 && texts.taken() >= taken; i++) {
            System.gc();
            texts.put(this, "SELECT 1");
        }
        assertThat(texts.taken()).isLessThan(taken);
        texts.put(alive, "SELECT 2");
        assertThat(texts.of(alive)).isEqualTo("SELECT 2");
    }

    @Test
    void oneThatIsPreparedAgainTakesItsBytesOnce() {
        for (int i = 0; i < 100_000; i++) {
            texts.put(this, "SELECT 1 FROM a" + i);
        }
        assertThat(texts.of(this)).isEqualTo("SELECT 1 FROM a99999");
        assertThat(texts.taken()).isLessThan(1_000);
    }

    @Test
    void oneThatFindsNoRoomHasNoOlderText() {
        texts.put(this, "SELECT 1");
        List<Object> alive = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            alive.add(new Object());
            texts.put(alive.get(i), "SELECT 2");
        }
        texts.put(this, "SELECT " + "x, ".repeat(10_000));
        assertThat(texts.of(this)).isNull();
        assertThat(alive).isNotEmpty();
    }
}
