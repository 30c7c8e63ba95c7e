package sim.payload.recording;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.meter.Clock;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadEvent.Kind;
import sim.model.payload.PayloadMinute;
import sim.model.text.Text;

/**
 * Single events between two drains, in columns. The columns grow while there is room for the events of all buffers together. After that,
 * events are added up by minute. One thread at a time holds a buffer, like a {@link PayloadTally}.
 */
final class EventBuffer {
    private static final AtomicIntegerFieldUpdater<EventBuffer> HELD = AtomicIntegerFieldUpdater.newUpdater(
            EventBuffer.class, "held");
    private static final int FIRST = 64;
    private static final long[] NO_NUMBERS = {};
    private static final Object[] NO_OBJECTS = {};

    volatile int held;
    private final AtomicLong room;
    private final int half;
    /** Whether it has just grown, and less than half of the room is left. */
    private boolean isFilling;
    private int size;
    private int capacity;
    /** Room that was taken; more than the capacity where the stack was full before the columns had grown. */
    private int taken;
    private long[] numbers = NO_NUMBERS;
    private Object[] objects = NO_OBJECTS;
    private final Minutes minutes = new Minutes();
    /** What was taken out and not told yet, and how many of these events were told. These five: only the collector's thread uses them. */
    private long[] takenNumbers = NO_NUMBERS;
    private Object[] takenObjects = NO_OBJECTS;
    private int takenEvents;
    private int told;
    private final Minutes takenMinutes = new Minutes();

    private static final int NUMBERS = 6;
    private static final int OBJECTS = 3;

    /**
     * @param room events that all buffers together may still make room for
     * @param half if less than this is left, the collector drains soon
     */
    EventBuffer(AtomicLong room, int half) {
        this.room = room;
        this.half = half;
    }

    boolean hold() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    void release() {
        HELD.lazySet(this, 0); // a release store: the next holder sees all that was written before, without a fence
    }

    /** Keeps an event; false if there is no room. Only the holder calls it. */
    boolean keep(PayloadTold event) {
        if (size == capacity && !grow()) {
            return false;
        }
        int at = size * NUMBERS;
        numbers[at] = event.startTick;
        numbers[at + 1] = event.nanos;
        numbers[at + 2] = event.object;
        numbers[at + 3] = event.context;
        numbers[at + 4] = event.node;
        numbers[at + 5] = (long) event.type << 3 | event.kind.ordinal() << 1 | (event.error ? 1 : 0);
        at = size * OBJECTS;
        objects[at] = event.recording;
        objects[at + 1] = event.text;
        objects[at + 2] = event.thread;
        size++;
        return true;
    }

    private boolean grow() {
        if (taken == capacity && !takeMore()) {
            return false;
        }
        numbers = Arrays.copyOf(numbers, taken * NUMBERS);
        objects = Arrays.copyOf(objects, taken * OBJECTS);
        capacity = taken;
        return true;
    }

    private boolean takeMore() {
        int more = Math.max(FIRST, capacity);
        long left = room.addAndGet(-more);
        if (left < 0 && more > FIRST) {
            left = room.addAndGet(more - FIRST);
            more = FIRST;
        }
        if (left < 0) {
            room.addAndGet(more);
            return false;
        }
        isFilling = left < half;
        taken += more;
        return true;
    }

    /** Adds a payload to the others of its minute; false if there is no room. Only the holder calls it. */
    boolean consolidate(PayloadTold event) {
        return minutes.add(event);
    }

    /** Whether the collector is to drain soon. True once for each growth. Only the holder calls it. */
    boolean isFilling() {
        boolean was = isFilling;
        isFilling = false;
        return was;
    }

    /** Moves all out. If there is no memory for that, the next drain goes on where this one ended. The collector's thread. */
    void drain(List<PayloadEvent> events, List<PayloadMinute> sums) {
        tell(events, sums);
        take();
        tell(events, sums);
    }

    /** Takes all out as it is: allocates nothing. */
    private void take() {
        while (!HELD.compareAndSet(this, 0, 1)) {
            Thread.onSpinWait();
        }
        try {
            takenEvents = size;
            takenNumbers = numbers;
            takenObjects = objects;
            numbers = NO_NUMBERS;
            objects = NO_OBJECTS;
            room.addAndGet(taken);
            size = 0;
            capacity = 0;
            taken = 0;
            minutes.moveTo(takenMinutes);
        } finally {
            release();
        }
    }

    private void tell(List<PayloadEvent> events, List<PayloadMinute> sums) {
        while (told < takenEvents) {
            int n = told * NUMBERS;
            int o = told * OBJECTS;
            Recording recording = (Recording) takenObjects[o];
            long packed = takenNumbers[n + 5];
            events.add(new PayloadEvent(recording.id, recording.probe.id, KINDS[(int) (packed >> 1 & 3)],
                    Clock.epochMicros(takenNumbers[n]), takenNumbers[n + 1], (int) takenNumbers[n + 4],
                    (String) takenObjects[o + 1], (int) (packed >> 3), takenNumbers[n + 2],
                    Text.name((String) takenObjects[o + 2]), takenNumbers[n + 3], (packed & 1) != 0));
            told++;
        }
        takenEvents = 0;
        told = 0;
        takenNumbers = NO_NUMBERS;
        takenObjects = NO_OBJECTS;
        takenMinutes.tell(sums);
    }

    private static final Kind[] KINDS = Kind.values();
}
