package sim.payload.library.kafka;

import java.util.Iterator;
import sim.context.Context;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;

/**
 * Gives each record a context of its own, in its sender's trace, from the moment it is taken until the next one is taken. The context of
 * the last record lasts to the end of the iteration or the next poll. Runs on the thread that takes the records.
 */
final class RecordIterator implements Iterator<Object> {
    private static final LibraryMethod TOPIC = new LibraryMethod("topic", 0);
    private static final LibraryMethod PARTITION = new LibraryMethod("partition", 0);
    private static final LibraryMethod OFFSET = new LibraryMethod("offset", 0);
    private static final LibraryMethod HEADERS = new LibraryMethod("headers", 0);

    private final Iterator<?> own;

    RecordIterator(Iterator<?> own) {
        this.own = own;
    }

    @Override
    public boolean hasNext() {
        boolean hasNext = own.hasNext();
        if (!hasNext) {
            ContextPropagation.end(this, null);
        }
        return hasNext;
    }

    @Override
    public Object next() {
        ContextPropagation.endOpen(Consumers.TAG); // also the context of an iteration that was left early
        Object next = own.next();
        try {
            Object headers = HEADERS.of(next);
            Object topic = TOPIC.of(next);
            Context context = ContextPropagation.begin(this, "receive " + topic, Consumers.TAG,
                    name -> Producers.header(headers, name));
            if (context != null) {
                describe(context, next, topic);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        return next;
    }

    /** Under the names of OpenTelemetry's attributes. */
    private static void describe(Context context, Object record, Object topic) throws Throwable {
        context.put("messaging.system", "kafka");
        context.put("messaging.operation.type", "receive");
        context.put("messaging.destination.name", topic);
        context.put("messaging.destination.partition.id", String.valueOf(PARTITION.of(record)));
        context.put("messaging.kafka.offset", OFFSET.of(record));
    }

    @Override
    public void remove() {
        own.remove();
    }
}
