package sim.server.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/** A receiver that answers 200 and then goes on for as long as somebody reads, until it is told to answer as it should. */
final class EndlessAnswers implements AutoCloseable {
    private static final int PART = 1 << 16;

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final boolean packed;
    /** Answers that their reader did not read to the end. */
    final AtomicInteger broken = new AtomicInteger();
    volatile boolean isEndless = true;

    /** @param packed whether it sends zeros by gzip: a thousand times as many bytes come out */
    EndlessAnswers(boolean packed) throws IOException {
        this.packed = packed;
        Thread accepting = new Thread(this::accept, "endless");
        accepting.setDaemon(true);
        accepting.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread answering = new Thread(() -> answer(client), "endless answer");
                answering.setDaemon(true);
                answering.start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket client) {
        try (client; InputStream in = client.getInputStream(); OutputStream out = client.getOutputStream()) {
            String head = head(in);
            in.readNBytes(length(head));
            if (!isEndless) {
                out.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
                return;
            }
            out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nTransfer-Encoding: chunked\r\n"
                    + (packed ? "Content-Encoding: gzip\r\n" : "") + "\r\n").getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream zeros = new ByteArrayOutputStream();
            try (GZIPOutputStream packing = new GZIPOutputStream(zeros, true)) {
                while (true) {
                    byte[] part = new byte[PART];
                    if (packed) {
                        packing.write(part);
                        packing.flush();
                        part = zeros.toByteArray();
                        zeros.reset();
                    } else {
                        Arrays.fill(part, (byte) 'x');
                    }
                    out.write((Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                    out.write(part);
                    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException gone) {
            broken.incrementAndGet();
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("it asked nothing");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static int length(String head) {
        return head.lines().filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip())).findFirst().orElse(0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
