package sim.server.http;

import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.json.JsonMapper;

/**
 * Says in one line of JSON, as {@link Answering} does, why a request is refused before any route: one that is no HTTP, or whose line or headers are
 * too long. Any thread.
 */
final class ErrorLine extends ErrorHandler {
    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(Request request, Response response, int code, String message, Throwable cause,
            Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        Content.Sink.write(response, true, JsonMapper.shared().writeValueAsString(Map.of("error", said(code, message))),
                callback);
    }

    private static String said(int code, String message) {
        return switch (code) {
            case HttpStatus.URI_TOO_LONG_414 -> "The address of the request is too long: ask with fewer parameters.";
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 -> "The headers of the request are too long.";
            case HttpStatus.METHOD_NOT_ALLOWED_405 -> "Only GET, HEAD and POST are answered.";
            default -> code >= 500
                    ? "The server cannot answer; its log says why."
                    : "The request cannot be read: " + message + ".";
        };
    }
}
