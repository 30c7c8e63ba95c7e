package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Writes and reads counts by name. Any thread. */
final class LongMaps {
    private LongMaps() {}

    static void write(DataOutputStream out, Map<String, Long> map) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<String, Long> each : map.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeLong(each.getValue());
        }
    }

    static Map<String, Long> read(DataInputStream in) throws IOException {
        Map<String, Long> map = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            map.put(in.readUTF(), GrowingSum.read(in));
        }
        return map;
    }
}
