package sim.collector.wire;

/** Recognises the frames of versions 1 to 3, which had no checksum, and says in one line what to do. */
final class OlderVersions {
    private static final int FIRST_WITH_CHECKSUM = 4;

    private OlderVersions() {}

    /** The exception for a frame with a wrong checksum. */
    static WireException explain(byte[] bytes) {
        try {
            // the first few bytes show the version; the rest is not read
            Cbor.Message message = Cbor.read(bytes, Math.min(bytes.length, Wire.MAX_HELLO));
            Parts in = message.parts();
            if (message.type() == FrameCodec.HELLO && Wire.MAGIC.equals(in.nextText())) {
                int version = in.nextInt();
                if (version > 0 && version < FIRST_WITH_CHECKSUM) {
                    return other("the collector", version);
                }
            } else if (message.type() == FrameCodec.WELCOME) {
                int version = in.nextInt();
                if (version > 0 && version < FIRST_WITH_CHECKSUM) {
                    return other("the agent server", version);
                }
            } else if (message.type() == FrameCodec.REFUSAL) {
                return new WireException("it is of an older version and says: " + OneLine.of(in.requireText(), 500));
            }
        } catch (WireException noFrame) {
            // then only the checksum can be named
        }
        return new WireException("the checksum of a frame is wrong: it was changed on the way, or it is not from SIM");
    }

    static WireException other(String peer, int version) {
        return new WireException(peer + " speaks version " + version + ", this side speaks " + Wire.VERSION
                + "; use the agent and the server of one release");
    }
}
