package sim.jfr.reader;

import java.util.HashMap;
import java.util.Map;

/**
 * Goes through a chunk event by event, in the same order as {@code jdk.jfr.consumer.RecordingFile}, and meets the same number of events. It
 * checks every byte against the metadata. What it lets pass does not make the JDK's parser loop, nor ask for more memory than the file has
 * bytes. It decodes only times, threads and amounts. One thread.
 */
final class Walker {
    private static final long METADATA = 0;
    private static final long CONSTANTS = 1;
    private static final int MAX_DEPTH = 16;

    private final Input input;
    private final Chunk chunk;
    private final Metadata metadata;
    private final Type[] byId = new Type[4096];
    /** The positions of constant pools, each with its distance to the pool before. */
    private final Map<Long, Long> pools = new HashMap<>();
    private final Numbers texts;
    private long next;

    private long at;
    private Type type;
    private long startTicks;
    private long durationTicks;
    private long thread;
    private long amount;

    /** @param texts takes the positions of the chunk's shared texts, by their key; may be null */
    Walker(Input input, Chunk chunk, Metadata metadata, Numbers texts) {
        this.input = input;
        this.chunk = chunk;
        this.metadata = metadata;
        this.texts = texts;
        this.next = chunk.start() + Chunk.HEADER;
        for (Type known : metadata.types()) {
            if (known.id >= 0 && known.id < byId.length) {
                byId[(int) known.id] = known;
            }
        }
    }

    /** Goes to the next event; false after the last one. */
    boolean next() {
        while (next < chunk.end()) {
            at = next;
            input.range(at, chunk.end());
            long size = input.readNumber();
            if (size <= 0 || size > chunk.end() - at) {
                throw new Damaged("the event at " + at + " has an impossible size of " + size);
            }
            next = at + size;
            input.range(input.position(), next);
            long id = input.readNumber();
            if (id == CONSTANTS) {
                constants();
            } else if (id != METADATA) {
                type = id >= 0 && id < byId.length ? byId[(int) id] : metadata.type(id);
                if (type != null && type.event) {
                    event();
                    return true;
                }
            }
        }
        checkPools();
        return false;
    }

    /** Goes to the event at a position. */
    void seek(long position) {
        next = position;
        next();
    }

    Type type() {
        return type;
    }

    /** The position of the event in the file. */
    long position() {
        return at;
    }

    long startTicks() {
        return startTicks;
    }

    long durationTicks() {
        return durationTicks;
    }

    long endTicks() {
        return startTicks + durationTicks;
    }

    /** The event's thread, by the number that the file gives it; 0 for none. */
    long thread() {
        return thread;
    }

    /** How many bytes were allocated according to the event, or 0. */
    long amount() {
        return amount;
    }

    private void event() {
        startTicks = input.readNumber();
        durationTicks = type.hasDuration ? input.readNumber() : 0;
        thread = 0;
        amount = 0;
        int count = type.fields.size();
        for (int i = type.hasDuration ? 2 : 1; i < count; i++) {
            if (i == type.threadField) {
                thread = input.readNumber();
            } else if (i == type.amountField) {
                amount = input.readNumber();
            } else {
                skip(type.fields.get(i), 0);
            }
        }
    }

    private void skip(Type.Field field, int depth) {
        if (field.array) {
            for (int count = input.readCount(); count > 0; count--) {
                skipOne(field, depth);
            }
        } else {
            skipOne(field, depth);
        }
    }

    private void skipOne(Type.Field field, int depth) {
        if (field.constant) {
            input.readNumber();
        } else {
            skip(field.type, depth);
        }
    }

    private void skip(Type of, int depth) {
        switch (of.layout) {
            case NUMBER -> input.readNumber();
            case BYTE -> input.skip(1);
            case FLOAT -> input.skip(4);
            case DOUBLE -> input.skip(8);
            case TEXT -> skipText();
            case FIELDS -> {
                if (depth > MAX_DEPTH || of.fields.isEmpty()) {
                    throw new Damaged("values of type " + of.name + " cannot be read");
                }
                for (Type.Field field : of.fields) {
                    skip(field, depth + 1);
                }
            }
        }
    }

    private void skipText() {
        int encoding = input.readByte();
        switch (encoding) {
            case 0, 1 -> {
            }
            case 2 -> input.readNumber();
            case 3, 5 -> input.skip(input.readCount());
            case 4 -> {
                for (int count = input.readCount(); count > 0; count--) {
                    input.readNumber();
                }
            }
            default -> throw new Damaged("there is a text of unknown encoding " + encoding + " at " + input.position());
        }
    }

    private void constants() {
        input.readNumber();
        input.readNumber();
        pools.put(at, input.readNumber());
        input.readByte();
        for (int poolCount = input.readCount(); poolCount > 0; poolCount--) {
            long id = input.readNumber();
            Type of = metadata.type(id);
            int count = input.readCount();
            if (of == null || count == 0) {
                throw new Damaged("the constants at " + at + " are of an unknown type " + id + " or none");
            }
            for (; count > 0; count--) {
                long key = input.readNumber();
                if (texts != null && of.layout == Type.Layout.TEXT) {
                    texts.put(key, input.position());
                }
                skip(of, 0);
            }
        }
        if (input.remaining() != 0) {
            throw new Damaged("the constants at " + at + " do not fill their size");
        }
    }

    /** Each pool refers to the one before it. A circle would keep the JDK's parser busy for ever. */
    private void checkPools() {
        long pool = chunk.constants();
        while (true) {
            Long back = pools.get(pool);
            if (back == null) {
                throw new Damaged("there are no constants where they should be, at " + pool);
            }
            if (back == 0) {
                return;
            }
            if (back > 0) {
                throw new Damaged("the constants at " + pool + " refer forwards");
            }
            pool += back;
        }
    }
}
