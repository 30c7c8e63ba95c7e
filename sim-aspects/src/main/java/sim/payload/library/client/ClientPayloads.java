package sim.payload.library.client;

import sim.metrics.probe.LoosePayload;
import sim.metrics.probe.Metering;
import sim.payload.common.FlowContexts;
import sim.payload.common.PathPattern;
import sim.payload.library.client.HttpClientProbe.Answer;
import sim.payload.spi.PayloadRuntime;

/**
 * The payload of a request, for the rooms of HTTP clients: on the stack where the caller waits for the answer, loose where it comes to
 * another thread. Never throws.
 */
public final class ClientPayloads {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    private ClientPayloads() {}

    /** Whether a description is worth working out. */
    public static boolean isRecording() {
        return RUNTIME.isRecording(HttpClientProbe.class);
    }

    /** A caller begins to wait. */
    public static void begin() {
        RUNTIME.enter(HttpClientProbe.class, null, null);
    }

    /**
     * It waits no longer.
     *
     * @param text   null for no payload
     * @param status 0 where there is none
     */
    public static void end(String text, int status, Throwable error) {
        RUNTIME.exit(HttpClientProbe.class, text, null, answer(status, error), error);
    }

    /** A request begins whose answer comes to a callback; null where it is not recorded. */
    public static LoosePayload beginLoose() {
        try {
            return Metering.runtime().beginLoosePayload(HttpClientProbe.class);
        } catch (Throwable failure) {
            FlowContexts.failed(failure);
            return null;
        }
    }

    /** Its answer came. */
    public static void end(LoosePayload begun, String text, int status, Throwable error) {
        if (begun != null) {
            begun.end(text, answer(status, error), error);
        }
    }

    private static Answer answer(int status, Throwable error) {
        Answer answer = Answer.of(status);
        return answer == null && error != null ? Answer.NONE : answer;
    }

    /** The same of a host and its port, which goes unsaid where it is the scheme's own or -1. */
    public static String text(String method, String scheme, String host, int port, String path) {
        boolean isUsual = port < 0 || port == ("https".equals(scheme) ? 443 : 80);
        String name = host != null && host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
        return text(method, scheme, isUsual ? name : name + ":" + port, path);
    }

    /**
     * What a request is called.
     *
     * @param authority host and port, without a user
     * @param path      with a query or without
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
