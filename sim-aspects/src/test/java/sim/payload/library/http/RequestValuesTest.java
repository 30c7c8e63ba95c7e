package sim.payload.library.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.context.Context;
import sim.metrics.probe.Metering;

class RequestValuesTest {
    private final Metering runtime = Metering.runtime();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** As a server behind a socket without addresses has it. */
    @Test
    void aRequestWhosePeerIsNotResolvedHasAllElse() {
        Context context = runtime.createContext("request", "");
        try {
            RequestValues.begun(context, new Exchange(InetSocketAddress.createUnresolved("peer", 80)),
                    "/orders/{id}");
            assertThat(context.get("http.request.method")).isEqualTo("POST");
            assertThat(context.get("http.route")).isEqualTo("/orders/{id}");
            assertThat(context.get("url.path")).isEqualTo("/orders/7/{id}");
            assertThat(context.get("url.scheme")).isEqualTo("http");
            assertThat(context.get("network.peer.address")).isNull();
            RequestValues.begun(context, new Exchange(null), "/orders/{id}");
            assertThat(context.get("network.peer.address")).isNull();
            RequestValues.begun(context, new Exchange(server.getAddress()), "/orders/{id}");
            assertThat(context.get("network.peer.address"))
                    .isEqualTo(server.getAddress().getAddress().getHostAddress());
        } finally {
            runtime.endContext(null);
        }
    }

    @Test
    void aPathIsWholeOnlyWhereAnOptionSaysSo() {
        Properties none = new Properties();
        assertThat(new Metering(Options.load("", none)).keepsWholePaths()).isFalse();
        assertThat(new Metering(Options.load("http.path.whole=true", none)).keepsWholePaths()).isTrue();
        assertThat(RequestValues.kept("/reset/9f8c0e7d5a;v=1", true)).isEqualTo("/reset/9f8c0e7d5a");
    }

    /** A request of a server that stands in for the JDK's: its own resolves every peer. */
    private final class Exchange extends HttpExchange {
        private final HttpContext context = server.createContext("/orders");
        private final InetSocketAddress peer;

        Exchange(InetSocketAddress peer) {
            this.peer = peer;
            server.removeContext(context);
        }

        @Override
        public Headers getRequestHeaders() {
            return new Headers();
        }

        @Override
        public Headers getResponseHeaders() {
            return new Headers();
        }

        @Override
        public URI getRequestURI() {
            return URI.create("/orders/7;jsessionid=1/9f8c0e7d5a?secret=2");
        }

        @Override
        public String getRequestMethod() {
            return "POST";
        }

        @Override
        public HttpContext getHttpContext() {
            return context;
        }

        @Override
        public void close() {}

        @Override
        public InputStream getRequestBody() {
            return InputStream.nullInputStream();
        }

        @Override
        public OutputStream getResponseBody() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public void sendResponseHeaders(int status, long length) {}

        @Override
        public InetSocketAddress getRemoteAddress() {
            return peer;
        }

        @Override
        public int getResponseCode() {
            return -1;
        }

        @Override
        public InetSocketAddress getLocalAddress() {
            return server.getAddress();
        }

        @Override
        public String getProtocol() {
            return "HTTP/1.1";
        }

        @Override
        public Object getAttribute(String name) {
            return null;
        }

        @Override
        public void setAttribute(String name, Object value) {}

        @Override
        public void setStreams(InputStream in, OutputStream out) {}

        @Override
        public HttpPrincipal getPrincipal() {
            return null;
        }
    }
}
