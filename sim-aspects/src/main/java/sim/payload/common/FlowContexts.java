package sim.payload.common;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import sim.metrics.context.ContextSnapshot;
import sim.metrics.context.CurrentContext;
import sim.metrics.probe.Metering;

/**
 * How flow contexts come in with what arrives at a library and go out with what it sends. Called by the rooms, on the application's
 * threads. Never throws.
 */
public final class FlowContexts {
    private static final String TRACEPARENT = "traceparent";
    /** By these a request says that its headers, or some of them, are signed: a connection does not tell its authorization. */
    private static final String[] SIGNATURES = {"signature", "signature-input", "x-amz-signature", "x-amz-date",
            "x-amz-content-sha256", "x-ms-date", "x-goog-date"};
    private static final String[] SIGNED = {"aws4-", "aws ", "signature ", "sharedkey", "goog4-", "hawk ", "oauth "};

    private FlowContexts() {}

    /** Whether there is anything to send along. */
    public static boolean isCurrent() {
        try {
            return Metering.runtime().currentContext() != null;
        } catch (Throwable failure) {
            failed(failure);
            return false;
        }
    }

    /**
     * The headers that name the current context to where a message goes: none without a context, none where the message names one,
     * none where it is signed, and none beside OpenTelemetry's agent, which sends its own.
     *
     * @param sent  a header of the message by its lower-case name, or null
     * @param query of its address, or null
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
     * Something arrived: a context of its own begins, inside the sender's where that is named. Not inside another one of the same tag,
     * for what is forwarded, or comes through several handlers, is one.
     *
     * @param of   what arrived, by which {@link #end} knows it
     * @param sent a header by its lower-case name, or null
     */
    public static void begin(Object of, String name, String tag, UnaryOperator<String> sent) {
        try {
            CurrentContext current = Metering.runtime().current();
            Arrival outer = current.nearest(Arrival.class);
            if (outer != null && outer.tag.equals(tag)) {
                outer.inside += outer.of == of ? 1 : 0;
                return;
            }
            Arrival arrival = new Arrival(of, tag);
            String beside = OtherTrace.traceparent();
            ContextSnapshot sender = current.extract(
                    beside == null ? sent : header -> header.equals(TRACEPARENT) ? beside : sent.apply(header));
            if (!sender.isEmpty()) {
                current.activate(sender, arrival);
                arrival.isSent = true;
            }
            current.begin(name, tag, arrival);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    /**
     * What arrived before goes on, in the context it had: that is no arrival of its own, nor is what is inside it.
     *
     * @param of      what it is now, by which {@link #end} knows it
     * @param earlier its context; null where it has not been here yet
     * @return whether it does: else it is to begin
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

    /** Whether what goes on here is of something that arrived before. */
    public static boolean isGoingOn(String tag) {
        try {
            Arrival arrival = Metering.runtime().current().nearest(Arrival.class);
            return arrival != null && arrival.goesOn && arrival.tag.equals(tag);
        } catch (Throwable failure) {
            failed(failure);
            return false;
        }
    }

    /** It is done with; nothing where it has no context of its own, or on another thread. */
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

    /** Ends what is left open of that tag on the calling thread, if anything. */
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

    /** What is current here, for another thread; null for nothing. */
    public static ContextSnapshot snapshot() {
        try {
            ContextSnapshot taken = Metering.runtime().current().snapshot();
            return taken.isEmpty() ? null : taken;
        } catch (Throwable failure) {
            failed(failure);
            return null;
        }
    }

    /** Makes it current here until {@link #leave} of the same token. */
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

    /** Counts a failure of a room's own. What is meant for the thread passes. */
    public static void failed(Throwable failure) {
        Metering.runtime().failed(failure);
    }

    /** The token a context's scopes are found by. Its thread's alone. */
    private static final class Arrival {
        final Object of;
        final String tag;
        boolean isSent;
        /** It arrived before: its context ended, or ends elsewhere. */
        boolean goesOn;
        /** Begins of the same that came while it was open. */
        int inside;

        Arrival(Object of, String tag) {
            this.of = of;
            this.tag = tag;
        }
    }
}
