package sim.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import sim.server.query.Turn;

/**
 * An answer's bytes. The first ones are held back: what fails while it is still being asked of the store is then answered
 * as a failure, a short answer has its length, one that the client has already is not sent again, and one that is whole leaves once the store is
 * no longer asked. What follows goes out as it comes. One thread; any may ask whether it has begun.
 */
final class AnswerStream extends OutputStream {
    /** Bytes held back: more than the page asks for at a time. Two answers of the store are written at once. */
    static final int HELD = 1 << 20;
    /** A shorter answer is not worth packing. */
    private static final int PACKED = 1_500;

    private static final String TYPE = "sim.answer.type";
    private static final String PACKED_ALREADY = "application/octet-stream";

    private static final Pattern GZIP = Pattern
            .compile("(?i)(^|[,\\s])gzip\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))");

    private final Context request;
    private byte[] held = new byte[4 << 10];
    private int length;
    /** Null until something was sent. */
    private OutputStream out;
    /** The turn the answer is part of, or null for none. */
    private Turn turn;
    private volatile boolean begun;
    /** Whether all of it is held, and waits for {@link #leave}. */
    private boolean whole;

    AnswerStream(Context request) {
        this.request = request;
    }

    /** Says that the answer is no JSON; null takes that back. */
    static void type(Context request, String type) {
        request.attribute(TYPE, type);
    }

    /** Whether it is too late to answer something else. */
    boolean hasBegun() {
        return begun;
    }

    /** From now on nothing begins to leave once the turn was ended; null for no turn. */
    void within(Turn turn) {
        this.turn = turn;
    }

    /** Forgets what is held; false if it is too late for that. */
    boolean restart() {
        length = 0;
        whole = false;
        return out == null && !begun;
    }

    /** Whether the answer is whole and has not left. */
    boolean isWhole() {
        return whole;
    }

    /** An answer that is whole leaves. */
    void leave() throws IOException {
        whole = false;
        if (!isKnown()) {
            send(false);
        }
        if (out != null) {
            sent(out::close);
        }
    }

    /** Hands bytes to the client, who may take long. */
    private void sent(Turn.Sending bytes) throws IOException {
        if (turn == null) {
            bytes.send();
        } else {
            turn.send(bytes);
        }
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (turn != null && out == null) { // later it is looked between rows: half a row cannot be ended
            turn.check();
        }
        if (out == null && length + count > HELD) {
            send(true);
        }
        if (out != null) {
            sent(() -> out.write(bytes, offset, count));
            return;
        }
        if (length + count > held.length) {
            held = Arrays.copyOf(held, Math.max(held.length * 2, length + count));
        }
        System.arraycopy(bytes, offset, held, length, count);
        length += count;
    }

    private void begin() {
        if (turn == null) {
            begun = true;
        } else {
            turn.begin(() -> begun = true);
        }
    }

    private void send(boolean more) throws IOException {
        begin();
        String type = request.attribute(TYPE);
        request.res().setContentType(type == null ? "application/json" : type);
        request.header("Vary", "Accept-Encoding");
        if (!PACKED_ALREADY.equals(type) && (more || length >= PACKED)
                && takesGzip(request.header("Accept-Encoding"))) {
            request.header("Content-Encoding", "gzip");
            out = new GZIPOutputStream(request.res().getOutputStream(), 8 << 10);
        } else {
            if (!more) {
                request.res().setContentLength(length);
            }
            out = request.res().getOutputStream();
        }
        sent(() -> out.write(held, 0, length));
        held = null;
    }

    /** Whether the client named it, and not to say that it takes none. */
    static boolean takesGzip(String accepted) {
        return accepted != null && GZIP.matcher(accepted).find();
    }

    /** Sends what was held back, as the end of the answer; only that it is the same if the client has it. Within a turn that waits for {@link #leave}. */
    @Override
    public void close() throws IOException {
        if (out != null) {
            sent(out::close);
        } else if (turn != null) {
            whole = true;
        } else {
            leave();
        }
    }

    /** Names what was held back, and says so if the client has an answer of that name. A scrape is another one each time. */
    private boolean isKnown() {
        if (request.path().equals(MetricsRoute.PATH) || request.statusCode() != 200
                || request.req().getMethod().equals("POST")) {
            return false;
        }
        String tag = EntityTag.of(held, length);
        request.header("ETag", tag);
        if (!EntityTag.isOneOf(request.header("If-None-Match"), tag)) {
            return false;
        }
        begin();
        request.status(304);
        held = null;
        return true;
    }
}
