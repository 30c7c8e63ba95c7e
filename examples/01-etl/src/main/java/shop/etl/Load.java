package shop.etl;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;

/** Posts the orders to the ledger from several threads and writes the file. */
final class Load extends Step<Transform.Result, Summary> {
    private static final int CLERKS = 3;

    private final Path file;
    private final Ledger ledger = new Ledger();

    Load(Path file) {
        super("load");
        this.file = file;
    }

    @Override
    @CreateContext(name = "load", tag = "shop")
    @WriteToContext
    Summary apply(Transform.Result result) throws Exception {
        post(result.orders());
        write(result.orders());
        Report.render(ledger, result.orders());
        return new Summary(result.orders().size(), result.rejected(), ledger.total());
    }

    private void post(List<Order> orders) throws InterruptedException {
        List<Thread> clerks = new ArrayList<>();
        for (int i = 0; i < CLERKS; i++) {
            int first = i;
            // An anonymous class: its method carries the annotation itself.
            Thread clerk = new Thread(new Runnable() {
                @Override
                @Instrument
                public void run() {
                    for (int order = first; order < orders.size(); order += 64 * CLERKS) {
                        ledger.post(orders.subList(order, Math.min(order + 64, orders.size())), first);
                    }
                }
            }, "clerk-" + i);
            clerk.start();
            clerks.add(clerk);
        }
        for (Thread clerk : clerks) {
            clerk.join();
        }
        ledger.close(orders);
    }

    /** One write a line: system CPU again. */
    private void write(List<Order> orders) throws java.io.IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (Order order : orders) {
                out.write((order.id() + "," + order.cents() + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
    }
}
