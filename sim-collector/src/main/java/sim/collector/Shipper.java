package sim.collector;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import sim.base.config.Options;
import sim.metrics.spi.SnapshotSource;
import sim.model.text.Text;
import sim.wire.Ack;
import sim.wire.Hello;
import sim.wire.OneLine;
import sim.wire.Welcome;
import sim.wire.WireException;
import sim.wire.tls.Cures;

/**
 * Sends the parcels of the spool to the agent server: connects when there is a first one, sends, waits for the acknowledgement, and
 * after a failure begins again with a growing pause. Runs on a daemon thread of its own, so that a hanging server delays nothing else.
 */
final class Shipper implements Runnable {
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;
    /** How often a batch is sent if the server refuses it because of its content. */
    private static final int REFUSALS = 3;
    private static final String AWAY = "away";
    private static final String START = "Start it with ./sim server, or correct server=";
    /** A server that was reached once is said to be away if it does not answer for so long. A shorter time is only counted. */
    private static final long LASTS_NANOS = 3_000_000_000L;

    private final Transport transport;
    private final Options options;
    private final SnapshotSource source;
    private final Spool spool;
    private final Notices notices;
    final AtomicLong connections = new AtomicLong();
    final AtomicLong failures = new AtomicLong();
    /** Attempts that found nobody who listens: the server is not up yet, or starts again. */
    final AtomicLong waits = new AtomicLong();
    /** Batches that the server could not store or refused. */
    final AtomicLong aside = new AtomicLong();
    /** Single elements that could not be encoded, or are larger than a frame. */
    final AtomicLong unsendable = new AtomicLong();

    /** Made while the application starts: later there may be no memory to make them. */
    private final Undying.Round shipping = this::round;
    private final Consumer<Throwable> failed = this::failed;
    /** When a server that was there is no longer waited for, by {@link System#nanoTime}. Valid while it stops. */
    private long triesUntil;
    private volatile boolean stopping;
    /** Why nothing is shipped now; null while it is. */
    private volatile String trouble;
    /** The open connection, or null. */
    private volatile Connection open;
    private boolean gaveUp;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    /** When the server was last heard, by {@link System#nanoTime}. Valid once there was a connection. */
    private long heard;
    private Hello hello;

    Shipper(Transport transport, Options options, SnapshotSource source, Spool spool, Notices notices) {
        this.transport = transport;
        this.options = options;
        this.source = source;
        this.spool = spool;
        this.notices = notices;
    }

    @Override
    public void run() {
        while (!(stopping && (gaveUp || hello != null && spool.isEmpty()))) {
            Undying.round(shipping, failed);
        }
        transport.close();
    }

    private void round() {
        try {
            if (hello == null) {
                // the network is left alone until then: what a program says of it in main would come too late
                if (!spool.hasWork(1_000)) {
                    transport.rest(System.nanoTime());
                    return;
                }
                hello = Introduction.hello(options, source, transport.localName());
            }
            ship();
        } catch (InterruptedException ignored) {
            // only the exit of the JVM ends this thread; stop() asks it to end
        }
    }

    private void failed(Throwable failure) {
        failures.incrementAndGet();
        gaveUp = stopping;
        trouble = "the collector failed: " + failure;
        notices.say("shipper", "the collector failed and continues: " + failure);
        backOff();
    }

    /**
     * Makes the thread end when the spool is empty, or the server cannot be reached or refuses. A server that was there in this run may start again: it is tried until
     * {@code until}. Kept calls that are not on their way at {@code callsUntil} are dropped and counted, so that the counters still arrive. Both are by {@link
     * System#nanoTime}.
     */
    void stop(long callsUntil, long until) {
        triesUntil = until;
        stopping = true;
        spool.end(callsUntil);
    }

    /** Why nothing is shipped now; null while it is. Any thread. */
    String trouble() {
        return trouble;
    }

    /** Ends the connection if the server does not take what is sent. Called by the collector's thread in each round. */
    void look(long nowNanos) {
        transport.look(nowNanos);
        Connection connection = open;
        if (connection != null) {
            connection.look(nowNanos);
        }
    }

