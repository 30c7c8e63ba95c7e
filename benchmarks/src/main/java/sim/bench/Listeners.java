package sim.bench;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** What systems send to while they are measured, each started at its first use and kept for the run. */
final class Listeners implements AutoCloseable {
    private final Workshop workshop;
    private final Jdk jdk;
    private SimServer sim;
    private HttpServer otlp;
    private Process kieker;
    private int kiekerPort;

    Listeners(Workshop workshop, Jdk jdk) {
        this.workshop = workshop;
        this.jdk = jdk;
    }

    /** SIM's agent server. */
    String sim() throws IOException, InterruptedException {
        if (sim == null) {
            sim = new SimServer(workshop, jdk);
        }
        return "127.0.0.1:" + sim.port();
    }

    /** Takes OTLP over HTTP, reads it to its end and answers that all is well. */
    String otlp() throws IOException {
        if (otlp == null) {
            otlp = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            otlp.createContext("/", exchange -> {
                try (exchange; InputStream body = exchange.getRequestBody()) {
                    body.transferTo(java.io.OutputStream.nullOutputStream());
                    exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
                    exchange.sendResponseHeaders(200, -1);
                }
            });
            otlp.start();
        }
        return "http://127.0.0.1:" + otlp.getAddress().getPort();
    }

    /** Kieker's reader. */
    int kieker() throws IOException, InterruptedException {
        if (kieker == null) {
            try (ServerSocket free = new ServerSocket(0)) {
                kiekerPort = free.getLocalPort();
            }
            Path log = workshop.scratch().resolve("kieker-reader.log");
            kieker = new ProcessBuilder(jdk.java(), "-cp", workshop.agent("kieker-2.0.2-bytebuddy"),
                    workshop.root().resolve("benchmarks/src/main/peers/KiekerReader.java").toString(),
                    String.valueOf(kiekerPort)).redirectErrorStream(true).redirectOutput(log.toFile()).start();
            for (int tries = 0; !Files.readString(log).contains("ready"); tries++) {
                if (tries == 300 || !kieker.isAlive()) {
                    throw new IOException("Kieker's reader does not start; its log is " + log);
                }
                Thread.sleep(100);
            }
        }
        return kiekerPort;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (sim != null) {
            sim.close();
        }
        if (otlp != null) {
            otlp.stop(0);
        }
        if (kieker != null) {
            kieker.destroy();
        }
    }
}
