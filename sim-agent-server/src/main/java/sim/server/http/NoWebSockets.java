package sim.server.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers who asks for a WebSocket as HTTP says for a server that has none: as if it had not asked. Without it Javalin answers itself, before
 * the server's doors are looked at, and opens a session, with a cookie and memory, for each that asks. Any thread.
 */
final class NoWebSockets extends Handler.Wrapper {
    /** What Javalin takes as the mark of such a request. */
    private static final String MARK = "Sec-WebSocket-Version";

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request.getHeaders().contains(MARK) ? new Asking(request) : request, response, callback);
    }

    private static final class Asking extends Request.Wrapper {
        private final HttpFields headers;

        Asking(Request request) {
            super(request);
            headers = HttpFields.build(request.getHeaders()).remove(MARK).asImmutable();
        }

        @Override
        public HttpFields getHeaders() {
            return headers;
        }
    }
}
