package sim.server.http;

import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Lets through what this server speaks: GET, HEAD and POST, a body with POST alone, framed in the two ways that every reader of HTTP
 * understands alike. Stands before Javalin, which would open a session for who asks for a WebSocket, and would take a method from a header. Any
 * thread.
 */
final class PlainRequests extends Handler.Wrapper {
    /** What Javalin takes as the mark of a WebSocket. HTTP says: a server that has none answers as if it had not been asked. */
    private static final String WEBSOCKET = "Sec-WebSocket-Version";
    /** Javalin's {@code Context.method} prefers it to the method that was sent. */
    private static final String OVERRIDE = "X-HTTP-Method-Override";
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        HttpFields headers = request.getHeaders();
        if (!METHODS.contains(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
            return refuse(405, null, request, response, callback);
        }
        String coding = headers.get(HttpHeader.TRANSFER_ENCODING);
        if (coding != null
                && (!coding.equalsIgnoreCase("chunked")
                        || headers.getValuesList(HttpHeader.TRANSFER_ENCODING).size() > 1)
                || hasBody(headers) && !request.getMethod().equals("POST")) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            return refuse(400, "a body comes with POST alone, and is framed by one length or in chunks", request,
                    response,
                    callback);
        }
        return super.handle(headers.contains(WEBSOCKET) || headers.contains(OVERRIDE) ? new Plain(request) : request,
                response, callback);
    }

    /** Whether a request says that a body follows. */
    static boolean hasBody(HttpFields headers) {
        return headers.contains(HttpHeader.TRANSFER_ENCODING)
                || headers.contains(HttpHeader.CONTENT_LENGTH) && headers.getLongField(HttpHeader.CONTENT_LENGTH) != 0;
    }

    private static boolean refuse(int status, String why, Request request, Response response, Callback callback) {
        Response.writeError(request, response, callback, status, why);
        return true;
    }

    private static final class Plain extends Request.Wrapper {
        private final HttpFields headers;

        Plain(Request request) {
            super(request);
            headers = HttpFields.build(request.getHeaders()).remove(WEBSOCKET).remove(OVERRIDE).asImmutable();
        }

        @Override
        public HttpFields getHeaders() {
            return headers;
        }
    }
}
