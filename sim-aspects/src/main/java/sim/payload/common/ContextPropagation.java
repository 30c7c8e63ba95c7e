package sim.payload.common;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import sim.context.Context;
import sim.context.ContextSnapshot;
import sim.context.CurrentContext;
import sim.metrics.probe.Metering;

/**
 * Begins flow contexts for what arrives at a library, and names them in what it sends. Called by the rooms, on the application's threads.
 * Never throws.
 */
public final class ContextPropagation {
    private static final String TRACEPARENT = "traceparent";
    /** Headers that show that a request is signed. A connection does not show its {@code Authorization}. */
    private static final String[] SIGNATURES = {"signature", "signature-input", "x-amz-signature", "x-amz-date",
            "x-amz-content-sha256", "x-ms-date", "x-goog-date"};
    private static final String[] SIGNED = {"aws4-", "aws ", "signature ", "sharedkey", "goog4-", "hawk ", "oauth "};

    private ContextPropagation() {}

    /** Whether there is a context to name in a message. */
    public static boolean isCurrent() {
        try {
            return Metering.runtime().currentContext() != null;
        } catch (Throwable failure) {
            failed(failure);
            return false;
        }
    }

    /**
     * The headers that name the current context to the receiver of a message. None without a context, none if the message names one
     * already or is signed, and none beside OpenTelemetry's agent, which sends its own.
     *
     * @param sent gives a header of the message by its lower-case name, or null
     * @param query the query of its address, or null
     */
    public static Map<String, String> outgoing(UnaryOperator<String> sent, String query) {
        try {
            if (!isCurrent() || sent.apply(TRACEPARENT) != null || isSigned(sent, query)
                    || OtherTrace.traceparent() != null) {
                return Map.of();
            }
            Map<String, String> headers = new LinkedHashMap<>();
            Metering.runtime().current().inject((name, value) -> {
                if (sent.apply(name) == null) {
                    headers.put(name, value);
                }
            });
            return headers;
        } catch (Throwable failure) {
            failed(failure);
            return Map.of();
        }
    }

