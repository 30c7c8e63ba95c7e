package sim.payload.library.http;

import sim.metrics.context.ContextSnapshot;
import sim.payload.common.ByIdentity;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;

/**
 * Tells a servlet's request from what its container does for it later, and may hand to further handlers: the page of an error, an
 * asynchronous request's further part, a view. Those are no requests of their own. Nothing is written into the request, where the
 * application would see it. Called by {@link RequestSplits}, on the application's threads; never throws.
 */
final class Dispatches {
    private static final LibraryMethod TYPE = new LibraryMethod("getDispatcherType", 0);
    private static final LibraryMethod WRAPPED = new LibraryMethod("getRequest", 0);
    private static final LibraryMethod IS_ASYNC = new LibraryMethod("isAsyncStarted", 0);
    private static final int MOST_WRAPPERS = 100;
    private static final String REQUEST = "REQUEST";

    /** Contexts of requests that go on, on any thread, later. */
    private static final ByIdentity<ContextSnapshot> ASYNC = new ByIdentity<>(10_000);
    private static final ThreadLocal<Last> LAST = ThreadLocal.withInitial(Last::new);

    /** What a thread had last: an error's page comes next on it. Its thread's alone; keeps nothing of the application's. */
    private static final class Last {
        /** An identity's hash. A container may use an object for another request: its begin clears the context. */
        int request;
        ContextSnapshot context;
        /** Calls of servlets that hand requests on to handlers. */
        int servlets;
    }

    private Dispatches() {}

    /** A servlet begins that hands requests on to handlers: what they do until it ends is for one. */
    static void enter(Object request) {
        try {
            Last last = LAST.get();
            if (last.servlets++ == 0 && !isAfterwards(type(request))) {
                last.context = null;
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** It ends. */
    static void leave() {
        try {
            Last last = LAST.get();
            last.servlets = Math.max(0, last.servlets - 1);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** The context of the request of which this is a further part; null where it is the first that has a handler. */
    static ContextSnapshot earlier(Object request) {
        try {
            String type = type(request);
            Object whole = whole(request);
            Last last = LAST.get();
            if (type.equals(REQUEST)) {
                last.context = null;
                ASYNC.remove(whole);
                return null;
            }
            ContextSnapshot known = last.request == System.identityHashCode(whole) ? last.context : null;
            if (isAfterwards(type)) {
                return known == null ? ASYNC.get(whole) : known;
            }
            return last.servlets > 0 ? known : null; // a filter may forward a request that had no handler
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** A part of a request ends, whose context is still current. */
    static void ended(Object request) {
        try {
            ContextSnapshot context = ContextPropagation.snapshot();
            Object whole = whole(request);
            Last last = LAST.get();
            last.request = System.identityHashCode(whole);
            last.context = context;
            if (context != null && IS_ASYNC.isOf(request) && Boolean.TRUE.equals(IS_ASYNC.of(request))) {
                ASYNC.put(whole, context);
            } else {
                ASYNC.remove(whole);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** Whether the container calls a handler when another one has ended. */
    private static boolean isAfterwards(String type) {
        return type.equals("ERROR") || type.equals("ASYNC");
    }

    private static String type(Object request) throws Throwable {
        return TYPE.isOf(request) && TYPE.of(request) instanceof Enum<?> type ? type.name() : REQUEST;
    }

    /** The container's own: each part, and each filter, may have put another one around it. */
    private static Object whole(Object request) throws Throwable {
        Object inner = request;
        for (int i = 0; i < MOST_WRAPPERS && WRAPPED.isOf(inner); i++) {
            Object next = WRAPPED.of(inner);
            if (next == null || !TYPE.isOf(next)) {
                break;
            }
            inner = next;
        }
        return inner;
    }
}
