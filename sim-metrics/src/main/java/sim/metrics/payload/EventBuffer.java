package sim.metrics.payload;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.meter.Clock;
import sim.metrics.snapshot.Text;
import sim.metrics.snapshot.payload.PayloadEvent;
import sim.metrics.snapshot.payload.PayloadEvent.Kind;
import sim.metrics.snapshot.payload.PayloadMinute;

/**
 * Single events between two drains, in columns that grow as long as there is room for all; past it they are added up by minute. Held
 * by one thread at a time, as a {@link Tally} is.
 */
final class EventBuffer {
    private static final AtomicIntegerFieldUpdater<EventBuffer> HELD = AtomicIntegerFieldUpdater.newUpdater(
            EventBuffer.class, "held");
    private static final int FIRST = 64;

    volatile int held;
    private final AtomicLong room;
    private final int half;
    /** Whether it has just grown where more than half of the room is taken. */
    private boolean isFilling;
    private int size;
    private int capacity;
    /** Room that was taken; more than the capacity where the stack was full before the columns had grown. */
    private int taken;
    private long[] numbers = {};
    private Object[] objects = {};
    private final Minutes minutes = new Minutes();

    private static final int NUMBERS = 6;
    private static final int OBJECTS = 3;

    /**
     * @param room events that all buffers together may still make room for
     * @param half where that is less, they are to be drained soon
     */
    EventBuffer(AtomicLong room, int half) {
        this.room = room;
        this.half = half;
    }

    boolean hold() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    void release() {
        HELD.lazySet(this, 0); // whoever takes hold of it next sees what was written before: no fence is needed
    }

    /** Keeps it; false if there is no room. The holder's. */
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

    /** Adds a payload to the others of its minute; false if there is no room. The holder's. */
    boolean consolidate(PayloadTold event) {
        return minutes.add(event);
    }

    /** Whether it is to be drained soon; said once. The holder's. */
    boolean isFilling() {
        boolean was = isFilling;
        isFilling = false;
        return was;
    }

    /** Moves all out. The collector's thread. */
    void drain(List<PayloadEvent> events, List<PayloadMinute> sums) {
        while (!HELD.compareAndSet(this, 0, 1)) {
            Thread.onSpinWait();
        }
        long[] numbersNow;
        Object[] objectsNow;
        Minutes minutesNow;
        int many;
        try {
            many = size;
            numbersNow = numbers;
            objectsNow = objects;
            numbers = new long[0];
            objects = new Object[0];
            room.addAndGet(taken);
            size = 0;
            capacity = 0;
            taken = 0;
            minutesNow = minutes.take();
        } finally {
            release();
        }
        for (int i = 0; i < many; i++) {
            int n = i * NUMBERS;
            int o = i * OBJECTS;
            Recording recording = (Recording) objectsNow[o];
            long packed = numbersNow[n + 5];
            events.add(new PayloadEvent(recording.id, recording.probe.id, KINDS[(int) (packed >> 1 & 3)],
                    Clock.epochMicros(numbersNow[n]), numbersNow[n + 1], (int) numbersNow[n + 4],
                    (String) objectsNow[o + 1], (int) (packed >> 3), numbersNow[n + 2],
                    Text.name((String) objectsNow[o + 2]), numbersNow[n + 3], (packed & 1) != 0));
        }
        minutesNow.tell(sums);
    }

    private static final Kind[] KINDS = Kind.values();
}
