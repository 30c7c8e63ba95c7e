package sim.payload.common;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A bounded map whose keys are objects by identity, held weakly: an entry is forgotten with its object. Any thread. */
public final class ByIdentity<V> {
    private final Map<Key, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final int most;
    private final Consumer<V> forgotten;

    /**
     * @param most the most objects; values of further ones are not kept
     */
    public ByIdentity(int most) {
        this(most, value -> {});
    }

    /**
     * @param forgotten called with the value of an object that the garbage collector has taken
     */
    public ByIdentity(int most, Consumer<V> forgotten) {
        this.most = most;
        this.forgotten = forgotten;
    }

    /** Keeps a value. Returns the one before, or null. */
    public V put(Object of, V value) {
        return makeRoom() ? values.put(new Key(of, gone), value) : null;
    }

    /** Keeps a value if the object has none. Returns whether it was kept. */
    public boolean putIfAbsent(Object of, V value) {
        return makeRoom() && values.putIfAbsent(new Key(of, gone), value) == null;
    }

    /** The value of an object, or null. */
    public V get(Object of) {
        return values.isEmpty() ? null : values.get(new Key(of, null));
    }

    /** Removes the value of an object. Returns it, or null. */
    public V remove(Object of) {
        return values.isEmpty() ? null : values.remove(new Key(of, null));
    }

    private boolean makeRoom() {
        forgetGone();
        return values.size() < most;
    }

    /** Removes the values of objects that are gone. Keeping a value does that too. */
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
