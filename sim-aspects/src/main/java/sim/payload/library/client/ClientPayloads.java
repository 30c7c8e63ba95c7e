package sim.payload.library.client;

import sim.payload.runtime.JvmPayloads;
import sim.payload.runtime.LoosePayload;
import sim.payload.common.ContextPropagation;
import sim.payload.common.PathPattern;
import sim.payload.library.client.HttpClientProbe.ResponseClass;
import sim.payload.spi.PayloadRuntime;

/**
 * The payload of a request, for the rooms of HTTP clients. It is on the stack if the caller waits for the answer, and loose if the answer
 * comes to another thread. Never throws.
 */
public final class ClientPayloads {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    private ClientPayloads() {}

    /** Whether the probe records, so that a description is needed. */
    public static boolean isRecording() {
        return RUNTIME.isRecording(HttpClientProbe.class);
    }

    /** Begins the payload of a request whose caller waits for the answer. */
    public static void begin() {
        RUNTIME.enter(HttpClientProbe.class, null, null);
    }

    /**
     * Ends the payload of a request whose caller has waited.
     *
     * @param text null for no payload
     * @param status 0 if there is none
     */
    public static void end(String text, int status, Throwable error) {
        RUNTIME.exit(HttpClientProbe.class, text, null, answer(status, error), error);
    }

    /** Begins a request whose answer comes to a callback; null if it is not recorded. */
    public static LoosePayload beginLoose() {
        try {
            return JvmPayloads.open().beginLoose(HttpClientProbe.class);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** Ends a request whose answer came to a callback. */
    public static void end(LoosePayload begun, String text, int status, Throwable error) {
        if (begun != null) {
            begun.end(text, answer(status, error), error);
        }
    }

    private static ResponseClass answer(int status, Throwable error) {
        ResponseClass answer = ResponseClass.of(status);
        return answer == null && error != null ? ResponseClass.NONE : answer;
    }

    /** The same for a host and a port. The port is left out if it is the scheme's own or -1. */
    public static String text(String method, String scheme, String host, int port, String path) {
        boolean isUsual = port < 0 || port == ("https".equals(scheme) ? 443 : 80);
        String name = host != null && host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
        return text(method, scheme, isUsual ? name : name + ":" + port, path);
    }

    /**
     * The description of a request.
     *
     * @param authority host and port, without a user
     * @param path with or without a query
     */
    public static String text(String method, String scheme, String authority, String path) {
        int user = authority == null ? -1 : authority.lastIndexOf('@');
        int end = path == null ? 0 : path.length();
        for (char mark : new char[]{'?', '#'}) {
            int at = path == null ? -1 : path.indexOf(mark);
            end = at >= 0 ? Math.min(end, at) : end;
        }
        return method + " " + (scheme == null ? "http" : scheme) + "://"
                + (authority == null ? "" : authority.substring(user + 1))
                + PathPattern.of(path == null ? null : path.substring(0, end));
    }
}
