package shop;

import org.jinspired.probes.Probes;

/** A database that counts the rows each thread reads. */
public final class Database {
    private static final ThreadLocal<Session> SESSIONS = ThreadLocal.withInitial(Session::new);
    private static final Probes.Name ORDERS = Probes.parse("shop.orders");
    private static final Probes.Name ARCHIVE = Probes.parse("shop.archive");

    private Database() {}

    static Session session() {
        return SESSIONS.get();
    }

    public static void main(String[] args) {
        Session session = session();
        for (int i = 0; i < 100; i++) {
            Probes.create(ORDERS).run(() -> session.read(3));
        }
        Probes.Probe probe = Probes.begin(ARCHIVE);
        session.read(4_000);
        probe.end();
        // A probe's own readings can be asked for, too.
        System.out.println("the archive has " + probe.reading(Probes.name("rows")).getDelta() + " rows");
    }

    /** A thread's session. */
    static final class Session {
        private long rows;

        long rows() {
            return rows;
        }

        void read(int count) {
            for (int i = 0; i < count; i++) {
                rows++;
                Thread.onSpinWait();
            }
        }
    }
}
