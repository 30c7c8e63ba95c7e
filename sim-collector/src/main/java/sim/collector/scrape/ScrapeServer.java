package sim.collector.scrape;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import sim.base.failure.OwnThread;

/**
 * Answers scrapes, one at a time, on a daemon thread of its own. If the port is in use it says so once, and tries again: after a restart
 * the process before may still be ending. A client that hangs is cut off after 10 s, so that the next one is served; by the length of
 * the answer it sees that it has not all of it. For a client of another machine that takes it the answer is packed; to one of this
 * machine the bytes cost nothing, and packing would cost the application processor time.
 */
public final class ScrapeServer {
    private static final int BACKLOG = 16;
    private static final int READ_MILLIS = 1_000;
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long RETRY_NANOS = 10_000_000_000L;
    /** After a connection that could not be accepted, mostly for want of a file descriptor. */
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private final String host;
    private final int port;
    private final ScrapedSums sums;
    private final Consumer<String> say;
    private final Consumer<Throwable> failures;
    private final Thread thread = OwnThread.of(this::run, "sim-prometheus");
    private final Runnable round = this::round;
    private volatile boolean closed;
    private volatile ServerSocket listening;
    private volatile Socket served;
    private volatile long servedSince;

    /**
     * @param say prints a line, once
     * @param failures counts a failure
     */
    public ScrapeServer(String host, int port, ScrapedSums sums, Consumer<String> say, Consumer<Throwable> failures) {
        this.host = host;
        this.port = port;
        this.sums = sums;
        this.say = say;
        this.failures = failures;
    }

    public void start() {
        thread.start();
    }

    /** Cuts off a client that hangs. Any thread. */
    public void look(long nowNanos) {
        Socket hangs = served;
        if (hangs != null && nowNanos - servedSince > LONGEST_NANOS) {
            close(hangs);
        }
    }

    /** Ends listening. Any thread. */
    public void close() {
        closed = true;
        close(listening);
        close(served);
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            OwnThread.round(round);
            if (!closed) {
                LockSupport.parkNanos(this, RETRY_NANOS);
            }
        }
    }

    private void round() {
        try {
            listen();
        } catch (IOException | RuntimeException taken) {
            if (!closed) {
                say.accept("prometheus=" + host + ":" + port + " cannot be listened on (" + taken.getMessage()
                        + "); the program continues, and SIM tries again. Choose an address of this machine and a "
                        + "port that is free");
            }
        }
    }

    private void listen() throws IOException {
        InetAddress address = InetAddress.getByName(host);
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port), BACKLOG);
            listening = socket;
            while (!closed) {
                Socket client = accept(socket);
                if (client == null) {
                    continue;
                }
                servedSince = System.nanoTime();
                served = client;
                try (client) {
                    serve(client, address.isLoopbackAddress());
                } catch (IOException gone) {
                    // the scraper's affair: it sees that its scrape failed
                } catch (Throwable failure) {
                    failures.accept(failure);
                } finally {
                    served = null;
                }
            }
        }
    }

    /** Null where there is none to be had now: it is counted, and who connected waits. */
    private Socket accept(ServerSocket socket) throws IOException {
        try {
            return socket.accept();
        } catch (IOException none) {
            if (closed || socket.isClosed()) {
                throw none;
            }
            failures.accept(none);
            LockSupport.parkNanos(this, PAUSE_NANOS);
            return null;
        }
    }

    private void serve(Socket client, boolean isLoopback) throws IOException {
        client.setSoTimeout(READ_MILLIS);
        InputStream in = client.getInputStream();
        OutputStream out = new BufferedOutputStream(client.getOutputStream(), 1 << 16);
        ScrapeRequest request = ScrapeRequest.read(in);
        String refusal = request.refusal(isLoopback);
        if (refusal != null) {
            byte[] line = (refusal.substring(4) + "\n").getBytes(StandardCharsets.UTF_8);
            head(out, refusal, "text/plain; charset=utf-8", line.length, "");
            out.write(line);
        } else if (request.isHead()) {
            head(out, "200 OK", MetricsText.contentType(request.takesOpenMetrics()), -1, "");
        } else {
            answer(sums.text(request.takesOpenMetrics()), MetricsText.contentType(request.takesOpenMetrics()),
                    request.takesGzip() && !client.getInetAddress().isLoopbackAddress(), out);
        }
        out.flush();
        client.shutdownOutput();
    }

    private static void answer(MetricsText text, String type, boolean isPacked, OutputStream out) throws IOException {
        if (!isPacked) {
            head(out, "200 OK", type, text.length(), "");
            text.to(out);
            return;
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream(1 << 16);
        try (FastGzip gzip = new FastGzip(packed)) {
            text.to(gzip);
        }
        head(out, "200 OK", type, packed.size(), "Content-Encoding: gzip\r\n");
        packed.writeTo(out);
    }

    /**
     * @param length -1 where there is no body
     * @param more further lines, each with its end
     */
    private static void head(OutputStream out, String status, String type, long length, String more)
            throws IOException {
        out.write(("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\n"
                + (length < 0 ? "" : "Content-Length: " + length + "\r\n") + more
                + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void close(AutoCloseable what) {
        try {
            if (what != null) {
                what.close();
            }
        } catch (Exception ended) {
            // it is closed
        }
    }
}
