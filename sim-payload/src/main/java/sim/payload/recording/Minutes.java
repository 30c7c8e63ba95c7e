package sim.payload.recording;

import java.util.List;
import sim.base.meter.Clock;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadSum;

/**
 * Payloads added up by minute, description, type and object between two drains. Allocates for the first payload of each sum. Only the
 * thread that holds the {@link EventBuffer} touches it; the collector's thread alone touches what it has taken.
 */
final class Minutes {
    /** The most sums between two drains. */
    private static final int MOST = 2_000;
    private static final int SMALLEST = 16;
    private static final Sum[] NO_SUMS = {};
    private static final long MICROS = 60_000_000;

    /** Open addressing, at most half full. No array until the first payload. */
    private Sum[] table = NO_SUMS;
    private int size;

    private static final class Sum {
        final int hash;
        final Recording recording;
        final long minute;
        final String text;
        final int type;
        final long object;
        long count;
        long errors;
        long total;
        long max;

        Sum(int hash, long minute, PayloadTold first) {
            this.hash = hash;
            this.recording = first.recording;
            this.minute = minute;
            this.text = first.text;
            this.type = first.type;
            this.object = first.object;
        }

        boolean isOf(int other, long itsMinute, PayloadTold event) {
            return hash == other && minute == itsMinute && object == event.object && type == event.type
                    && recording == event.recording && text.equals(event.text);
        }

        PayloadMinute told() {
            return new PayloadMinute(recording.id, recording.probe.id, minute, text, type, object,
                    new PayloadSum(count, errors, total, max));
        }
    }

    /** Adds a payload to the others of its minute; false if there is no room. */
    boolean add(PayloadTold event) {
        long minute = Clock.epochMicros(event.startTick) / MICROS;
        int hash = hash(minute, event);
        Sum sum = search(hash, minute, event);
        if (sum == null) {
            if (size >= MOST) {
                return false;
            }
            sum = meet(new Sum(hash, minute, event));
        }
        sum.count++;
        sum.errors += event.error ? 1 : 0;
        sum.total += event.nanos;
        if (event.nanos > sum.max) {
            sum.max = event.nanos;
        }
        return true;
    }

    private static int hash(long minute, PayloadTold event) {
        int hash = event.text.hashCode();
        hash = 31 * hash + Long.hashCode(event.object);
        hash = 31 * hash + event.type;
        hash = (31 * hash + Long.hashCode(minute) + Long.hashCode(event.recording.id)) * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }

    private Sum search(int hash, long minute, PayloadTold event) {
        if (size == 0) {
            return null;
        }
        int mask = table.length - 1;
        int at = hash & mask;
        Sum sum = table[at];
        while (sum != null && !sum.isOf(hash, minute, event)) {
            at = at + 1 & mask;
            sum = table[at];
        }
        return sum;
    }

    /** Where the stack is full on the way all that was there stays. */
    private Sum meet(Sum sum) {
        Sum[] in = table;
        if (2 * (size + 1) > in.length) {
            in = new Sum[Math.max(SMALLEST, 2 * in.length)];
            for (Sum each : table) {
                if (each != null) {
                    in[freeIn(in, each)] = each;
                }
            }
        }
        in[freeIn(in, sum)] = sum;
        size++;
        table = in;
        return sum;
    }

    private static int freeIn(Sum[] in, Sum sum) {
        int mask = in.length - 1;
        int at = sum.hash & mask;
        while (in[at] != null) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Moves all sums to another object, which is empty. Allocates nothing. */
    void moveTo(Minutes empty) {
        empty.table = table;
        empty.size = size;
        table = NO_SUMS;
        size = 0;
    }

    /** Adds a record for each sum, and forgets the sum. If this fails, the others are still here. */
    void tell(List<PayloadMinute> to) {
        for (int i = 0; i < table.length; i++) {
            if (table[i] != null) {
                to.add(table[i].told());
                table[i] = null;
            }
        }
        table = NO_SUMS;
        size = 0;
    }
}
