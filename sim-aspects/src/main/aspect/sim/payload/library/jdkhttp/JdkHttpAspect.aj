package sim.payload.library.jdkhttp;

import java.net.URL;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;

/**
 * Stands where woven code calls the JDK's HTTP clients: the JDK itself is not woven. What names the current context goes along with the
 * request, which is copied where it has to be.
 */
public aspect JdkHttpAspect {
    pointcut others(): !within(sim.payload..*);

    pointcut sends(HttpClient client, HttpRequest request):
        others() && call(* java.net.http.HttpClient+.send(java.net.http.HttpRequest, ..)) && target(client)
            && args(request, ..);

    pointcut sendsAsync(HttpClient client, HttpRequest request):
        others() && call(* java.net.http.HttpClient+.sendAsync(java.net.http.HttpRequest, ..)) && target(client)
            && args(request, ..);

    pointcut of(URLConnection connection): others() && target(connection);

    // what waits for the answer does so once a connection, and throws where there is none
    pointcut asks(): call(* java.net.URLConnection+.getInputStream()) || call(* java.net.HttpURLConnection+.getResponse*())
        || call(* java.net.URLConnection+.getContent()) || call(* java.net.URLConnection+.getContent(Class[]));

    // these keep to themselves that there is none
    pointcut reads(): call(* java.net.URLConnection+.getHeader*(..)) || call(* java.net.URLConnection+.getContent*())
        && !asks() || call(* java.net.URLConnection+.getLastModified()) || call(* java.net.URLConnection+.getDate())
        || call(* java.net.URLConnection+.getExpiration());

    pointcut connects(URLConnection connection):
        of(connection) && (call(void java.net.URLConnection+.connect())
            || call(* java.net.URLConnection+.getOutputStream()));

    before(HttpClient client, HttpRequest request): sends(client, request) {
        ClientCalls.begin(client);
    }

    Object around(HttpClient client, HttpRequest request): sends(client, request) {
        return proceed(client, ClientCalls.outgoing(client, request));
    }

    after(HttpClient client, HttpRequest request) returning(Object response): sends(client, request) {
        ClientCalls.end(client, request, response, null);
    }

    after(HttpClient client, HttpRequest request) throwing(Throwable error): sends(client, request) {
        ClientCalls.end(client, request, null, error);
    }

    Object around(HttpClient client, HttpRequest request): sendsAsync(client, request) {
        Object begun = ClientCalls.beginAsync(client);
        return ClientCalls.endAsync(begun, request, proceed(client, ClientCalls.outgoing(client, request)));
    }

    before(URLConnection connection): of(connection) && (asks() || reads()) {
        ConnectionCalls.begin(connection);
    }

    after(URLConnection connection) returning: of(connection) && asks() {
        ConnectionCalls.answered(connection);
    }

    after(URLConnection connection) returning: of(connection) && reads() {
        ConnectionCalls.end(connection, null);
    }

    after(URLConnection connection) throwing(Throwable error): of(connection) && (asks() || reads()) {
        ConnectionCalls.end(connection, error);
    }

    before(URLConnection connection): connects(connection) {
        ConnectionCalls.connects(connection);
    }

    before(URL address): call(* java.net.URL.openStream()) && target(address) {
        ConnectionCalls.begin(address);
    }

    after(URL address) returning: call(* java.net.URL.openStream()) && target(address) {
        ConnectionCalls.end(address, null);
    }

    after(URL address) throwing(Throwable error): call(* java.net.URL.openStream()) && target(address) {
        ConnectionCalls.end(address, error);
    }
}
