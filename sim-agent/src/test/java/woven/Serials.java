package woven;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Prints by which numbers Java's serialization knows classes of many kinds, and, with SIM, that they are metered. */
@SuppressWarnings("serial")
public class Serials implements Serializable {
    private final String text = "text";
    protected transient int number = 1;

    String text() {
        return text + number;
    }

    /** One in another. */
    protected abstract static class Nested implements Runnable, Serializable {
        static int last;

        private void hidden() {
            last++;
        }

        @Override
        public void run() {
            hidden();
        }
    }

    private static final class Below extends Nested {
        volatile long[] values = {1};
    }

    static class Refused extends IllegalStateException {
        Refused(String message) {
            super(message);
        }
    }

    static class Listed extends ArrayList<List<String>> {
        synchronized final void addNothing() {
            add(List.of());
        }
    }

    /** It has an initialiser of its own. */
    static class Initialised implements Serializable {
        static final Object MADE = new Object();

        Object made() {
            return MADE;
        }
    }

    static class Stated implements Serializable {
        private static final long serialVersionUID = 42;

        long stated() {
            return serialVersionUID;
        }
    }

    public static class External implements Externalizable {
        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    record Pair(int one, int other) implements Serializable {}

    enum Kind {
        SMALL {
            @Override
            int size() {
                return 1;
            }
        };

        abstract int size();
    }

    static class Plain {
        String none() {
            return "none";
        }
    }

    public static void main(String[] args) {
        new Serials().text();
        new Below().run();
        new Listed().addNothing();
        new Initialised().made();
        new Stated().stated();
        new Plain().none();
        for (Class<?> each : List.of(Serials.class, Nested.class, Below.class, Refused.class, Listed.class,
                Initialised.class, Stated.class, External.class, Pair.class, Kind.class, Kind.SMALL.getClass(),
                Plain.class)) {
            ObjectStreamClass known = ObjectStreamClass.lookup(each);
            System.out.println(
                    "number " + each.getName() + " " + (known == null ? "none" : known.getSerialVersionUID()));
        }
        if (args.length > 0) {
            Report.print();
        }
    }
}
