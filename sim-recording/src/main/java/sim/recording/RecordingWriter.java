package sim.recording;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;
import sim.base.exit.AtExit;
import sim.base.exit.LastWords;
import sim.base.failure.OwnThread;
import sim.base.meter.Clock;
import sim.model.text.Text;

/**
 * Empties the threads' rings into the file on a daemon thread of its own, {@code sim-recorder}, and closes the file when the JVM ends.
 * The rings are bounded by {@code memory}, the file by {@code max.size}. If there is no room, the metered thread drops its firing and
 * counts it.
 */
final class RecordingWriter {
    private static final long PAUSE_NANOS = 20_000_000;

    final RecordedNames names;

    private final Queue<Block> definitions = new ConcurrentLinkedQueue<>();
    private final Path file;
    private final OutputStream out;
    /** The checksum of all blocks so far. Computed where they are written: by the daemon and at the end, never on a metered thread. */
    private final CRC32C sum = new CRC32C();
    private final long limit;
    private final int mostRings;
    private final Thread daemon;
    private final Map<List<String>, Integer> meterSets = new HashMap<>();
    private final List<ThreadRecorder> recorders = new ArrayList<>();
    private final Deque<Ring> unused = new ArrayDeque<>();
    private final AtomicLong droppedUnseen = new AtomicLong();
    private int rings;
    private int threads;
    private long written;
    private long retiredDropped;
    private boolean closed;
    private volatile boolean full;
    private volatile boolean allTaken;

    /**
     * @param limit the most bytes of the file
     *
     * @param memory the most bytes of all rings
     */
    RecordingWriter(Path file, long limit, long memory) throws IOException {
        this.names = new RecordedNames(definitions);
        this.file = file.toAbsolutePath();
        this.limit = limit;
        this.mostRings = (int) Math.min(1 << 20, memory / Ring.CAPACITY);
        this.out = Files.newOutputStream(file);
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(RecordingFormat.MAGIC.getBytes(StandardCharsets.US_ASCII));
        Block.put(RecordingFormat.VERSION, header);
        Block.put(Clock.epochMicros(), header);
        Block.put(Clock.nanosAt(Clock.ticks()), header);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Block.seal(header, bytes, sum);
        write(bytes);
        this.daemon = OwnThread.of(this::run, "sim-recorder");
    }

    void start() {
        daemon.start();
        AtExit.run(this::close);
    }

    /** Whether nothing more is recorded, because the file has its largest size or cannot be written. */
    boolean isFull() {
        return full;
    }

    void hurry() {
        LockSupport.unpark(daemon);
    }

    /** The number of a list of meters. */
    synchronized int meterSet(String... labels) {
        List<String> set = List.of(labels);
        Integer known = meterSets.get(set);
        if (known == null) {
            known = meterSets.size() + 1;
            meterSets.put(set, known);
            Block block = new Block(RecordingFormat.METERS).add(known).add(labels.length);
            set.forEach(block::add);
            definitions.add(block);
        }
        return known;
    }

    /** A ring for a new thread; null while all are taken. Called on that thread. */
    Ring ringFor(ThreadRecorder recorder) {
        return allTaken ? null : take(recorder);
    }

    void droppedUnseen() {
        droppedUnseen.incrementAndGet();
    }

    /** How many firings are not in the file. */
    synchronized long dropped() {
        long dropped = retiredDropped + droppedUnseen.get();
        for (ThreadRecorder recorder : recorders) {
            dropped += recorder.dropped;
        }
        return dropped;
    }

    private synchronized Ring take(ThreadRecorder recorder) {
        if (unused.isEmpty() && rings == mostRings) {
            allTaken = true;
            return null;
        }
        recorder.id = ++threads;
        definitions.add(new Block(RecordingFormat.THREAD).add(recorder.id).add(recorder.meters)
                .add(Text.wellFormed(recorder.thread.getName())));
        recorders.add(recorder);
        if (!unused.isEmpty()) {
            return unused.pop();
        }
        rings++;
        return new Ring();
    }

    private void run() {
        try {
            while (!empty()) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        } catch (Throwable failure) { // what it took out is lost, so that the file cannot go on
            failed(failure);
        }
    }

    /** Writes the content of the rings. Returns whether the file is closed. */
    private synchronized boolean empty() {
        if (closed) {
            return true;
        }
        List<Block> chunks = new ArrayList<>();
        for (Iterator<ThreadRecorder> all = recorders.iterator(); all.hasNext();) {
            ThreadRecorder recorder = all.next();
            boolean dead = !recorder.thread.isAlive();
            Ring ring = recorder.ring;
            if (ring == null) {
                continue;
            }
            Block chunk = new Block(RecordingFormat.CHUNK).add(recorder.id);
            int head = chunk.length();
            if (chunk.add(ring).length() > head) {
                chunks.add(chunk);
            }
            if (dead) {
                all.remove();
                retiredDropped += recorder.dropped;
                unused.push(ring);
                allTaken = false;
            }
        }
        // A definition was made before the records that need it. It is taken after the records and written before them.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Block block = definitions.poll(); block != null; block = definitions.poll()) {
            block.writeTo(bytes, sum);
        }
        chunks.forEach(chunk -> chunk.writeTo(bytes, sum));
        write(bytes);
        if (written + (long) rings * Ring.CAPACITY > limit && !full) {
            full = true;
            LastWords.say("the recording " + file + " has reached its bound of " + limit
                    + " bytes; what follows is not recorded, and counted. Raise max.size for more");
        }
        return false;
    }

    private synchronized void close() {
        if (empty()) {
            return;
        }
        full = true;
        closed = true;
        ByteArrayOutputStream end = new ByteArrayOutputStream();
        new Block(RecordingFormat.END).add(dropped()).writeTo(end, sum);
        write(end);
        try {
            out.close();
        } catch (IOException failure) {
            failed(failure);
        }
    }

    private void write(ByteArrayOutputStream bytes) {
        try {
            out.write(bytes.toByteArray());
            written += bytes.size();
        } catch (IOException failure) {
            failed(failure);
        }
    }

    private synchronized void failed(Throwable failure) {
        if (!closed) {
            LastWords.say("the recording " + file + " cannot be written, recording ends: " + failure);
        }
        full = true;
        closed = true;
    }
}
