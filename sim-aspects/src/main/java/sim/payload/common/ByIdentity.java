package sim.payload.common;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Something for each of some objects, by their identity, held weakly: forgotten with the object. Any thread. */
public final class ByIdentity<V> {
    private final Map<Key, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final int most;
    private final Consumer<V> forgotten;

    /** @param most objects; past it nothing is kept of further ones */
    public ByIdentity(int most) {
        this(most, value -> {});
    }

    /** @param forgotten is told what was kept of an object that is gone */
    public ByIdentity(int most, Consumer<V> forgotten) {
        this.most = most;
        this.forgotten = forgotten;
    }

    /** Keeps it; what was kept before, or null. */
    public V put(Object of, V value) {
        return makeRoom() ? values.put(new Key(of, gone), value) : null;
    }

    /** Keeps it where nothing is kept yet; whether it does. */
    public boolean putIfAbsent(Object of, V value) {
        return makeRoom() && values.putIfAbsent(new Key(of, gone), value) == null;
    }

    /** What is kept, or null. */
    public V get(Object of) {
        return values.isEmpty() ? null : values.get(new Key(of, null));
    }

    /** Keeps it no longer; what was kept, or null. */
    public V remove(Object of) {
        return values.isEmpty() ? null : values.remove(new Key(of, null));
    }

    private boolean makeRoom() {
        forgetGone();
        return values.size() < most;
    }

    /** Forgets what was kept of objects that are gone: any keeping does, too. */
    public void forgetGone() {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            V value = values.remove(key);
            if (value != null) {
                forgotten.accept(value);
            }
        }
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object of, ReferenceQueue<Object> gone) {
            super(of, gone);
            this.hash = System.identityHashCode(of);
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object of = get();
            return of != null && other instanceof Key && ((Key) other).refersTo(of);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
