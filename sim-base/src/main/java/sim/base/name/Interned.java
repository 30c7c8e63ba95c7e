package sim.base.name;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names that are one part longer than a prefix. They are held weakly: a name to which nobody refers is forgotten, so a client that
 * never stops making names costs the application no memory.
 */
final class Interned {
    private final Names names;
    private final Name prefix;
    /** Null if there are none, as for most names. */
    private volatile Map<String, Weak> byValue;

    Interned(Names names, Name prefix) {
        this.names = names;
        this.prefix = prefix;
    }

    Name get(String value) {
        Map<String, Weak> known = byValue;
        Weak weak = known == null ? null : known.get(Objects.requireNonNull(value, "value"));
        Name name = weak == null ? null : weak.get();
        return name != null ? name : add(Objects.requireNonNull(value, "value"));
    }

    private Name add(String value) {
        names.forgetTheDead();
        Name added = new Name(names, prefix, value, names.nextSerial());
        Weak weak = new Weak(added, this, names.dead);
        while (true) {
            Weak known = map().putIfAbsent(value, weak);
            if (known == null) {
                names.count(1);
                return added;
            }
            Name name = known.get();
            if (name != null) {
                return name;
            }
            forget(known);
        }
    }

    private void forget(Weak weak) {
        if (map().remove(weak.value, weak)) {
            names.count(-1);
        }
    }

    private Map<String, Weak> map() {
        Map<String, Weak> map = byValue;
        if (map == null) {
            synchronized (this) {
                map = byValue;
                if (map == null) {
                    map = byValue = new ConcurrentHashMap<>(4);
                }
            }
        }
        return map;
    }

    static final class Weak extends WeakReference<Name> {
        private final Interned in;
        private final String value;

        Weak(Name name, Interned in, ReferenceQueue<Name> dead) {
            super(name, dead);
            this.in = in;
            this.value = name.getValue();
        }

        void forget() {
            in.forget(this);
        }
    }
}
