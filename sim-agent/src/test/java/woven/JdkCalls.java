package woven;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import sim.instrumentation.annotation.Instrument;

/** Calls the JDK for files, sockets and processes that {@link JdkProbe} looks at; prints what it did and what SIM recorded. */
public final class JdkCalls {
    private static final int EACH = 3;

    private JdkCalls() {}

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempDirectory("jdk").resolve("calls.bin");
        long sum = 0;
        for (int i = 0; i < EACH; i++) {
            sum += files(file.toFile()) + missing() + sockets() + processes() + own();
        }
        System.out.println("did " + sum);
        Files.delete(file);
        Files.delete(file.getParent());
        PayloadReport.print();
    }

    /** What is private a class may call itself, so that the JDK asks who calls. */
    private static int own() throws ReflectiveOperationException {
        return (int) JdkCalls.class.getDeclaredMethod("hidden").invoke(null);
    }

    private static int hidden() {
        return 1;
    }

    @Instrument
    static long files(File file) throws IOException {
        try (FileOutputStream plain = new FileOutputStream(file.length() >= 0 ? new File(file.getPath()) : null);
                OutputStream above = new FileOutputStream(file);
                OutputStream around = new BufferedOutputStream(plain);
                Twice twice = new Twice(file)) {
            plain.write(new byte[10]);
            above.write(new byte[20]);
            around.write(new byte[30]); // of the JDK, to the JDK
            twice.write(new byte[40]);
        }
        long sum = Files.size(file.toPath());
        try (InputStream in = new FileInputStream(file.getPath()); Own own = new Own()) {
            sum += in.read(new byte[1_000]) + own.read(new byte[5]) + ((InputStream) own).read(new byte[6]);
        }
        return sum;
    }

    @Instrument
    static int missing() throws IOException {
        try (InputStream none = new FileInputStream("/nowhere/none")) {
            return none.read();
        } catch (FileNotFoundException expected) {
            StackTraceElement[] trace = expected.getStackTrace();
            return expected.getMessage().length() + trace[trace.length - 1].getLineNumber();
        }
    }

    @Instrument
    static int sockets() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket client = new Socket()) {
            client.connect(server.getLocalSocketAddress());
            try (Socket other = server.accept()) {
                other.getOutputStream().write(new byte[]{1, 2, 3});
                int read = client.getInputStream().read(new byte[3]);
                try (Socket refused = new Socket()) {
                    int port = server.getLocalPort();
                    server.close();
                    refused.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                    return -1;
                } catch (ConnectException expected) {
                    return read;
                }
            }
        }
    }

    @Instrument
    static int processes() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, "-version").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() + 1;
    }

    /** Calls the JDK's code for what it does itself. */
    static final class Twice extends FileOutputStream {
        Twice(File file) throws FileNotFoundException {
            super(file, true);
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            super.write(bytes);
            super.write(bytes, 0, bytes.length);
        }
    }

    /** Of the application. */
    static final class Own extends InputStream {
        @Override
        public int read() {
            return -1;
        }

        @Override
        public int read(byte[] into) {
            return into.length;
        }
    }
}
