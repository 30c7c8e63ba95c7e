package sim.server.ingest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import sim.model.payload.ScriptRequest;
import sim.model.snapshot.Control;
import sim.server.identity.Caller;
import sim.store.Appended;
import sim.store.Known;
import sim.store.StoreException;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Dialect;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Refusal;
import sim.wire.Sections;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** One collector's connection, on a thread of its own: hello, welcome, then batches, each acknowledged once stored. */
final class Peer implements Runnable {
    /** A collector ships at least every interval. One that was silent for this long is gone. */
    private static final Duration SILENCE = Duration.ofMinutes(10);
    /** For the memory to decode and store a frame: each before it is stored within seconds. */
    private static final Duration MEMORY = Duration.ofSeconds(120);

    /** They go with one acknowledgement, whose frame they must not outgrow. */
    private static final int MOST_CONTROLS = 500;
    private static final int MOST_SCRIPTS = 20;

    /** How long a peer that gives way may take to read its refusal. A peer whose own write is blocked reads nothing. */
    private static final Duration GIVING_WAY = Duration.ofSeconds(2);
    private static final long NEVER = Long.MAX_VALUE;

    /** The connection. What the frames go through is this, or the TLS around it. */
    private final Socket socket;
    private final BlockingQueue<Control> controls = new ArrayBlockingQueue<>(MOST_CONTROLS);
    private final BlockingQueue<Control> scripts = new ArrayBlockingQueue<>(MOST_SCRIPTS);
    private final Ingest ingest;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String instance;
    private volatile String agentVersion = "";
    private volatile Caller caller = Caller.NOBODY;
    /** When the certificate ends that it showed. */
    private volatile Instant certifiedUntil = Instant.MAX;
    /** What the frames go through; this peer's thread. */
    private Socket frames;
    private volatile TimedInput input;
    private volatile long heardNanos = System.nanoTime();
    private volatile String gaveWay;
    /** When it must be over with, by {@link System#nanoTime}: giving way, and the answer that is being written. */
    private volatile long awayUntil = NEVER;
    private volatile long writtenUntil = NEVER;
    /** The instance's connection before this one, while it may still be storing. */
    private volatile Peer former;

    Peer(Socket socket, Ingest ingest) {
        this.socket = socket;
        this.ingest = ingest;
    }

    /** Queues what somebody wants done there; false when too much waits already. */
    boolean control(Control control) {
        return (control instanceof ScriptRequest ? scripts : controls).offer(control);
    }

    /** The instance that said hello, or null. */
    String instance() {
        return instance;
    }

    /** What the agent there says of itself; empty if it says nothing. */
    String agentVersion() {
        return agentVersion;
    }

    InetAddress address() {
        return socket.getInetAddress();
    }

    /** When it last sent a frame, or connected. */
    long heardNanos() {
        return heardNanos;
    }

    boolean isGivingWay() {
        return gaveWay != null;
    }

    /** Has it refused with that line, so that another gets its place. Any thread. */
    void giveWay(String line) {
        awayUntil = within(GIVING_WAY);
        gaveWay = line;
        TimedInput reading = input;
        if (reading != null) {
            reading.giveWay(line);
        }
    }

    /** Ends it where it had to give way and does not, or reads no answer: shutting the input ends no write. Any thread. */
    void look(long now) {
        if (isOver(writtenUntil, now)) {
            writtenUntil = NEVER;
            ingest.refusals().add("unread", String.valueOf(socket.getRemoteSocketAddress()),
                    "it did not read its answer within " + ingest.limits().answer().toMillis() + " ms");
            close();
        } else if (isOver(awayUntil, now)) {
            awayUntil = NEVER;
            close();
        } else if (input != null && input.isLate(now)) {
            ingest.refusals().add("silent", String.valueOf(socket.getRemoteSocketAddress()),
                    "what it sends came too slowly to be read");
            close();
        } else if (instance != null && !isGivingWay() && !ingest.guard().isStill(caller)) { // once: it has a time for that
            giveWay(caller == Caller.ANYBODY
                    ? "this server asks for a token now; name the file that has it with token.file="
                    : "its token " + caller.name() + " was revoked, or has expired");
        } else if (instance != null && !isGivingWay() && Instant.now().isAfter(certifiedUntil)) {
            giveWay("its certificate expired at " + certifiedUntil);
        }
    }

