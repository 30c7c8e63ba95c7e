package sim.base.name;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.Objects;
import org.jinspired.probes.Probes;

/**
 * The name of a probe, a meter or a value: a sequence of parts. Interned by {@link Names}, so equal names are the same object. It refers
 * to strings only and keeps no class and no class loader alive.
 */
public final class Name implements Probes.Name {
    private static final VarHandle LABELS;

    static {
        try {
            LABELS = MethodHandles.lookup().findVarHandle(Name.class, "labels", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The hash, which spreads similar names over a hash table. */
    public final int hash;
    /** The site of this name, null until it is metered; see {@code ProbeSite}. */
    public volatile Object site;
    /** The site of its woven code, null if there is none. The same as the other from the first call on, if there was room for the name. */
    public volatile Object woven;

    private final Name prefix;
    private final String value;
    private final int length;
    private final Interned longer;
    private volatile int labels;
    /** See {@link #isSynchronized}. */
    private volatile boolean isSynchronized;
    /** Its id in the dictionary, 0 until it is metered. Written under the dictionary's lock. */
    volatile int id;

    Name(Names names, Name prefix, String value, int serial) {
        this.prefix = prefix;
        this.value = value;
        this.length = prefix == null ? 1 : prefix.length + 1;
        this.longer = new Interned(names, this);
        this.hash = serial * 0x9E3779B9 >>> 8;
    }

    /** Whether it is the name of a method that begins by entering a monitor: of a {@code synchronized} one, or of several that share the name. */
    public boolean isSynchronized() {
        return isSynchronized;
    }

    /** Notes that a method of this name is {@code synchronized}. */
    public void markSynchronized() {
        isSynchronized = true;
    }

    @Override
    public int getLength() {
        return length;
    }

    @Override
    public String valueAt(int index) {
        if (index < 0 || index >= length) {
            throw new IllegalArgumentException("index " + index + " of name " + this + ": it has " + length + " parts");
        }
        Name at = this;
        while (at.length > index + 1) {
            at = at.prefix;
        }
        return at.value;
    }

    @Override
    public Name getPrefix() {
        return prefix;
    }

    @Override
    public String getValue() {
        return value;
    }

    @Override
    public Name name(String part) {
        return longer.get(part);
    }

    @Override
    public Iterator<Probes.Label> labels() {
        return Label.in(labels);
    }

    @Override
    public boolean contains(Probes.Label label) {
        Objects.requireNonNull(label, "label");
        return label instanceof Label known && (labels & known.bit()) != 0;
    }

    @Override
    public Name find(String part) {
        Objects.requireNonNull(part, "value");
        Name at = prefix;
        while (at != null && !at.value.equals(part)) {
            at = at.prefix;
        }
        return at;
    }

    @Override
    public boolean startsWith(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        Name at = prefix;
        while (at != null && at != name) {
            at = at.prefix;
        }
        return at != null;
    }

    @Override
    public boolean isDisabled() {
        return (labels & Label.DISABLED.bit()) != 0;
    }

    /** Adds a label. Any thread. */
    public void add(Label label) {
        LABELS.getAndBitwiseOr(this, label.bit());
    }

    /** Removes a label. Any thread. */
    public void remove(Label label) {
        LABELS.getAndBitwiseAnd(this, ~label.bit());
    }

    /** The name without its last part, as text; empty if there is only one part. */
    public String owner() {
        return prefix == null ? "" : prefix.toString();
    }

    /** The parts, joined by dots. Without recursion, because a client may make a name of any length. */
    @Override
    public String toString() {
        if (prefix == null) {
            return value;
        }
        String[] parts = new String[length];
        Name at = this;
        for (int i = length - 1; i >= 0; i--) {
            parts[i] = at.value;
            at = at.prefix;
        }
        return String.join(".", parts);
    }
}
