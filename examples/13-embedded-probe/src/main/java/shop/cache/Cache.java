package shop.cache;

import java.util.HashMap;
import java.util.Map;
import sim.payload.embedded.Payload;
import sim.payload.embedded.Split;

/** A cache somebody ships as a library: it says itself what its calls are about. */
public final class Cache {
    private final Map<String, String> values = new HashMap<>();

    /** A long-lived thing calls belong to. */
    public final class Connection implements AutoCloseable {
        private final String name;

        Connection(String name) {
            this.name = name;
            Payload.openControlObject(CacheProbe.class, this, "connection " + name);
        }

        /** The description has the region in it and not the key: equal ones are added up. */
        public String read(String region, String key) {
            Payload.enter(CacheProbe.class, this, CacheProbe.Kind.READ);
            try {
                String value = values.get(region + key);
                (value == null ? CacheProbe.MISSES : CacheProbe.HITS).incrementAndGet();
                return value;
            } finally {
                Payload.exit("read " + region);
            }
        }

        /** The same with less to get wrong. */
        public void write(String region, String key, String value) {
            Payload.execute(CacheProbe.class, "write " + region, this, CacheProbe.Kind.WRITE,
                    () -> {
                        values.put(region + key, value);
                    });
        }

        /** What is called inside stands below a node of the region in the call tree. */
        public void load(String region, Runnable loader) {
            Split.execute(RegionSplit.class, region, loader);
        }

        @Override
        public void close() {
            Payload.closeControlObject(CacheProbe.class, this);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public Connection connect(String name) {
        return new Connection(name);
    }
}