    private static long within(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        return until == NEVER ? until - 1 : until;
    }

    private static boolean isOver(long until, long now) {
        return until != NEVER && now - until > 0;
    }

    @Override
    public void run() {
        String peer = String.valueOf(socket.getRemoteSocketAddress());
        try {
            socket.setTcpNoDelay(true);
            frames = ingest.tls() == null ? socket : handshake();
            FrameWriter writer = new FrameWriter(frames.getOutputStream());
            try {
                input = new TimedInput(socket, frames.getInputStream(), ingest.arriving());
                if (gaveWay != null) {
                    throw new TimedInput.LateException(gaveWay);
                }
                serve(new FrameReader(input), writer);
            } catch (Introduction.NotLetInException stranger) {
                refuse(peer, writer, "token", new Refusal(stranger.getMessage()));
            } catch (WireException garbage) {
                refuse(peer, writer, "garbage", new Refusal(garbage.getMessage(), garbage.blames()));
            } catch (StoreException failure) {
                refuse(peer, writer, "store", new Refusal("the server cannot store: " + failure.getMessage()));
            } catch (TimedInput.LateException late) {
                refuse(peer, writer, input != null && input.gaveWay() != null ? "gave.way" : "silent",
                        new Refusal(late.getMessage()));
            } catch (OutOfMemoryError tooLarge) {
                refuse(peer, writer, "memory", new Refusal(
                        "the server has no memory left for its frame; start it with more (-Xmx)"));
            } catch (RuntimeException | Error failure) {
                refuse(peer, writer, "failed", new Refusal("the server failed on a frame: " + failure));
            }
        } catch (IOException gone) {
            // it hung up, or was superseded
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (Throwable noMemory) {
            // not even for a refusal; it connects again
        } finally {
            try {
                close();
            } finally {
                ended.countDown(); // whoever waits for it
                ingest.left(this);
            }
        }
    }

    /** Each read has a time by the socket, and all of them together by {@link #look}. */
    private Socket handshake() throws IOException {
        awayUntil = within(ingest.limits().hello());
        socket.setSoTimeout((int) ingest.limits().hello().toMillis());
        SSLSocket encrypted = ingest.tls().accept(socket);
        try {
            encrypted.startHandshake();
            certifiedUntil = ingest.tls().until(encrypted);
            if (Instant.now().isAfter(certifiedUntil)) { // a session that is resumed looks at no certificate
                encrypted.getSession().invalidate();
                throw new SSLException("its certificate expired at " + certifiedUntil);
            }
        } catch (SSLException refused) {
            ingest.refusals().add("tls", String.valueOf(socket.getRemoteSocketAddress()),
                    "no TLS handshake: " + refused.getMessage());
            throw refused;
        }
        if (gaveWay == null) {
            awayUntil = NEVER;
        }
        return encrypted;
    }

    private void serve(FrameReader reader, FrameWriter writer) throws IOException, WireException, InterruptedException {
        Hello hello = hello(reader);
        if (hello == null) {
            return;
        }
        caller = Introduction.caller(hello, ingest.guard(), address()); // before it is believed anything
        hello = hello.with("");
        reader.agree(Dialect.of(hello));
        Known known = admit(hello); // first, so that nobody else supersedes the one that is connected
        agentVersion = hello.agentVersion();
        instance = hello.instance();
        if (ingest.joined(this)) {
            known = admit(hello); // the one before may have stored more
        }
        write(writer, new Welcome(Wire.VERSION, known.lastSequence(), known.lastName(), known.lastNode(),
                known.aside()));
        for (int length = next(reader); length > 0; length = next(reader)) {
            write(writer, store(reader, length));
        }
    }

    private void write(FrameWriter writer, WireFrame frame) throws IOException {
        writtenUntil = within(ingest.limits().answer());
        writer.write(frame);
        writtenUntil = NEVER;
    }

    private Known admit(Hello hello) throws WireException {
        Known known = ingest.store().open(hello);
        if (known == null) {
            throw new WireException("the instance it names belongs to another process; an instance has a secret, "
                    + "and this is not it");
        }
        return known;
    }

    private int next(FrameReader reader) throws IOException, WireException {
        input.within(SILENCE, "nothing was heard of it for " + SILENCE.toMinutes() + " minutes");
        int length = reader.next(Wire.MAX_FRAME);
        heardNanos = System.nanoTime();
        return length;
    }

    private Ack answer(long sequence, Appended appended) {
        List<Control> wanted = new ArrayList<>();
        controls.drainTo(wanted);
        return switch (appended) {
            case STORED, ALREADY -> {
                scripts.drainTo(wanted);
                yield new Ack(sequence, wanted);
            }
            case QUARANTINED, QUARANTINED_ALREADY -> new Ack(sequence, wanted, Ack.Outcome.ASIDE,
                    "it cannot be stored; the agent server keeps it in a file, and its log says why");
            case UNKNOWN_INSTANCE -> new Ack(sequence, wanted, Ack.Outcome.INTRODUCE,
                    "the agent server does not know this instance, or no longer");
        };
    }

    private Hello hello(FrameReader reader) throws IOException, WireException {
        input.within(ingest.limits().hello(), "no hello within " + ingest.limits().hello().toMillis() + " ms");
        return Introduction.hello(reader);
    }

    /** Reads a batch and stores it, in memory lent for it once it is here; returns the answer. */
    private Ack store(FrameReader reader, int length) throws IOException, WireException, InterruptedException {
        Duration within = ingest.limits().frame(length);
        input.within(within, "a frame was not complete within " + within.toMillis() + " ms");
        input.beginBody();
        try {
            byte[] bytes = reader.bytes(length);
            input.allCame();
            return store(reader, bytes);
        } finally {
            input.endBody();
        }
    }

    private Ack store(FrameReader reader, byte[] bytes) throws WireException, InterruptedException {
        long lent = ingest.memory().take(reader.heapBytes(bytes.length), MEMORY);
        if (lent == 0) {
            throw new WireException(
                    "a frame of " + bytes.length + " bytes had no memory in time; other peers send too much");
        }
        try {
            if (!(reader.frame(bytes, lent) instanceof Batch batch)) {
                throw new WireException("a frame that is not a batch");
            }
            batch.skipped().forEach(ingest.refusals()::skipped);
            Batch clean = ingest.net().clean(batch);
            ingest.store().heard(address(), clean.sentMicros());
            Ack answer = answer(batch.sequence(), ingest.store().append(instance, clean));
            ingest.scripts().answered(instance, clean.contents().of(Sections.SCRIPT_ANSWERS));
            return answer;
        } finally {
            ingest.memory().giveBack(lent);
        }
    }

    private void refuse(String peer, FrameWriter writer, String kind, Refusal refusal) throws IOException {
        ingest.refusals().add(kind, peer, refusal.reason());
        writtenUntil = within(ingest.limits().answer());
        Goodbye.say(frames, writer, refusal);
    }

    /** Notes which connection this one follows, or null once that has ended. */
    void succeed(Peer former) {
        this.former = former;
    }

    /** Who may still be storing for the instance: this one, or the one it waited for in vain; null for nobody. */
    Peer storing() {
        return ended.getCount() > 0 ? this : formerStoring();
    }

    /** The same without this one. */
    Peer formerStoring() {
        Peer before = former;
        return before == null ? null : before.storing();
    }

    /** Waits until this peer stores nothing any more, and tells whether it was in time; close it first. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // nothing is left to close
        }
    }
}
