package sim.payload.library.kafka;

import java.util.Iterator;
import sim.payload.common.FlowContexts;
import sim.payload.common.LibraryMethod;

/**
 * Takes record after record; each has a context of its own, in its sender's trace, from when it is taken to when the next one is, the last
 * one to the end of the iteration or the next poll. On the thread that takes them.
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
            FlowContexts.end(this, null);
        }
        return hasNext;
    }

    @Override
    public Object next() {
        FlowContexts.endOpen(Consumers.TAG); // also of an iteration that was broken off
        Object next = own.next();
        try {
            Object headers = HEADERS.of(next);
            FlowContexts.begin(this, "receive " + TOPIC.of(next), Consumers.TAG,
                    name -> Producers.header(headers, name));
        } catch (Throwable failure) {
            FlowContexts.failed(failure);
        }
        return next;
    }

    @Override
    public void remove() {
        own.remove();
    }
}
