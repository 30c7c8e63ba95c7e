package sim.instrumentation.aop.aspectj;

import java.lang.ref.WeakReference;
import org.aspectj.lang.JoinPoint;

/**
 * Finds out whether advice has already seen an exception at a handler. A {@code catch} of several types is one handler with an entry for
 * each type in the class file. The weaver takes each entry for a handler of its own, so advice runs once or once for each type,
 * unpredictably. There is one object for each aspect. Any thread.
 */
final class HandledOnce {
    private final ThreadLocal<Last> last = new ThreadLocal<>();

    /** Never throws. */
    boolean isNew(Throwable error, JoinPoint.StaticPart handler, JoinPoint.StaticPart enclosing) {
        try {
            Last before = last.get();
            if (before != null && before.isTheSame(error, handler, enclosing)) {
                return false;
            }
            last.set(new Last(error, handler, enclosing));
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
        return true;
    }

    /** Weak, because a thread would otherwise keep an exception and a class of the application alive. */
    private static final class Last {
        private final WeakReference<Throwable> error;
        private final WeakReference<JoinPoint.StaticPart> handler;
        private final WeakReference<JoinPoint.StaticPart> enclosing;

        Last(Throwable error, JoinPoint.StaticPart handler, JoinPoint.StaticPart enclosing) {
            this.error = new WeakReference<>(error);
            this.handler = new WeakReference<>(handler);
            this.enclosing = new WeakReference<>(enclosing);
        }

        /**
         * Whether this is another entry of the same handler. If the same entry comes again, the exception was thrown again. If it was
         * caught inside and rethrown, it arrives at another line.
         */
        boolean isTheSame(Throwable thrown, JoinPoint.StaticPart entry, JoinPoint.StaticPart member) {
            JoinPoint.StaticPart known = handler.get();
            return known != null && known != entry && error.refersTo(thrown) && enclosing.refersTo(member)
                    && known.getSourceLocation().getLine() == entry.getSourceLocation().getLine();
        }
    }
}
