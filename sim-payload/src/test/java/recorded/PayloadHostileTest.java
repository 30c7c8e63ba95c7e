package recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.model.payload.ControlObject;
import sim.payload.embedded.PayloadProbe;

/** A probe class that does what it should not when SIM asks it: the application notices nothing but time. */
class PayloadHostileTest {
    /** Does what a test wants when it is asked for a name. */
    public static class Hostile extends PayloadProbe {
        static volatile Function<Object, String> names = object -> "named";

        @Override
        public String getName() {
            return "Hostile";
        }

        @Override
        @SuppressWarnings("rawtypes") // the published signature
        public Class<? extends Enum> getCustomTypes() {
            return Nameless.class;
        }

        @Override
        public String getControlObjectName(Object object) {
            return names.apply(object);
        }
    }

    public enum Nameless {
        A,
        B;

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    private final PayloadRuns runs = new PayloadRuns("payload.record=all,payload.events=true,payload.objects=1000");

    @BeforeEach
    void namesAreFine() {
        Hostile.names = object -> "named";
    }

    private void payload(Object object) {
        runs.api.enter(Hostile.class, object, Nameless.A);
        runs.clock.passesMillis(1);
        runs.api.exit("A", null);
    }

    /** It was asked once, and what it did cost no payload. */
    private void healed(int payloads) {
        runs.drain();
        assertThat(runs.byText().get("A").count()).isEqualTo(payloads);
        assertThat(runs.byText().get("A").total()).isEqualTo(payloads * 1_000_000L);
        assertThat(runs.objectRows.stream().mapToLong(row -> row.sum().count()).sum()).isEqualTo(payloads);
        assertThat(runs.events).filteredOn(event -> event.text().equals("A")).hasSize(payloads);
        assertThat(runs.counter("payload.failures")).isZero();
        assertThat(runs.counter("payloads.lost")).isZero();
    }

    @Test
    void itThrows() {
        Hostile.names = object -> {
            throw new IllegalStateException();
        };
        Object object = new Object();
        payload(object);
        payload(object);

        healed(2);
        assertThat(runs.objects.values()).extracting(ControlObject::name).containsExactly("Object #1");
        assertThat(runs.counter("payloads.handlers.failed")).as("two texts of types, one of an object").isEqualTo(3);
    }

    @Test
    void itRecursesWithoutEnd() {
        Hostile.names = object -> Hostile.names.apply(object);
        payload(new Object());

        healed(1);
        assertThat(runs.counter("payloads.handlers.failed")).isEqualTo(3);
    }

    @Test
    void itRecursesThroughTheApi() {
        Hostile.names = object -> {
            payload(new Object());
            return "named";
        };
        payload(new Object());

        healed(1);
        assertThat(runs.objects).hasSize(1);
    }

    @Test
    void itAllocatesWithoutEnd() {
        Hostile.names = object -> {
            List<long[]> hoard = new ArrayList<>();
            while (true) {
                hoard.add(new long[Integer.MAX_VALUE - 8]); // so large that there is always room for others
            }
        };
        payload(new Object());

        healed(1);
        assertThat(runs.counter("payloads.handlers.failed")).isEqualTo(3);
    }

    @Test
    void itHangsAndKeepsNobodyElse() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Hostile.names = object -> {
            asked.countDown();
            await(end);
            return "late";
        };
        Thread hanging = new Thread(() -> payload(new Object()));
        hanging.start();
        asked.await();
        Hostile.names = object -> "named";
        for (int i = 0; i < 10; i++) {
            payload(new Object());
            runs.drain();
        }
        end.countDown();
        hanging.join();

        healed(11);
        assertThat(runs.objects.values()).extracting(ControlObject::name).containsOnly("named", "late").hasSize(11);
    }

    @Test
    void itsAnswersAreTenMegabytesLong() {
        String megabytes = "x".repeat(10 << 20);
        Hostile.names = object -> megabytes;
        payload(new Object());

        healed(1);
        assertThat(runs.objects.values()).singleElement()
                .satisfies(object -> assertThat(object.name()).hasSizeLessThanOrEqualTo(512));
    }

    @Test
    void itHasControlObjectsWithoutEnd() {
        Object[] alive = new Object[20_000];
        for (int i = 0; i < 200_000; i++) {
            alive[i % alive.length] = new Object();
            runs.api.enter(Hostile.class, alive[i % alive.length], null);
            runs.api.exit("A", null);
            if (i % 20_000 == 0) {
                runs.drain();
            }
        }
        runs.drain();

        assertThat(runs.byText().get("A").count()).isEqualTo(200_000);
        assertThat(runs.objectRows.stream().mapToLong(row -> row.sum().count()).sum()).isEqualTo(200_000);
        assertThat(runs.objectRows).anyMatch(row -> row.object() == ControlObject.OTHER);
        assertThat(runs.counter("payload.objects.folded")).isPositive();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }
}
