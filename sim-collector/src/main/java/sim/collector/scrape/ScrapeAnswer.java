package sim.collector.scrape;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What a client is answered, in pieces that its socket takes one by one. One thread. */
final class ScrapeAnswer {
    /** A socket takes from the heap by a copy of this size. */
    private static final int PIECE = 1 << 16;

    private ScrapeAnswer() {}

    /**
     * @param isLoopback whether only this machine may ask
     * @param isNear whether this machine asks: then the bytes cost nothing, and packing would cost the application processor time
     */
    static Deque<ByteBuffer> to(ScrapeRequest request, ScrapedSums sums, boolean isLoopback, boolean isNear)
            throws IOException {
        String refusal = request.refusal(isLoopback);
        if (refusal != null) {
            byte[] line = (refusal.substring(4) + "\n").getBytes(StandardCharsets.UTF_8);
            return of(head(refusal, "text/plain; charset=utf-8", line.length, ""), List.of(ByteBuffer.wrap(line)));
        }
        String type = MetricsText.contentType(request.takesOpenMetrics());
        if (request.isHead()) {
            return of(head("200 OK", type, -1, ""), List.of());
        }
        List<ByteBuffer> text = sums.text(request.takesOpenMetrics()).pieces();
        if (isNear || !request.takesGzip()) {
            return of(head("200 OK", type, text.stream().mapToLong(ByteBuffer::remaining).sum(), ""), text);
        }
        byte[] packed = packed(text);
        Deque<ByteBuffer> answer = of(head("200 OK", type, packed.length, "Content-Encoding: gzip\r\n"), List.of());
        for (int from = 0; from < packed.length; from += PIECE) {
            answer.add(ByteBuffer.wrap(packed, from, Math.min(PIECE, packed.length - from)));
        }
        return answer;
    }

    private static byte[] packed(List<ByteBuffer> text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(PIECE);
        try (FastGzip gzip = new FastGzip(packed)) {
            for (ByteBuffer each : text) {
                gzip.write(each.array(), each.position(), each.remaining());
            }
        }
        return packed.toByteArray();
    }

    private static Deque<ByteBuffer> of(byte[] head, List<ByteBuffer> body) {
        Deque<ByteBuffer> answer = new ArrayDeque<>(body.size() + 1);
        answer.add(ByteBuffer.wrap(head));
        answer.addAll(body);
        return answer;
    }

    /**
     * @param length -1 where there is no body
     * @param more further lines, each with its end
     */
    private static byte[] head(String status, String type, long length, String more) {
        return ("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\n"
                + (length < 0 ? "" : "Content-Length: " + length + "\r\n") + more
                + "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    }
}
