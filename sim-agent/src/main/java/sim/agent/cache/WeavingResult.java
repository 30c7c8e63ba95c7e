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
import sim.model.packed.Numbered;

/**
 * What became of a class that was given to the weaver. Immutable.
 *
 * @param outcome what it is counted as
 * @param reason  why it could not be woven; null where it could
 * @param what    the same in a line; null where it could
 * @param code    what the JVM is given; null where that is the class as it was
 * @param made    classes the weaver made for this one, which have to be there before it
 * @param said    kinds of messages the weaver had meanwhile
 * @param depends on which other types it depends; null if the view it is kept in includes all of them
 */
public record WeavingResult(Outcome outcome, WeavingFailure reason, String what, byte[] code, List<Made> made,
        List<String> said, Dependence depends) {
    /**
     * Other types, by internal name, and the print of what a class loader says of them.
     *
     * @param isOnFiles whether their whole class files count, as for the weaver; otherwise which type extends which
     */
    public record Dependence(List<String> types, long print, boolean isOnFiles) {}

    private WeavingResult(Outcome outcome, WeavingFailure reason, String what, byte[] code, List<Made> made,
            List<String> said) {
        this(outcome, reason, what, code, made, said, null);
    }

    /** As what a class is counted. */
    public enum Outcome implements Numbered {
        WOVEN(0),
        UNCHANGED(1),
        FAILED(2),
        /** Woven by SIM itself: the code needs no class that the weaver makes. */
        PROBED(3);

        private final int number;

        Outcome(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }

    /** A class that the weaver made, with its binary or internal name. */
    public record Made(String name, byte[] bytes) {}

    /** No advice matches. */
    public static final WeavingResult UNCHANGED = new WeavingResult(Outcome.UNCHANGED, null, null, null, List.of(),
            List.of());

    public static WeavingResult woven(byte[] code) {
        return new WeavingResult(Outcome.WOVEN, null, null, code, List.of(), List.of());
    }

    public static WeavingResult probed(byte[] code) {
        return new WeavingResult(Outcome.PROBED, null, null, code, List.of(), List.of());
    }

    /** Whether the code needs the classes that the weaver makes for all of a loader. */
    public boolean isOfTheWeaver() {
        return code != null && outcome != Outcome.PROBED;
    }

    /** No advice matches, but the JVM gets other bytes than those of the class. */
    public static WeavingResult unchanged(byte[] code) {
        return code == null ? UNCHANGED : new WeavingResult(Outcome.UNCHANGED, null, null, code, List.of(), List.of());
    }

    public static WeavingResult failed(WeavingFailure reason, String what, byte[] code) {
        return new WeavingResult(Outcome.FAILED, reason, what, code, List.of(), List.of());
    }

    /** This result with classes and messages that belong to it. */
    public WeavingResult with(List<Made> classes, List<String> kinds) {
        return classes.isEmpty() && kinds.isEmpty()
                ? this
                : new WeavingResult(outcome, reason, what, code, List.copyOf(classes), List.copyOf(kinds));
    }

    /** This result, kept with what it depends on. */
    public WeavingResult dependingOn(Dependence other) {
        return new WeavingResult(outcome, reason, what, code, made, said, other);
    }

    /** Whether the outcome is all there is to keep. */
    boolean isPlain() {
        return outcome == Outcome.UNCHANGED && code == null && made.isEmpty() && said.isEmpty()
                && depends == null;
    }

    byte[] encoded() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(outcome.number());
            out.writeByte(reason == null ? -1 : reason.number());
            write(out, what == null ? null : what.getBytes(StandardCharsets.UTF_8));
            write(out, code);
            out.writeInt(made.size());
            for (Made each : made) {
                write(out, each.name.getBytes(StandardCharsets.UTF_8));
                write(out, each.bytes);
            }
            out.writeInt(said.size());
            for (String each : said) {
                write(out, each.getBytes(StandardCharsets.UTF_8));
            }
            if (depends != null) {
                write(out, String.join("\n", depends.types).getBytes(StandardCharsets.UTF_8));
                out.writeLong(depends.print);
                out.writeByte(depends.isOnFiles ? 1 : 0);
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

    /** Decodes a result. Throws what a ByteBuffer throws if the bytes are not those of a result. */
    static WeavingResult decoded(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Outcome outcome = known(Outcome.values(), in.get());
        int reason = in.get();
        byte[] what = read(in);
        byte[] code = read(in);
        List<Made> made = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            made.add(new Made(text(read(in)), read(in)));
        }
        List<String> said = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            said.add(text(read(in)));
        }
        Dependence depends = null;
        if (in.hasRemaining()) {
            String types = text(read(in));
            depends = new Dependence(types.isEmpty() ? List.of() : List.of(types.split("\n")), in.getLong(),
                    in.get() != 0);
        }
        return new WeavingResult(outcome, reason < 0 ? null : known(WeavingFailure.values(), reason), text(what), code,
                made,
                said, depends);
    }

    private static <T extends Numbered> T known(T[] constants, int number) {
        T constant = Numbered.of(constants, number);
        if (constant == null) {
            throw new IllegalArgumentException("no such " + constants[0].getClass().getSimpleName() + ": " + number);
        }
        return constant;
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
