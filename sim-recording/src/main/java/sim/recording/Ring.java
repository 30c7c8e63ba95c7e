package sim.recording;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import sim.base.name.Name;
import sim.model.packed.Packed;

/**
 * The records of one thread on their way to the file: a ring of bytes with one writer (the thread) and one reader (the recorder's
 * daemon). A record is published as a whole. Nothing allocates, locks or waits.
 */
final class Ring {
    static final int CAPACITY = 1 << 16;
    private static final int NAMES = 512;
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Ring.class, "head", long.class);
            TAIL = MethodHandles.lookup().findVarHandle(Ring.class, "tail", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final byte[] bytes = new byte[CAPACITY];
    /**
     * Names and their numbers by the name's hash. A name is looked up in the shared table once for each ring, and again if another one
     * displaced it.
     */
    private final Name[] names = new Name[NAMES];
    private final int[] ids = new int[NAMES];
    private long head;
    private long tail;
    /** The writer's position after the published records. */
    private long at;
    /** Whether the daemon was asked to hurry since it last came. Racy, but asking twice does no harm. */
    boolean hurried;

    int free() {
        return CAPACITY - (int) (at - (long) HEAD.getAcquire(this));
    }

    /** Like {@link Packed#put}, in a ring that wraps around. */
    void put(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[(int) at++ & CAPACITY - 1] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[(int) at++ & CAPACITY - 1] = (byte) rest;
    }

    void putSigned(long value) {
        put(Packed.folded(value));
    }

    void publish() {
        TAIL.setRelease(this, at);
    }

    int idOf(Name name, RecordedNames all) {
        int slot = name.hash & NAMES - 1;
        if (names[slot] != name) {
            ids[slot] = all.idOf(name);
            names[slot] = name;
        }
        return ids[slot];
    }

    /** Takes the published records. Called by the daemon. */
    void drain(ByteArrayOutputStream into) {
        long until = (long) TAIL.getAcquire(this);
        int from = (int) head & CAPACITY - 1;
        int length = (int) (until - head);
        int first = Math.min(length, CAPACITY - from);
        into.write(bytes, from, first);
        into.write(bytes, 0, length - first);
        hurried = false;
        HEAD.setRelease(this, until);
    }
}
