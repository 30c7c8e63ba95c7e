package sim.agent.cache;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sim.metrics.weaving.WeavingFailure;

/**
 * What became of a class that was given to the weaver. Immutable.
 *
 * @param outcome what it is counted as
 * @param reason  why it could not be woven; null where it could
 * @param what    the same in a line; null where it could
 * @param result  what the JVM is given; null where that is the class as it was
 * @param made    classes the weaver made for this one, which have to be there before it
 * @param said    kinds of messages the weaver had meanwhile
 */
public record Verdict(Outcome outcome, WeavingFailure reason, String what, byte[] result, List<Made> made,
        List<String> said) {
    /** As what a class is counted. */
    public enum Outcome {
        WOVEN,
        UNCHANGED,
        FAILED,
        /** Woven by SIM itself: the result needs no class that the weaver makes. */
        PROBED
    }

    /** A class that the weaver made, with its binary or internal name. */
    public record Made(String name, byte[] bytes) {}

    /** No advice matches. */
    public static final Verdict UNCHANGED = new Verdict(Outcome.UNCHANGED, null, null, null, List.of(), List.of());

    public static Verdict woven(byte[] result) {
        return new Verdict(Outcome.WOVEN, null, null, result, List.of(), List.of());
    }

    public static Verdict probed(byte[] result) {
        return new Verdict(Outcome.PROBED, null, null, result, List.of(), List.of());
    }

    /** Whether the result needs the classes that the weaver makes for all of a loader. */
    public boolean isOfTheWeaver() {
        return result != null && outcome != Outcome.PROBED;
    }

    /** No advice matches, but the JVM gets other bytes than those of the class. */
    public static Verdict unchanged(byte[] result) {
        return result == null ? UNCHANGED : new Verdict(Outcome.UNCHANGED, null, null, result, List.of(), List.of());
    }

    public static Verdict failed(WeavingFailure reason, String what, byte[] result) {
        return new Verdict(Outcome.FAILED, reason, what, result, List.of(), List.of());
    }

    /** This verdict with classes and messages that belong to it. */
    public Verdict with(List<Made> classes, List<String> kinds) {
        return classes.isEmpty() && kinds.isEmpty()
                ? this
                : new Verdict(outcome, reason, what, result, List.copyOf(classes), List.copyOf(kinds));
    }

    /** Whether the outcome is all there is to keep. */
    boolean isPlain() {
        return outcome == Outcome.UNCHANGED && result == null && made.isEmpty() && said.isEmpty();
    }

    byte[] encoded() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(outcome.ordinal());
            out.writeByte(reason == null ? -1 : reason.ordinal());
            write(out, what == null ? null : what.getBytes(StandardCharsets.UTF_8));
            write(out, result);
            out.writeInt(made.size());
            for (Made each : made) {
                write(out, each.name.getBytes(StandardCharsets.UTF_8));
                write(out, each.bytes);
            }
            out.writeInt(said.size());
            for (String each : said) {
                write(out, each.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    /** Decodes a verdict. Throws what a ByteBuffer throws if the bytes are not those of a verdict. */
    static Verdict decoded(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Outcome outcome = Outcome.values()[in.get()];
        int reason = in.get();
        byte[] what = read(in);
        byte[] result = read(in);
        List<Made> made = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            made.add(new Made(text(read(in)), read(in)));
        }
        List<String> said = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            said.add(text(read(in)));
        }
        return new Verdict(outcome, reason < 0 ? null : WeavingFailure.values()[reason], text(what), result, made,
                said);
    }

    private static byte[] read(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[Math.min(length, in.remaining())];
        in.get(bytes);
        return bytes;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
