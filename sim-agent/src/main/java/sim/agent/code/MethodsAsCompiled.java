package sim.agent.code;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/**
 * Puts methods of a woven class back byte by byte, as its compiler wrote them: possible where the woven class has all constants of the
 * original, in their places, as it has where SIM put the probes in. Takes microseconds, and what it gives needs no verification but the JVM's.
 * On the threads that load classes.
 */
public final class MethodsAsCompiled {
    private static final String INITIALISER = "<clinit>";
    private static final String BOOTSTRAPS = "BootstrapMethods";
    /** Of a class file before its constants. */
    private static final int HEAD = 10;

    private final byte[] bytes;
    private final ClassReader reader;
    private final char[] buffer;
    /** Where each method begins and ends, by name and descriptor. */
    private final Map<String, int[]> methods = new LinkedHashMap<>();
    private final int begin;
    private final int end;

    /**
     * A class with some methods as they were.
     *
     * @param names of the methods that were put back
     * @param count of these, of which several may have one name
     */
    public record Result(byte[] bytes, Set<String> names, int count) {}

    private MethodsAsCompiled(byte[] bytes) {
        this.bytes = bytes;
        reader = new ClassReader(bytes);
        buffer = new char[reader.getMaxStringLength()];
        int at = reader.header + 6;
        at += 2 + 2 * reader.readUnsignedShort(at);
        int fields = reader.readUnsignedShort(at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            at = behind(at);
        }
        int count = reader.readUnsignedShort(at);
        at += 2;
        begin = at;
        for (int i = 0; i < count; i++) {
            int next = behind(at);
            methods.put(reader.readUTF8(at + 2, buffer) + reader.readUTF8(at + 4, buffer), new int[]{at, next});
            at = next;
        }
        end = at;
    }

    /** Null if nothing can be put back. Throws what ASM throws if the bytes are no class. */
    public static Result of(byte[] original, byte[] woven, Set<String> names) {
        MethodsAsCompiled before = new MethodsAsCompiled(original);
        MethodsAsCompiled after = new MethodsAsCompiled(woven);
        return after.hasConstantsOf(before) ? after.with(before, names) : null;
    }

    private boolean hasConstantsOf(MethodsAsCompiled before) {
        int size = before.reader.header;
        return reader.header >= size && reader.getItemCount() >= before.reader.getItemCount()
                && Arrays.equals(bytes, HEAD, size, before.bytes, HEAD, size)
                && (before.bootstraps().length == 0 || Arrays.equals(bootstraps(), before.bootstraps()));
    }

    /** What the class's dynamic calls begin with; nothing where it has none. */
    private byte[] bootstraps() {
        int count = reader.readUnsignedShort(end);
        int at = end + 2;
        for (int i = 0; i < count; i++) {
            int next = at + 6 + reader.readInt(at + 2);
            if (reader.readUTF8(at, buffer).equals(BOOTSTRAPS)) {
                return Arrays.copyOfRange(bytes, at + 6, next);
            }
            at = next;
        }
        return new byte[0];
    }

    private Result with(MethodsAsCompiled before, Set<String> wanted) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        out.write(bytes, 0, begin);
        Set<String> names = new HashSet<>();
        int count = 0;
        for (Map.Entry<String, int[]> each : methods.entrySet()) {
            int[] place = each.getValue();
            String name = each.getKey().substring(0, each.getKey().indexOf('('));
            int[] old = name.equals(INITIALISER) || !wanted.contains(name) ? null : before.methods.get(each.getKey());
            if (old == null || Arrays.equals(bytes, place[0], place[1], before.bytes, old[0], old[1])) {
                out.write(bytes, place[0], place[1] - place[0]);
            } else {
                out.write(before.bytes, old[0], old[1] - old[0]);
                names.add(name);
                count++;
            }
        }
        out.write(bytes, end, bytes.length - end);
        return count == 0 ? null : new Result(out.toByteArray(), names, count);
    }

    /** What comes after a field or a method. */
    private int behind(int member) {
        int count = reader.readUnsignedShort(member + 6);
        int at = member + 8;
        for (int i = 0; i < count; i++) {
            at += 6 + reader.readInt(at + 2);
        }
        return at;
    }
}