    private static boolean isSigned(UnaryOperator<String> sent, String query) {
        if (query != null && query.toLowerCase(Locale.ROOT).contains("sig")) {
            String lower = "&" + query.toLowerCase(Locale.ROOT);
            if (lower.contains("signature=") || lower.contains("&sig=")) {
                return true;
            }
        }
        for (String each : SIGNATURES) {
            if (sent.apply(each) != null) {
                return true;
            }
        }
        String authorization = sent.apply("authorization");
        if (authorization != null) {
            String lower = authorization.toLowerCase(Locale.ROOT);
            for (String each : SIGNED) {
                if (lower.startsWith(each)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Begins a context for something that arrived, inside the sender's context if that is named. Begins none inside another one of the
     * same tag, because a request that is forwarded or goes through several handlers is one arrival.
     *
     * @param of what arrived, by which {@link #end} finds the context
     * @param sent gives a header by its lower-case name, or null
     * @return the context that began; null if none did
     */
    public static Context begin(Object of, String name, String tag, UnaryOperator<String> sent) {
        try {
            CurrentContext current = Metering.runtime().current();
            Arrival outer = current.nearest(Arrival.class);
            if (outer != null && outer.tag.equals(tag)) {
                outer.inside += outer.of == of ? 1 : 0;
                return null;
            }
            Arrival arrival = new Arrival(of, tag);
            String beside = OtherTrace.traceparent();
            ContextSnapshot sender = current.extract(
                    beside == null ? sent : header -> header.equals(TRACEPARENT) ? beside : sent.apply(header));
            if (!sender.isEmpty()) {
                current.activate(sender, arrival);
                arrival.isSent = true;
            }
            return current.begin(name, tag, arrival);
        } catch (Throwable failure) {
            failed(failure);
            return null;
        }
    }

    /**
     * Continues an earlier arrival in its context. It is no arrival of its own, and neither is anything inside it.
     *
     * @param of      what the arrival is now, by which {@link #end} finds the context
     * @param earlier its context; null if it has none yet
     * @return whether it continues; otherwise the caller begins it
     */
    public static boolean goOn(Object of, String tag, ContextSnapshot earlier) {
        try {
            CurrentContext current = Metering.runtime().current();
            Arrival outer = current.nearest(Arrival.class);
            if (outer != null && outer.tag.equals(tag)) {
                outer.inside += outer.goesOn && outer.of == of ? 1 : 0;
                return outer.goesOn;
            }
            if (earlier == null) {
                return false;
            }
            Arrival arrival = new Arrival(of, tag);
            arrival.goesOn = true;
            current.activate(earlier, arrival);
            return current.nearest(Arrival.class) == arrival;
        } catch (Throwable failure) {
            failed(failure);
            return false;
        }
    }

    /** Whether this thread continues an earlier arrival. */
    public static boolean isGoingOn(String tag) {
        try {
            Arrival arrival = Metering.runtime().current().nearest(Arrival.class);
            return arrival != null && arrival.goesOn && arrival.tag.equals(tag);
        } catch (Throwable failure) {
            failed(failure);
            return false;
        }
    }

    /** The context of something that arrived, if {@link #end} would end it now, or what continues it; otherwise null. */
    public static Context contextOf(Object of) {
        try {
            CurrentContext current = Metering.runtime().current();
            Arrival arrival = current.nearest(Arrival.class);
            return arrival == null || arrival.of != of || arrival.inside > 0 ? null : current.get();
        } catch (Throwable failure) {
            failed(failure);
            return null;
        }
    }

    /** Ends the context of something that arrived. Does nothing if that has no context of its own, or on another thread. */
    public static void end(Object of, Throwable error) {
        try {
            CurrentContext current = Metering.runtime().current();
            Arrival arrival = current.nearest(Arrival.class);
            if (arrival == null || arrival.of != of || arrival.inside-- > 0) {
                return;
            }
            if (!arrival.goesOn) {
                current.endOf(arrival, error);
            }
            if (arrival.isSent || arrival.goesOn) {
                current.closeOf(arrival);
            }
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /** Ends a context of this tag that was left open on the calling thread, if there is one. */
    public static void endOpen(String tag) {
        try {
            CurrentContext current = Metering.runtime().current();
            Arrival arrival = current.nearest(Arrival.class);
            if (arrival != null && arrival.tag.equals(tag)) {
                arrival.inside = 0;
                end(arrival.of, null);
            }
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /** A snapshot of the current context for another thread; null without one. */
    public static ContextSnapshot snapshot() {
        try {
            ContextSnapshot taken = Metering.runtime().current().snapshot();
            return taken.isEmpty() ? null : taken;
        } catch (Throwable failure) {
            failed(failure);
            return null;
        }
    }

    /** Makes a snapshot current here until {@link #leave} with the same token. */
    public static void enter(ContextSnapshot taken, Object token) {
        try {
            if (taken != null) {
                Metering.runtime().current().activate(taken, token);
            }
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /** See {@link #enter}. */
    public static void leave(ContextSnapshot taken, Object token) {
        try {
            if (taken != null) {
                Metering.runtime().current().closeOf(token);
            }
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /** Counts a failure of a room itself. Errors that are meant for the thread pass. */
    public static void failed(Throwable failure) {
        Metering.runtime().failed(failure);
    }

    /** The token by which the scopes of an arrival are found. Only its thread uses it. */
    private static final class Arrival {
        final Object of;
        final String tag;
        boolean isSent;
        /** Whether it continues an earlier arrival, whose context has ended or ends elsewhere. */
        boolean goesOn;
        /** Further begins of the same arrival while it was open. */
        int inside;

        Arrival(Object of, String tag) {
            this.of = of;
            this.tag = tag;
        }
    }
}
