package shop;

import java.util.List;
import org.jinspired.probes.Probes;

/** Serves requests of three tenants, and tells its thread's environment for whom it works. */
public final class Requests {
    static final Probes.Name TENANT = Probes.parse("shop.tenant");
    private static final Probes.Name REQUEST = Probes.parse("shop.request");

    private Requests() {}

    public static void main(String[] args) {
        int served = 0;
        for (int i = 0; i < 100; i++) {
            for (String tenant : List.of("gold", "silver", "bronze")) {
                Probes.context().getEnvironment().setString(TENANT, tenant);
                Probes.create(REQUEST).run(Requests::serve);
                served++;
            }
        }
        System.out.println(served + " requests served");
    }

    private static void serve() {
        for (long until = System.nanoTime() + 100_000; System.nanoTime() < until;) {
            Thread.onSpinWait();
        }
    }
}
