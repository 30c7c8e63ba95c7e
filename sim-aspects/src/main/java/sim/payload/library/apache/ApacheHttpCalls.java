package sim.payload.library.apache;

import java.util.Map;
import sim.payload.runtime.LoosePayload;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;
import sim.payload.common.LibraryVersion;
import sim.payload.library.client.ClientPayloads;

/** Called by {@link ApacheHttpAspect}, on the application's threads. Never throws. */
public final class ApacheHttpCalls {
    private static final LibraryVersion VERSION = new LibraryVersion("apache-http", "httpclient5", 5, 5,
            "org/apache/hc/client5/version.properties", "info.release");

    private static final LibraryMethod METHOD = new LibraryMethod("getMethod", 0);
    private static final LibraryMethod SCHEME = new LibraryMethod("getScheme", 0);
    private static final LibraryMethod AUTHORITY = new LibraryMethod("getAuthority", 0);
    private static final LibraryMethod PATH = new LibraryMethod("getPath", 0);
    private static final LibraryMethod TARGET_SCHEME = new LibraryMethod("getSchemeName", 0);
    private static final LibraryMethod HOST = new LibraryMethod("getHostName", 0);
    private static final LibraryMethod PORT = new LibraryMethod("getPort", 0);
    private static final LibraryMethod CODE = new LibraryMethod("getCode", 0);
    private static final LibraryMethod HEAD = new LibraryMethod("getHead", 0);
    private static final LibraryMethod FIRST_HEADER = new LibraryMethod("getFirstHeader", 1);
    private static final LibraryMethod VALUE = new LibraryMethod("getValue", 0);
    private static final LibraryMethod SET_HEADER = new LibraryMethod("setHeader", 2);

    private ApacheHttpCalls() {}

    /** Begins the payload of a request whose caller waits for the answer. */
    public static void begin(Object client) {
        if (VERSION.isKnown(client.getClass())) {
            ClientPayloads.begin();
        }
    }

    /** Ends the payload of a request whose caller has waited. */
    public static void end(Object client, Object target, Object request, Object response, Throwable error) {
        if (VERSION.isKnown(client.getClass())) {
            boolean isRecording = ClientPayloads.isRecording();
            ClientPayloads.end(isRecording ? text(target, request) : null, isRecording ? status(response) : 0, error);
        }
    }

    /** Begins an asynchronous request; null if it is not recorded. */
    public static AsyncRequest beginAsync(Object client) {
        LoosePayload begun = VERSION.isKnown(client.getClass()) ? ClientPayloads.beginLoose() : null;
        return begun == null ? null : new AsyncRequest(begun);
    }

    /**
     * Adds headers to a request that leaves for the network.
     *
     * @param sender an object of the client, by which SIM knows its version
     */
    public static void leaves(Object sender, Object request) {
        try {
            if (!ContextPropagation.isCurrent() || !VERSION.isKnown(sender.getClass())) {
                return;
            }
            for (Map.Entry<String, String> each : ContextPropagation
                    .outgoing(name -> header(request, name), query((String) PATH.of(request))).entrySet()) {
                SET_HEADER.of(request, each.getKey(), each.getValue());
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** The same for the asynchronous client. */
    public static void leavesAsync(Object client, Object request) {
        leaves(client, request);
        AsyncRequest sending = AsyncRequest.sending();
        if (sending != null) {
            sending.called(text(null, request));
        }
    }

    /** The status of a response, or of a message whose head is a response; otherwise 0. */
    static int status(Object response) {
        try {
            if (response == null) {
                return 0;
            }
            Object head = HEAD.isOf(response) ? HEAD.of(response) : response;
            return head != null && CODE.isOf(head) ? (int) CODE.of(head) : 0;
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return 0;
        }
    }

    /**
     * @param target the host that was given in addition to the request, or null
     */
    private static String text(Object target, Object request) {
        try {
            Object host = target == null ? AUTHORITY.of(request) : target;
            String scheme = (String) (target == null ? SCHEME.of(request) : TARGET_SCHEME.of(target));
            return ClientPayloads.text((String) METHOD.of(request), scheme,
                    host == null ? null : (String) HOST.of(host), host == null ? -1 : (int) PORT.of(host),
                    (String) PATH.of(request));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    private static String query(String path) {
        int at = path == null ? -1 : path.indexOf('?');
        return at < 0 ? null : path.substring(at + 1);
    }

    private static String header(Object request, String name) {
        try {
            Object found = FIRST_HEADER.of(request, name);
            return found == null ? null : (String) VALUE.of(found);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }
}
