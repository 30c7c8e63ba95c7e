package sim.bench;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.tls.TlsFiles;

/** The first connection of a JVM, from nothing to the server's welcome: prints milliseconds, those of processor time, and classes loaded. */
final class FirstConnection {
    private FirstConnection() {}

    /** @param arguments the port, the folder of certificates and the token; {@code -} for none */
    public static void main(String[] arguments) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        var classes = ManagementFactory.getClassLoadingMXBean();
        threads.getCurrentThreadCpuTime();
        long loaded = classes.getTotalLoadedClassCount();
        long cpu = threads.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        boolean clear = arguments[1].equals("-");
        Path certs = Path.of(arguments[1]);
        SSLContext context = clear
                ? null
                : new TlsFiles(certs.resolve("collector.pem"), null, certs.resolve("ca.pem"), null).context();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
                Socket frames = Doors.around(socket, context)) {
            Hello hello = new Hello(Wire.VERSION, "first", UUID.randomUUID().toString(), "localhost", 1, "none",
                    System.currentTimeMillis() * 1000, false, List.of());
            new FrameWriter(frames.getOutputStream()).write(hello.with(clear ? "" : arguments[2]));
            Doors.expect(new FrameReader(frames.getInputStream()), Welcome.class);
            System.out.println((System.nanoTime() - begin) / 1e6 + " " + (threads.getCurrentThreadCpuTime() - cpu) / 1e6
                    + " " + (classes.getTotalLoadedClassCount() - loaded));
        }
    }
}
