package sim.wire;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** Encodes frames as bytes and decodes them, without their length and with their checksum. Any thread. */
public final class FrameCodec {
    static final int HELLO = 1;
    static final int WELCOME = 2;
    static final int REFUSAL = 3;
    private static final int BATCH = 4;
    static final int ACK = 5;

    private FrameCodec() {}

    /** The frame as CBOR, and its checksum. */
    public static byte[] encode(WireFrame frame) {
        Parts out = new Parts();
        int type;
        if (frame instanceof Batch batch) {
            type = BATCH;
            BatchCodec.write(batch, out);
        } else if (frame instanceof Ack ack) {
            type = ACK;
            write(ack, out);
        } else if (frame instanceof Hello hello) {
            type = HELLO;
            write(hello, out);
        } else if (frame instanceof Welcome welcome) {
            type = WELCOME;
            out.add(welcome.version());
            out.add(welcome.lastSequence());
            out.add(welcome.lastName());
            out.add(welcome.lastNode());
            out.add(welcome.aside());
        } else {
            type = REFUSAL;
            out.add(((Refusal) frame).reason());
            out.add(((Refusal) frame).blames().number());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(out.size() + 256);
        Cbor.write(type, out, type == BATCH, bytes);
        return Checksum.appended(bytes.toByteArray());
    }

    /** The frame in these bytes, as a peer of this version numbers meters and sections. */
    public static WireFrame decode(byte[] bytes) throws WireException {
        return decode(bytes, Dialect.OWN);
    }

    /**
     * The most heap that a frame of this length may take once it is decoded, whatever its content: 50 times its length for 13 meters and
     * 92 times for 29. Only a frame of rows with next to nothing in them takes so much; a real one takes a third of that.
     */
    public static long heapBytes(int length, Dialect dialect) {
        return RowParts.heapBytes(length, dialect.meters().width());
    }

    /** The frame in these bytes, which may take the heap that one of its length may. */
    public static WireFrame decode(byte[] bytes, Dialect dialect) throws WireException {
        return decode(bytes, dialect, heapBytes(bytes.length, dialect));
    }

    /**
     * The frame in these bytes.
     *
     * @param dialect how the peer numbers meters and sections
     * @param heapBytes what its rows may take; a frame that needs more is refused before it takes it
     * @throws WireException with one line, if they are not what a peer of this version wrote
     */
    public static WireFrame decode(byte[] bytes, Dialect dialect, long heapBytes) throws WireException {
        if (!Checksum.isRight(bytes)) {
            throw new WireException(
                    "the checksum of a frame is wrong: it was changed on the way, or it is not from SIM");
        }
        try {
            return read(bytes, dialect, heapBytes);
        } catch (WireException malformed) {
            throw new WireException(malformed.getMessage(), Blame.BATCH);
        } catch (RuntimeException | StackOverflowError unforeseen) { // sending the same bytes again would fail again
            throw new WireException("it cannot be read: " + unforeseen, Blame.BATCH);
        }
    }

    /** Frames may grow at their end: what a peer that knows less does not send is empty, and what one that knows more sends is skipped. */
    private static WireFrame read(byte[] bytes, Dialect dialect, long heapBytes) throws WireException {
        Cbor.Message message = Cbor.read(bytes, bytes.length - Checksum.LENGTH);
        Parts in = message.parts();
        in.limit(heapBytes);
        switch (message.type()) {
            case HELLO :
                return readHello(in);
            case WELCOME :
                return new Welcome(in.nextInt(), in.next(), in.nextInt(), in.nextInt(),
                        in.hasMore() ? in.requireText() : "");
            case REFUSAL :
                return new Refusal(in.requireText(), in.nextOf(Blame.values()));
            case BATCH :
                return BatchCodec.read(in, dialect);
            case ACK :
                return readAck(in);
            default :
                throw new WireException("unknown frame type " + message.type());
        }
    }

    /** The magic and the version stay first in every version, so that a server refuses another version in one line. */
    private static void write(Hello hello, Parts out) {
        out.add(Wire.MAGIC);
        out.add(hello.version());
        out.add(hello.application());
        out.add(hello.instance());
        out.add(hello.host());
        out.add(hello.pid());
        out.add(hello.jvm());
        out.add(hello.startMicros());
        out.add(hello.showsDisabled() ? 1 : 0);
        out.add(hello.secret());
        out.addAll(hello.meters(), meter -> {
            out.add(meter.label());
            out.add(meter.unit());
        });
        out.addAll(hello.sections(), out::add);
        out.add(hello.token());
        out.add(hello.programVersion());
        out.add(hello.agentVersion());
    }

    private static Hello readHello(Parts in) throws WireException {
        if (!Wire.MAGIC.equals(in.nextText())) {
            throw new WireException("the hello does not begin with SIM");
        }
        int version = in.nextInt();
        if (version != Wire.VERSION) {
            throw new WireException("the collector speaks version " + version + ", this side speaks " + Wire.VERSION
                    + "; use the agent and the server of one release");
        }
        String application = in.requireText();
        String instance = in.requireText();
        String host = in.requireText();
        long pid = in.next();
        String jvm = in.requireText();
        long startMicros = in.next();
        boolean showsDisabled = in.next() != 0;
        String secret = in.requireText();
        List<MeterEntry> meters = in.nextList(p -> new MeterEntry(p.requireText(), p.requireText()));
        return new Hello(version, application, instance, secret, host, pid, jvm, startMicros, showsDisabled, meters,
                in.nextList(Parts::requireText), in.hasMore() ? in.requireText() : "",
                in.hasMore() ? in.requireText() : "", in.hasMore() ? in.requireText() : "");
    }

    private static void write(Ack ack, Parts out) {
        out.add(ack.sequence());
        out.add(ack.outcome().number());
        out.add(ack.reason());
        ControlCodec.write(ack.controls(), out);
    }

    private static Ack readAck(Parts in) throws WireException {
        long sequence = in.next();
        Ack.Outcome outcome = in.nextOf(Ack.Outcome.values());
        String reason = in.requireText();
        return new Ack(sequence, ControlCodec.read(in), outcome, reason);
    }
}
