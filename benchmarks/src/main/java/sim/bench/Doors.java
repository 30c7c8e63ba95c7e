package sim.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;
import sim.wire.tls.Suites;
import sim.wire.tls.TlsFiles;

/**
 * What TLS and a token cost a collector and the server: processor time of a batch at both sides, bytes on the wire, and a connection, the first
 * of a JVM and later ones. The same batches in the clear and over TLS 1.3, with a certificate at both sides; sockets and options are the
 * collector's.
 */
final class Doors {
    static final String CASE = "doors";
    private static final int PLACES = 1_000;
    private static final int CONNECTIONS = 40;
    private static final int TURNS = 10;
    private static final double MICROS = 1e3;

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    Doors(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    void measure(int batches) throws IOException, InterruptedException, WireException, GeneralSecurityException {
        Path certs = workshop.scratch().resolve("certs");
        command(workshop.scratch().resolve("certs.log"), "certs", "--out", certs.toString());
        Path tokens = Files.createDirectories(workshop.scratch().resolve("tokens"));
        Path token = workshop.scratch().resolve("token");
        command(token, "token", "add", "ship", "--role", "ship", "--data", tokens.toString());
        List<Batch> all = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            all.add(Ingest.ofPlaces(i + 2, PLACES));
        }
        clearAndEncrypted(all, certs, Files.readString(token).strip(), tokens);
        new RedactionCosts(jdk, results, progress).measure();
    }

    private void clearAndEncrypted(List<Batch> batches, Path certs, String token, Path tokens)
            throws IOException, InterruptedException, WireException, GeneralSecurityException {
        try (SimServer clear = new SimServer(workshop, jdk);
                SimServer encrypted = new SimServer(workshop, jdk, tokens.resolve("tokens.json"), "--tls-cert",
                        certs.resolve("server.pem").toString(), "--tls-collectors",
                        certs.resolve("ca.pem").toString())) {
            SSLContext context = new TlsFiles(certs.resolve("collector.pem"), null, certs.resolve("ca.pem"), null)
                    .context();
            try (Side plain = new Side("in the clear", clear, null, "");
                    Side secret = new Side("TLS and a token", encrypted, context, token)) {
                ship(plain, secret, batches);
                connect(plain);
                connect(secret);
            }
            first("in the clear", clear.port(), "-", "-");
            first("TLS and a token", encrypted.port(), certs.toString(), token);
        }
    }

    /** Both warm up, then they take turns. */
    private void ship(Side clear, Side encrypted, List<Batch> batches)
            throws IOException, InterruptedException, WireException {
        int warm = batches.size() / 2;
        int turn = warm / TURNS;
        for (Side each : List.of(clear, encrypted)) {
            progress.say(CASE + ", " + each.what + ", JDK " + jdk.feature() + ": " + batches.size() + " batches of "
                    + PLACES + " places");
            each.send(batches.subList(0, warm));
            each.forget();
        }
        for (int i = 0; i < TURNS; i++) {
            clear.send(batches.subList(warm + i * turn, warm + (i + 1) * turn));
            encrypted.send(batches.subList(warm + i * turn, warm + (i + 1) * turn));
        }
        for (Side each : List.of(clear, encrypted)) {
            add("collector's processor time of a batch", each.what, each.ownNanos / MICROS / each.sent, "us");
            add("server's processor time of a batch", each.what, each.serverSeconds * 1e6 / each.sent, "us");
            add("bytes of a batch", each.what, (double) each.bytes / each.sent, "bytes");
        }
    }

