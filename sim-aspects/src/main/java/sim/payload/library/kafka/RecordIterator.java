package sim.payload.library.kafka;

import java.util.Iterator;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;

/**
 * Gives each record a context of its own, in its sender's trace, from the moment it is taken until the next one is taken. The context of
 * the last record lasts to the end of the iteration or the next poll. Runs on the thread that takes the records.
 */
final class RecordIterator implements Iterator<Object> {
    private static final LibraryMethod TOPIC = new LibraryMethod("topic", 0);
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
            ContextPropagation.begin(this, "receive " + TOPIC.of(next), Consumers.TAG,
                    name -> Producers.header(headers, name));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        return next;
    }

    @Override
    public void remove() {
        own.remove();
    }
}
