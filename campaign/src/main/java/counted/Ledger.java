package counted;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The numbers a program keeps of itself, in a file that is mapped into memory: they are right after {@code kill -9} too.
 * The program writes, the campaign reads; any thread.
 */
public final class Ledger {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** A cache line each. */
    private static final int SLOT = 64;

    private final ByteBuffer slots;

    /** Maps the file, which is made where it does not exist. */
    public Ledger(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            slots = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) SLOT * Count.values().length);
        }
    }

    public void add(Count count) {
        add(count, 1);
    }

    public void add(Count count, long amount) {
        LONGS.getAndAdd(slots, count.ordinal() * SLOT, amount);
    }

    public long get(Count count) {
        return (long) LONGS.getVolatile(slots, count.ordinal() * SLOT);
    }

    /** Adds one unless there are as many already; whether it did. */
    public boolean addUpTo(Count count, long most) {
        while (true) {
            long now = get(count);
            if (now >= most) {
                return false;
            }
            if (LONGS.compareAndSet(slots, count.ordinal() * SLOT, now, now + 1)) {
                return true;
            }
        }
    }
}
