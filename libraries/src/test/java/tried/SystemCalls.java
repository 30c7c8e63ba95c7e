package tried;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Real files, sockets and processes, in the ways the JDK has. */
public final class SystemCalls {
    private SystemCalls() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Told.in("work", () -> {
            streams(folder.resolve("streams.bin").toFile());
            whole(folder);
            sockets();
            channels();
            processes();
            return null;
        });
        Told.print();
    }

    private static void streams(File file) throws Exception {
        try (OutputStream out = new FileOutputStream(file)) {
            out.write(1);
            out.write(new byte[]{2, 3});
        }
        try (InputStream in = new FileInputStream(file)) {
            System.out.println("does read " + in.read() + " " + in.readAllBytes().length);
        }
        try (Counted in = new Counted(new FileInputStream(file))) {
            System.out.println("does read " + in.read() + " of its own, " + in.bytes);
        }
        try (InputStream none = new FileInputStream(file + ".none")) {
            none.read();
        } catch (FileNotFoundException expected) {
            System.out.println("does find none");
        }
        try (RandomAccessFile random = new RandomAccessFile(file, "rw");
                FileChannel channel = FileChannel.open(
                        file.toPath(), StandardOpenOption.READ)) {
            random.seek(1);
            random.write(7);
            System.out.println("does channel " + channel.read(ByteBuffer.allocate(9)) + " " + random.readByte());
        }
    }

    /** A stream of the program's own, as most libraries have one around those of the JDK. */
    private static final class Counted extends InputStream {
        private final InputStream in;
        private int bytes;

        Counted(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            bytes += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    private static void whole(Path folder) throws Exception {
        Path file = folder.resolve("lines.txt");
        Files.writeString(file, "one\ntwo\n");
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            System.out.println("does lines " + lines.readLine() + lines.readLine() + lines.readLine());
        }
        Files.copy(file, folder.resolve("copy.txt"));
        System.out.println("does whole " + Files.readAllLines(folder.resolve("copy.txt")));
        Files.delete(file);
        try {
            Files.readString(file);
        } catch (NoSuchFileException expected) {
            System.out.println("does find it gone");
        }
        System.out.println("does other streams " + new java.io.ByteArrayInputStream(new byte[3]).read(new byte[5]));
    }

    private static void sockets() throws Exception {
        InetAddress here = InetAddress.getByName("127.0.0.1");
        int port;
        try (ServerSocket server = new ServerSocket(0, 5, here);
                Socket client = new Socket(here, server.getLocalPort());
                Socket other = server.accept()) {
            port = server.getLocalPort();
            client.getOutputStream().write(new byte[]{1, 2, 3});
            System.out.println("does receive " + other.getInputStream().readNBytes(3).length);
            other.getOutputStream().write(4);
            System.out.println("does answer " + new Counted(client.getInputStream()).read());
        }
        try (Socket refused = new Socket()) {
            refused.connect(new InetSocketAddress(here, port));
        } catch (ConnectException expected) {
            System.out.println("does find nobody");
        }
    }

    private static void channels() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel other = server.accept()) {
            client.write(ByteBuffer.wrap(new byte[]{5, 6}));
            System.out.println("does take " + other.read(ByteBuffer.allocate(2)));
        }
    }

    private static void processes() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-version").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        System.out.println("does end with " + process.waitFor());
        try {
            Runtime.getRuntime().exec(new String[]{"/nowhere/none", "secret"});
        } catch (IOException expected) {
            System.out.println("does start none");
        }
    }
}