    private void connect(Side side) throws IOException {
        long[] connecting = new long[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            long own = cpuNanos();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), side.server.port());
                    Socket frames = around(socket, side.context)) {
                frames.getOutputStream().flush();
            }
            connecting[i] = cpuNanos() - own;
        }
        Arrays.sort(connecting);
        add("collector's processor time of a further connection", side.what, connecting[CONNECTIONS / 2] / MICROS,
                "us");
    }

    /** A server, a connection to it, and what was taken since it was forgotten. */
    private static final class Side implements AutoCloseable {
        final String what;
        final SimServer server;
        final SSLContext context;
        private final Counted counted;
        private final Socket frames;
        private final FrameWriter writer;
        private final FrameReader reader;
        long ownNanos;
        double serverSeconds;
        long bytes;
        int sent;

        Side(String what, SimServer server, SSLContext context, String token) throws IOException, WireException {
            this.what = what;
            this.server = server;
            this.context = context;
            counted = new Counted(server.port());
            frames = around(counted, context);
            writer = new FrameWriter(frames.getOutputStream());
            reader = new FrameReader(frames.getInputStream());
            writer.write(new Hello(Wire.VERSION, "doors", UUID.randomUUID().toString(), "localhost", 1, "none",
                    System.currentTimeMillis() * 1000, false, List.of()).with(token));
            expect(reader, Welcome.class);
            writer.write(Ingest.dictionary());
            expect(reader, Ack.class);
        }

        void send(List<Batch> batches) throws IOException, WireException {
            long before = counted.sent.get();
            double cpu = server.cpuSeconds();
            long own = cpuNanos();
            for (Batch batch : batches) {
                writer.write(batch);
                expect(reader, Ack.class);
            }
            ownNanos += cpuNanos() - own;
            serverSeconds += server.cpuSeconds() - cpu;
            bytes += counted.sent.get() - before;
            sent += batches.size();
        }

        void forget() {
            ownNanos = 0;
            serverSeconds = 0;
            bytes = 0;
            sent = 0;
        }

        @Override
        public void close() throws IOException {
            frames.close();
        }
    }

    /** The first connection of a JVM loads classes and makes a context. In a JVM of its own, the median of some. */
    private void first(String what, int port, String certs, String token) throws IOException, InterruptedException {
        int runs = 5;
        double[] millis = new double[runs];
        double[] cpu = new double[runs];
        double[] classes = new double[runs];
        for (int i = 0; i < runs; i++) {
            Path out = workshop.scratch().resolve("first-" + i);
            Process process = new ProcessBuilder(jdk.java(), "-cp", System.getProperty("java.class.path"),
                    "sim.bench.FirstConnection", String.valueOf(port), certs, token)
                    .redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(out.toFile()).start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("a first connection failed: " + Files.readString(out));
            }
            String[] said = Files.readString(out).strip().split(" ");
            millis[i] = Double.parseDouble(said[0]);
            cpu[i] = Double.parseDouble(said[1]);
            classes[i] = Double.parseDouble(said[2]);
        }
        add("first connection of a JVM", what, median(millis), "ms");
        add("first connection of a JVM, processor time", what, median(cpu), "ms");
        add("classes that the first connection loads", what, median(classes), "");
    }

    private static double median(double[] of) {
        double[] sorted = of.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    static void expect(FrameReader reader, Class<? extends WireFrame> type) throws IOException, WireException {
        WireFrame frame = reader.read();
        if (!type.isInstance(frame)) {
            throw new IOException("the server answered " + frame);
        }
    }

    static Socket around(Socket socket, SSLContext context) throws IOException {
        socket.setTcpNoDelay(true);
        if (context == null) {
            return socket;
        }
        SSLSocket encrypted = (SSLSocket) context.getSocketFactory().createSocket(socket, "127.0.0.1",
                socket.getPort(), true);
        var parameters = encrypted.getSSLParameters();
        parameters.setProtocols(Suites.versions());
        parameters.setCipherSuites(Suites.of(parameters.getCipherSuites()));
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        encrypted.setSSLParameters(parameters);
        encrypted.startHandshake();
        return encrypted;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void command(Path out, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.java(), "-jar",
                workshop.root().resolve("sim-agent-server/target/sim-agent-server.jar").toString()));
        command.addAll(List.of(arguments));
        if (new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(out.toFile())
                .start().waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + Files.readString(out));
        }
    }

    private void add(String figure, String what, double value, String unit) {
        results.add(Result.figure(CASE + ", " + figure, what, jdk.feature(), value, unit));
    }

    /** A connection that counts what is sent over it. */
    private static final class Counted extends Socket {
        final AtomicLong sent = new AtomicLong();

        Counted(int port) throws IOException {
            super(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            OutputStream out = super.getOutputStream();
            return new OutputStream() {
                @Override
                public void write(int one) throws IOException {
                    sent.incrementAndGet();
                    out.write(one);
                }

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    sent.addAndGet(length);
                    out.write(bytes, from, length);
                }

                @Override
                public void flush() throws IOException {
                    out.flush();
                }
            };
        }
    }
}
