package sim.base.meter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The counters HotSpot publishes about itself, also in its hsperfdata file: mapped, a read costs 2 to 8 ns, against 280 to
 * 340 for the same numbers from the MXBeans.
 *
 * <pre>
 *  0 magic CAFEC0C0 | 4 byte order (1 little) | 8 used | 24 offset of the first entry | 28 number of entries
 *  entry: 0 length | 4 name offset | 8 vector length | 12 type ('J' long) | 16 data offset
 * </pre>
 */
final class PerfData {
    /**
     * What the JDK's own reading of a mapped buffer catches, in 17 and since. Where a StackOverflowError passes there the JVM loads it, and at
     * the end of a full stack it can do so only with a failed assertion of its agent's on standard error.
     */
    private static final List<String> CAUGHT_INSIDE = List.of("jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError",
            "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError");

    private final ByteBuffer memory;
    private final Map<String, Integer> offsets = new HashMap<>();

    private PerfData(ByteBuffer memory) {
        this.memory = memory;
        memory.order(memory.get(4) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int entry = memory.getInt(24);
        for (int left = memory.getInt(28); left > 0; left--) {
            if (memory.get(entry + 12) == 'J' && memory.getInt(entry + 8) == 0) {
                offsets.put(string(entry + memory.getInt(entry + 4)), entry + memory.getInt(entry + 16));
            }
            entry += memory.getInt(entry);
        }
    }

    /** The counters of this JVM; null if there are none. */
    static PerfData open() {
        CAUGHT_INSIDE.forEach(PerfData::load);
        ByteBuffer attached = JvmInside.counters();
        try {
            return of(attached == null ? mapped() : attached);
        } catch (IOException | RuntimeException absent) {
            return null;
        }
    }

    private static PerfData of(ByteBuffer memory) {
        return memory.getInt(0) == 0xCAFEC0C0 ? new PerfData(memory) : null;
    }

    private static ByteBuffer mapped() throws IOException {
        Path file = Path.of(System.getProperty("os.name").startsWith("Linux")
                ? "/tmp"
                : System.getProperty("java.io.tmpdir"), "hsperfdata_" + System.getProperty("user.name"),
                Long.toString(ProcessHandle.current().pid()));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
    }

    private static void load(String error) {
        try {
            Class.forName(error, false, null);
        } catch (ClassNotFoundException ofAnotherJdk) {
            // then the JDK does not catch it there either
        }
    }

    /** The position of a counter, or -1. */
    int find(String name) {
        return offsets.getOrDefault(name, -1);
    }

    /** The counter at a position that {@link #find} returned. */
    long read(int offset) {
        return memory.getLong(offset);
    }

    private String string(int at) {
        int end = at;
        while (memory.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - at];
        memory.get(at, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
