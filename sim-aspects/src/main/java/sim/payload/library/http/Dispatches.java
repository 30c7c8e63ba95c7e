package sim.payload.library.http;

import sim.context.Context;
import sim.context.ContextSnapshot;
import sim.payload.common.ByIdentity;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;

/**
 * Tells a request from its further parts. A container may hand a servlet's request to more than one handler: for an error page, for the
 * later part of an asynchronous request, or for a view. Such a part is no request of its own. Nothing is written into the request, because
 * the application would see it there. Called by {@link RequestSplits} on the application's threads. Never throws.
 */
final class Dispatches {
    private static final LibraryMethod TYPE = new LibraryMethod("getDispatcherType", 0);
    private static final LibraryMethod WRAPPED = new LibraryMethod("getRequest", 0);
    private static final LibraryMethod IS_ASYNC = new LibraryMethod("isAsyncStarted", 0);
    private static final int MOST_WRAPPERS = 100;
    private static final String REQUEST = "REQUEST";

    /** The contexts of asynchronous requests, which continue later on any thread. */
    private static final ByIdentity<ContextSnapshot> ASYNC = new ByIdentity<>(10_000);
    private static final ThreadLocal<Last> LAST = ThreadLocal.withInitial(Last::new);

    /**
     * The last request of a thread: an error page follows on the same thread. Used by that thread alone. Holds no object of the
     * application.
     */
    private static final class Last {
        /**
         * The identity hash of the container's request. A container may use one object for several requests; the begin of the next clears
         * the context.
         */
        int request;
        ContextSnapshot context;
        /** How many calls of dispatching servlets, such as Spring's, are in progress on the thread. */
        int servlets;
        /** That of a request whose handler failed, until its dispatching servlet ends. */
        Context failed;
    }

    private Dispatches() {}

    /** A dispatching servlet begins. All that its handlers do until it ends is for one request. */
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

    /** The dispatching servlet ends. Returns the context of the request whose handler failed in it; null for none. */
    static Context leave() {
        try {
            Last last = LAST.get();
            Context failed = last.failed;
            last.servlets = Math.max(0, last.servlets - 1);
            last.failed = null;
            return failed;
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** A handler of a dispatching servlet has failed. What is answered is not known yet. */
    static void failed(Context context) {
        try {
            Last last = LAST.get();
            last.failed = last.servlets > 0 ? context : null;
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** Whether a request goes on after this part, on any thread. */
    static boolean isLeftOpen(Object request) {
        try {
            return IS_ASYNC.isOf(request) && Boolean.TRUE.equals(IS_ASYNC.of(request));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return false;
        }
    }

    /** The context of the request to which this part belongs; null if this is the request's first part. */
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
            return last.servlets > 0 ? known : null; // a filter may forward a request that had no handler before
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** A part of a request ends. Its context is still current. */
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

    /** Whether the container calls such a handler only after another one has ended. */
    private static boolean isAfterwards(String type) {
        return type.equals("ERROR") || type.equals("ASYNC");
    }

    private static String type(Object request) throws Throwable {
        return TYPE.isOf(request) && TYPE.of(request) instanceof Enum<?> type ? type.name() : REQUEST;
    }

    /** The container's own request object. Filters and dispatches may have wrapped it. */
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
