package sim.agent.identity;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * What is known of objects of the program's, by identity: a class loader may have {@code equals} and {@code hashCode} of its own, so that two are equal,
 * or throw. An entry goes with its key. Any thread; the program's code is never called.
 */
public final class WeakIdentityMap<K, V> {
    private final Map<Key, V> values = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    /** The value of an object; null if it has none. */
    public synchronized V get(K of) {
        forgetGone();
        return values.get(new Key(of, null));
    }

    /** Sets the value of an object. Returns the one before, or null. */
    public synchronized V put(K of, V value) {
        forgetGone();
        return values.put(new Key(of, gone), value);
    }

    /** Sets the value of an object that has none. Returns the one that it has, or null. */
    public synchronized V putIfAbsent(K of, V value) {
        forgetGone();
        return values.putIfAbsent(new Key(of, gone), value);
    }

    /** The value of an object, made inside the lock if it has none. */
    public synchronized V computeIfAbsent(K of, Function<? super K, ? extends V> make) {
        V known = get(of);
        if (known == null) {
            known = make.apply(of);
            put(of, known);
        }
        return known;
    }

    /** Adds to the value of an object. */
    public synchronized void merge(K of, V value, BinaryOperator<V> both) {
        V known = get(of);
        put(of, known == null ? value : both.apply(known, value));
    }

    public synchronized void remove(K of) {
        values.remove(new Key(of, null));
    }

    public synchronized void clear() {
        values.clear();
    }

    public synchronized int size() {
        forgetGone();
        return values.size();
    }

    private void forgetGone() {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            values.remove(key);
        }
    }

    private static final class Key extends WeakReference<Object> {
        private static final Object NONE = new Object();
        private final int hash;

        /** @param of null for the loader of the JDK's own classes */
        Key(Object of, ReferenceQueue<Object> gone) {
            super(of == null ? NONE : of, gone);
            this.hash = System.identityHashCode(get());
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
