package woven;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import sim.context.Context;
import sim.jfr.RecordingContext;
import sim.jfr.RecordingContextKey;
import sim.metrics.probe.Metering;

/**
 * Orders that are worked on by a pool, each in a flow context and a recording context, on a flight recording: {@code java
 * woven.RecordedOrders FILE ORDERS}. Every event says what it is of.
 */
public final class RecordedOrders {
    @Name("test.Step")
    @StackTrace(false)
    static final class Step extends Event {
        /** -1 for what is no order's. */
        long order;
        String stage;
    }

    private static final RecordingContextKey TENANT = RecordingContextKey.forName("tenant");

    private RecordedOrders() {}

    public static void main(String[] args) throws Exception {
        Metering metering = Metering.runtime();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try (Recording recording = new Recording()) {
            recording.start();
            int orders = Integer.parseInt(args[1]);
            CountDownLatch done = new CountDownLatch(2 * orders);
            for (int i = 0; i < orders; i++) {
                int number = i;
                try (RecordingContext tenant = RecordingContext.where(TENANT, number % 7).build()) {
                    Context order = metering.createContext("order", "shop");
                    order.put("number", number);
                    step(number, "accepted");
                    pool.execute(() -> {
                        step(number, "packed");
                        metering.createContext("send", "");
                        step(number, "sent");
                        if (number % 10 == 0) {
                            RecordingContext.where(TENANT, "left open").build();
                        } else {
                            metering.endContext(null);
                        }
                        done.countDown();
                    });
                    step(number, "handed over");
                    order.put("price", number * 2.5);
                    metering.endContext(null);
                }
                pool.execute(() -> {
                    step(-1, "between");
                    done.countDown();
                });
            }
            done.await(1, TimeUnit.MINUTES);
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
        metering.counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
        RecordingContext.counters().forEach((kind, count) -> System.out.println("recording " + kind + " " + count));
    }

    private static void step(long order, String stage) {
        Step step = new Step();
        step.order = order;
        step.stage = stage;
        step.commit();
    }
}
