package sim.payload.library.kafka;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import java.util.TreeSet;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;
import sim.payload.spi.PayloadRuntime;

/** Called by {@link KafkaAspect} for consumers, on the application's threads. Never throws. */
public final class Consumers {
    static final String TAG = "kafka";
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();
    private static final LibraryMethod PARTITIONS = new LibraryMethod("partitions", 0);

    private Consumers() {}

    /** Begins a poll. The application has finished with the record that it took last. */
    public static void begin(Class<?> type) {
        if (KafkaProbe.VERSION.isKnown(type)) {
            ContextPropagation.endOpen(TAG);
            RUNTIME.enter(KafkaProbe.class, null, KafkaProbe.Type.RECEIVE);
        }
    }

    /** Ends the context of the last record, because the consumer closes. */
    public static void closes() {
        ContextPropagation.endOpen(TAG);
    }

    /** Ends a poll. A poll that brings nothing is no payload. */
    public static void end(Class<?> type, Object records, Throwable error) {
        if (KafkaProbe.VERSION.isKnown(type)) {
            RUNTIME.exit(RUNTIME.isRecording(KafkaProbe.class) ? text(records, error) : null, error);
        }
    }

    private static String text(Object records, Throwable error) {
        try {
            if (records == null) {
                return error == null ? null : "receive";
            }
            TreeSet<String> topics = new TreeSet<>();
            for (Object partition : (Iterable<?>) PARTITIONS.of(records)) {
                topics.add((String) Producers.TOPIC.of(partition));
            }
            return topics.isEmpty() ? null : "receive " + String.join(", ", topics);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** Returns an iterator that gives each record a context, from the moment it is taken until the next one is taken. */
    public static Object iterator(Object records, Object own) {
        return isKnown(records, own) ? new RecordIterator((Iterator<?>) own) : own;
    }

    /** The same for the records of one partition. */
    public static Object list(Object records, Object own) {
        return isKnown(records, own) ? new RecordList((List<?>) own) : own;
    }

    /** The same for the records of one topic. */
    public static Object iterable(Object records, Object own) {
        return isKnown(records, own) ? new RecordIterable((Iterable<?>) own) : own;
    }

    private static boolean isKnown(Object records, Object own) {
        return own != null && KafkaProbe.VERSION.isKnown(records.getClass());
    }

    /** The clients' unmodifiable list, whose iterator gives each record a context. */
    private static final class RecordList extends AbstractList<Object> implements RandomAccess {
        private final List<?> own;

        RecordList(List<?> own) {
            this.own = own;
        }

        @Override
        public Object get(int index) {
            return own.get(index);
        }

        @Override
        public int size() {
            return own.size();
        }

        @Override
        public Iterator<Object> iterator() {
            return new RecordIterator(own.iterator());
        }

        // a method that looks through all records takes none

        @Override
        public Object[] toArray() {
            return own.toArray();
        }

        @Override
        public <T> T[] toArray(T[] into) {
            return own.toArray(into);
        }

        @Override
        public boolean equals(Object other) {
            return own.equals(other instanceof RecordList list ? list.own : other);
        }

        @Override
        public int hashCode() {
            return own.hashCode();
        }

        @Override
        public String toString() {
            return own.toString();
        }
    }

    private record RecordIterable(Iterable<?> own) implements Iterable<Object> {
        @Override
        public Iterator<Object> iterator() {
            return new RecordIterator(own.iterator());
        }

        @Override
        public String toString() {
            return own.toString();
        }
    }
}