    private void ship() throws InterruptedException {
        try (Connection connection = new Connection(transport.open(() -> stopping),
                hello.with(Introduction.token(options, notices)))) {
            open = connection;
            connections.incrementAndGet();
            heard = System.nanoTime();
            trouble = null;
            if (notices.over(AWAY)) {
                System.err.println("sim: " + transport + " is reachable again");
            }
            arrived(connection.welcome());
            while (true) {
                Parcel parcel = spool.first(1_000);
                if (parcel == null) {
                    if (stopping) {
                        return;
                    }
                    continue;
                }
                if (!ship(parcel, connection)) {
                    backOff();
                    return;
                }
            }
        } catch (IOException away) {
            (away instanceof ConnectException ? waits : failures).incrementAndGet();
            boolean isSlow = away instanceof SocketTimeoutException;
            String what = transport + (isSlow ? " does not answer in time" : " is not reachable");
            String why = " (" + away.getMessage() + ")";
            trouble = what + why;
            if (connections.get() == 0 || stopping || System.nanoTime() - heard >= LASTS_NANOS) {
                String cure = Cures.of(away, "server=", "tls.trust=");
                notices.say(AWAY, Text.startLine(what, why, "; metering continues"
                        + (cure != null ? ". " + cure : isSlow ? "" : ". " + START)));
            }
            pause();
        } catch (WireException | Connection.RefusedException refused) {
            failures.incrementAndGet();
            trouble = transport + " refuses: " + OneLine.of(String.valueOf(refused.getMessage()), 500);
            notices.say("refused", trouble + "; metering continues, and SIM tries again");
            gaveUp = stopping; // it is there, and says the same again, or that it was asked too often
            backOff();
        }
    }

    /** Removes parcels from the spool that had arrived before the connection broke, as the server's welcome says. */
    private void arrived(Welcome welcome) {
        Parcel last = welcome.aside().isEmpty() ? null : spool.sent(welcome.lastSequence());
        if (last != null) {
            setAside(last, welcome.aside());
        }
        spool.stored(welcome.lastSequence());
    }

    /** Sends the first parcel; if it cannot be sent, splits or drops it. Returns false if another connection is needed. */
    private boolean ship(Parcel parcel, Connection connection)
            throws IOException, WireException, Connection.RefusedException {
        try {
            Ack ack = connection.send(parcel, spool, source);
            pauseMillis = FIRST_PAUSE_MILLIS;
            heard = System.nanoTime();
            switch (ack.outcome()) {
                case STORED -> spool.stored(parcel.sequence);
                case ASIDE -> setAside(parcel, ack.reason());
                case INTRODUCE -> {
                    return false;
                }
            }
        } catch (Connection.UnsendableException split) {
            if (!spool.split(parcel)) {
                unsendable.incrementAndGet();
                notices.say("unsendable", "something cannot be sent and is left out (" + split.getMessage()
                        + "); it is counted as collector.unsendable");
            }
        } catch (Connection.RefusedException refused) {
            if (refused.ofBatch && ++parcel.refusals >= REFUSALS) {
                setAside(parcel, refused.getMessage());
            }
            throw refused;
        }
        return true;
    }

    private void setAside(Parcel parcel, String reason) {
        aside.incrementAndGet();
        spool.drop(parcel);
        notices.say("aside", transport + " cannot store a batch ("
                + OneLine.of(reason, 500) + "); it is counted as collector.aside, and what follows is sent");
    }

    private void pause() {
        gaveUp = stopping && (connections.get() == 0 || System.nanoTime() - triesUntil >= 0);
        backOff();
    }

    private void backOff() {
        boolean isLast = stopping;
        if (gaveUp) {
            return;
        }
        long most = isLast ? FIRST_PAUSE_MILLIS : pauseMillis;
        long until = System.nanoTime() + ThreadLocalRandom.current().nextLong(most / 2, most) * 1_000_000;
        pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
        while (stopping == isLast && System.nanoTime() < until && !Thread.interrupted()) {
            LockSupport.parkNanos(this, until - System.nanoTime());
        }
    }
}
