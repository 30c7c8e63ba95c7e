package woven;

import java.io.IOException;
import sim.instrumentation.annotation.Instrument;

/** Uses a {@link Store} that {@link StoreProbe} looks at; prints what it did and what SIM recorded. */
public final class Injectable {
    private static final int EACH = 10;

    private Injectable() {}

    public static void main(String[] args) throws Exception {
        Service service = new Service();
        long sum = 0;
        for (int i = 0; i < EACH; i++) {
            sum += service.handle("/order") + service.handle("/stock") + service.handle("");
        }
        service.close();
        System.out.println("did " + sum);
        PayloadReport.print();
    }

    /** The application's own, metered. */
    static class Service {
        private final Store.Disk first = new Store.Disk("first");
        private final Store.Cached second = new Store.Cached("second");

        @Instrument
        long handle(String path) throws IOException {
            long sum = query(path).length();
            sum += first.save(2, 1L << 33) + first.scan("a", "b");
            try {
                first.save(-1, 7);
            } catch (IllegalArgumentException expected) {
                sum += expected.getMessage().length();
            }
            return sum + (long) Store.Disk.broken(2.5);
        }

        @Instrument
        String query(String path) throws IOException {
            String found = first.find("deep", 3) + second.find("shared", 1) + first.find("none", 0);
            try {
                second.find("bad", 0);
            } catch (IOException expected) {
                found += expected.getMessage();
            }
            return found + path;
        }

        void close() {
            first.close();
        }
    }
}
