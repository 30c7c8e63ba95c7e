package sim.bench;

import java.io.IOException;
import java.io.InputStream;
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
import javax.net.ssl.SSLSocket;
import sim.collector.tls.Suites;
import sim.collector.tls.TlsFiles;
import sim.collector.wire.Ack;
import sim.collector.wire.Batch;
import sim.collector.wire.FrameReader;
import sim.collector.wire.FrameWriter;
import sim.collector.wire.Hello;
import sim.collector.wire.Welcome;
import sim.collector.wire.Wire;
import sim.collector.wire.WireException;
import sim.collector.wire.WireFrame;

/**
 * What TLS and a token cost a collector and the server: processor time of a batch at both sides, bytes on the wire, and a connection, the first
 * of a JVM and later ones. The same batches in the clear and over TLS 1.3, with a certificate at both sides; sockets and options are the
 * collector's.
 */
final class Doors {
    static final String CASE = "doors";
    private static final int PLACES = 1_000;
    private static final int CONNECTIONS = 40;
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
            TlsFiles files = new TlsFiles(certs.resolve("collector.pem"), null, certs.resolve("ca.pem"), null);
            ship("in the clear", clear, null, "", batches);
            ship("TLS and a token", encrypted, files, token, batches);
            first("in the clear", clear.port(), "-", "-");
            first("TLS and a token", encrypted.port(), certs.toString(), token);
        }
    }

    private void ship(String what, SimServer server, TlsFiles files, String token, List<Batch> batches)
            throws IOException, InterruptedException, WireException, GeneralSecurityException {
        progress.say(CASE + ", " + what + ", JDK " + jdk.feature() + ": " + batches.size() + " batches of " + PLACES
                + " places");
        try (Counted counted = new Counted(server.port()); Socket frames = around(counted, files)) {
            FrameWriter writer = new FrameWriter(frames.getOutputStream());
            FrameReader reader = new FrameReader(frames.getInputStream());
            Hello hello = new Hello(Wire.VERSION, "doors", UUID.randomUUID().toString(), "localhost", 1, "none",
                    System.currentTimeMillis() * 1000, false, List.of());
            writer.write(hello.with(token));
            expect(reader, Welcome.class);
            writer.write(Ingest.dictionary());
            expect(reader, Ack.class);
            int warm = batches.size() / 2;
            send(batches.subList(0, warm), writer, reader);
            long bytes = counted.sent.get();
            double cpu = server.cpuSeconds();
            long own = cpuNanos();
            send(batches.subList(warm, batches.size()), writer, reader);
            int of = batches.size() - warm;
            add("collector's processor time of a batch", what, (cpuNanos() - own) / MICROS / of, "us");
            add("server's processor time of a batch", what, (server.cpuSeconds() - cpu) * 1e6 / of, "us");
            add("bytes of a batch", what, (double) (counted.sent.get() - bytes) / of, "bytes");
        }
        long[] connecting = new long[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            long own = cpuNanos();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                    Socket frames = around(socket, files)) {
                frames.getOutputStream().flush();
            }
            connecting[i] = cpuNanos() - own;
        }
        Arrays.sort(connecting);
        add("collector's processor time of a further connection", what, connecting[CONNECTIONS / 2] / MICROS, "us");
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

    private static void send(List<Batch> batches, FrameWriter writer, FrameReader reader)
            throws IOException, WireException {
        for (Batch batch : batches) {
            writer.write(batch);
            expect(reader, Ack.class);
        }
    }

    static void expect(FrameReader reader, Class<? extends WireFrame> type) throws IOException, WireException {
        WireFrame frame = reader.read();
        if (!type.isInstance(frame)) {
            throw new IOException("the server answered " + frame);
        }
    }

    static Socket around(Socket socket, TlsFiles files) throws IOException, GeneralSecurityException {
        socket.setTcpNoDelay(true);
        if (files == null) {
            return socket;
        }
        SSLSocket encrypted = (SSLSocket) files.context().getSocketFactory().createSocket(socket, "127.0.0.1",
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
        public InputStream getInputStream() throws IOException {
            return super.getInputStream();
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
