package counted;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import sim.payload.controller.Controller;
import sim.payload.controller.ProbeRecordingOptions;
import sim.payload.embedded.Payload;
import sim.payload.embedded.PayloadProbe;

/**
 * Payloads, while a thread switches their recording on and off as often as it can. It does so between payloads, never inside one:
 * so the ledger knows which are recorded. Any thread.
 */
final class Recorded {
    /** The program's own probe. */
    public static final class Queries extends PayloadProbe {
        @Override
        public String getName() {
            return "Queries";
        }

        @Override
        public boolean isControlObjects() {
            return true;
        }

        @Override
        @SuppressWarnings("rawtypes") // the published signature
        public Class<? extends Enum> getCustomTypes() {
            return Type.class;
        }
    }

    /** How one is asked. */
    public enum Type {
        READ,
        WRITE
    }

    private static final int TEXTS = 40;
    private static final Object[] CONNECTIONS = {new Object(), new Object(), new Object(), null};

    private final Ledger ledger;
    /** Fair: else the switcher waits for eight threads that never do. */
    private final ReentrantReadWriteLock between = new ReentrantReadWriteLock(true);
    private boolean isOn;
    private boolean keepsEvents;

    Recorded(Ledger ledger) {
        this.ledger = ledger;
        Thread switcher = new Thread(this::switchOnAndOff, "switcher");
        switcher.setDaemon(true);
        switcher.start();
    }

    private void switchOnAndOff() {
        Random random = new Random();
        while (true) {
            between.writeLock().lock();
            try {
                isOn = !isOn;
                keepsEvents = isOn && random.nextBoolean();
                if (isOn) {
                    Controller.startProbeRecording("Queries",
                            keepsEvents ? ProbeRecordingOptions.EVENTS : ProbeRecordingOptions.NONE);
                    ledger.add(Count.RECORDINGS);
                } else {
                    Controller.stopProbeRecording("Queries");
                }
            } finally {
                between.writeLock().unlock();
            }
            try {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(6));
            } catch (InterruptedException nobodyDoes) {
                return;
            }
        }
    }

    /** Some payloads, one inside another sometimes: that one is none. */
    void some(Random random) {
        between.readLock().lock();
        try {
            for (int left = 1 + random.nextInt(4); left > 0; left--) {
                Object connection = CONNECTIONS[random.nextInt(CONNECTIONS.length)];
                Type type = random.nextBoolean() ? Type.READ : null;
                boolean nests = random.nextInt(10) == 0;
                Payload.execute(Queries.class, "statement " + random.nextInt(TEXTS), connection, type, () -> {
                    if (nests) {
                        Payload.execute(Queries.class, "inside", () -> {});
                    }
                });
                ledger.add(Count.PAYLOADS, isOn ? 1 : 0);
                ledger.add(Count.PAYLOAD_EVENTS, keepsEvents ? 1 : 0);
            }
        } finally {
            between.readLock().unlock();
        }
    }
}
