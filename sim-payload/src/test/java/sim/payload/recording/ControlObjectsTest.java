package sim.payload.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.redact.Redaction;
import sim.model.payload.ControlObject;
import sim.model.payload.ControlObject.End;
import sim.payload.embedded.PayloadProbe;

class ControlObjectsTest {
    public static final class Probe extends PayloadProbe {
        @Override
        public String getName() {
            return "Probe";
        }
    }

    private final Mishaps mishaps = new Mishaps();
    private final Definition definition = new Definition(Probe.class, mishaps);

    @Test
    void itFindsWhatIsOpenAndNothingElse() {
        ControlObjects.Shared shared = new ControlObjects.Shared(1_000, 100, Redaction.NONE, mishaps);
        ControlObjects objects = new ControlObjects(shared, 1);
        Map<Object, Long> model = new IdentityHashMap<>();
        List<Object> open = new ArrayList<>();
        List<Object> closed = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            int many = random.nextInt(500);
            if (open.size() < many) {
                Object object = closed.isEmpty() || random.nextBoolean()
                        ? new Object()
                        : closed.remove(random.nextInt(closed.size()));
                model.put(object, objects.open(object, "o", false));
                open.add(object);
            } else if (!open.isEmpty()) {
                Object object = open.remove(random.nextInt(open.size()));
                assertThat(objects.close(object)).isEqualTo(model.remove(object));
                closed.add(object);
            }
            Object any = open.isEmpty() ? new Object() : open.get(random.nextInt(open.size()));
            assertThat(objects.known(any)).isEqualTo(model.getOrDefault(any, 0L));
            if (!closed.isEmpty()) {
                assertThat(objects.known(closed.get(closed.size() - 1))).isZero();
            }
        }
        assertThat(shared.open.get()).isEqualTo(open.size());
    }

    @Test
    void closingOneOfManyTakesNoPassOverAll() {
        ControlObjects objects = new ControlObjects(new ControlObjects.Shared(10_000, 100, Redaction.NONE, mishaps), 1);
        Object[] open = new Object[9_000];
        for (int i = 0; i < open.length; i++) {
            open[i] = new Object();
            objects.open(open[i], "o", false);
        }
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory
                .getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 5_000; i++) {
            objects.close(open[i]);
            objects.open(open[i], "o", false);
        }
        // a pass over all makes a table of 64 KB and more
        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 5_000).isLessThan(1_000);
    }

    @Test
    void whatIsClosedWhileItIsUsedIsToldAsClosedLast() throws Exception {
        ControlObjects.Shared shared = new ControlObjects.Shared(10_000, 100, Redaction.NONE, mishaps);
        ControlObjects objects = new ControlObjects(shared, 1);
        CyclicBarrier both = new CyclicBarrier(2);
        int rounds = 3_000;
        Object[] used = new Object[rounds];
        for (int i = 0; i < rounds; i++) {
            used[i] = new Object();
            objects.open(used[i], "o", false);
        }
        Thread user = new Thread(() -> {
            for (Object each : used) {
                await(both);
                objects.known(each);
            }
        });
        user.start();
        for (Object each : used) {
            await(both);
            objects.close(each);
        }
        user.join();

        Map<Long, End> last = new HashMap<>();
        changes(shared).forEach(change -> last.put(change.id(), change.end()));
        assertThat(last).hasSize(rounds);
        assertThat(last.values()).containsOnly(End.CLOSED);
        assertThat(objects.meet(new Object(), definition)).isGreaterThan(ControlObject.OTHER);
    }

    @Test
    void aNameIsToldWithoutTheSecretsInIt() {
        ControlObjects.Shared shared = new ControlObjects.Shared(10, 60,
                Redaction.of(Options.load("", new Properties())), mishaps);
        ControlObjects objects = new ControlObjects(shared, 1);
        objects.open(this, "jdbc:pg://app:hunter2@db/shop", false);
        objects.tellUnused();
        objects.close(this);
        assertThat(changes(shared)).hasSize(2).extracting(ControlObject::name)
                .containsOnly("jdbc:pg://app:[redacted]@db/shop");
    }

    private static List<ControlObject> changes(ControlObjects.Shared shared) {
        List<ControlObject> changes = new ArrayList<>();
        shared.changes.drain(changes);
        return changes;
    }

    private static void await(CyclicBarrier both) {
        try {
            both.await();
        } catch (Exception impossible) {
            throw new AssertionError(impossible);
        }
    }
}
