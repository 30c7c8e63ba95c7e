package sim.jfr.reader;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a recording that can be read by itself: its positions in the file, and its clock.
 *
 * @param start the position of its first byte
 * @param end the position after its last byte
 * @param constants the position of its last constant pool
 * @param metadata the position of the metadata, which describe the layout of its events
 * @param startTicks when it began
 * @param startNanos the same, nanoseconds since the epoch
 * @param durationNanos how long it lasted
 * @param ticksPerSecond of its clock
 */
record Chunk(long start, long end, long constants, long metadata, long startTicks, long startNanos, long durationNanos,
        long ticksPerSecond) {
    static final int HEADER = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;

    /** All chunks of a file. Each one begins where the one before ends, and the last one ends with the file. */
    static List<Chunk> all(Input input) {
        List<Chunk> chunks = new ArrayList<>();
        long at = 0;
        while (at < input.size()) {
            Chunk chunk = read(input, at);
            chunks.add(chunk);
            at = chunk.end;
        }
        return chunks;
    }

    private static Chunk read(Input input, long at) {
        String which = at == 0 ? "" : " after " + at + " bytes";
        if (input.size() - at < HEADER) {
            throw new Damaged(
                    at == 0
                            ? "it is no flight recording, with " + input.size() + " bytes it is too short for one"
                            : "it is cut off in a chunk's header" + which);
        }
        input.range(at, at + HEADER);
        if (input.readRaw(4) != MAGIC) {
            throw new Damaged("it is no flight recording" + which + ": it does not begin with FLR");
        }
        long major = input.readRaw(2);
        long minor = input.readRaw(2);
        if (major != 1 && major != 2) {
            throw new Damaged("its format is version " + major + "." + minor + "; 1 and 2 can be read");
        }
        long size = input.readRaw(8);
        long constants = input.readRaw(8);
        long metadata = input.readRaw(8);
        long startNanos = input.readRaw(8);
        long durationNanos = input.readRaw(8);
        long startTicks = input.readRaw(8);
        long ticksPerSecond = input.readRaw(8);
        int state = input.readByte();
        if (state != 0 || size == 0 || metadata == 0) {
            throw new Damaged("a chunk" + which + " was never finished: its JVM still writes it or has crashed; "
                    + "dump a recording with jcmd PID JFR.dump");
        }
        if (size < HEADER || size > input.size() - at) {
            throw new Damaged("it is cut off: its chunk at byte " + at + " has " + size + " bytes, of which "
                    + (input.size() - at) + " are there");
        }
        if (constants < HEADER || constants >= size || metadata < HEADER || metadata >= size || ticksPerSecond <= 0) {
            throw new Damaged("the header of its chunk" + which + " is damaged");
        }
        return new Chunk(at, at + size, at + constants, at + metadata, startTicks, startNanos, durationNanos,
                ticksPerSecond);
    }

    long ticks(long nanos) {
        return (long) (nanos * (ticksPerSecond / 1e9));
    }

    /** How long an event took, as the JDK's reader says it: the time between two moments that are whole nanoseconds. */
    long nanos(Walker event) {
        return sinceStart(event.endTicks()) - sinceStart(event.startTicks());
    }

    private long sinceStart(long ticks) {
        return (long) ((ticks - startTicks) / (ticksPerSecond / 1e9));
    }
}
