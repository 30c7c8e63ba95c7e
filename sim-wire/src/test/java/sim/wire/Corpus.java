package sim.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/**
 * Frames as they are on the wire, without their length: test resources, by version, so that every later version is tested
 * with what the earlier ones sent. {@code main} writes those of this version that are not in the folder it is given; the others stay
 * as they are. A batch of sections that came later has a hello of its time, which names them: see {@link #helloOf}.
 */
final class Corpus {
    /** So many meters of SIM's own the first hello named; later ones came behind these. */
    static final int FIRST_METERS = Meter.ALLOC.ordinal() + 1;

    private static final String HELLO = "hello";
    private static final String BATCH = "batch";

    private Corpus() {}

    /**
     * Sections that came after the first hello, with elements of each. A new section is one more entry at the end: its name, the last section and the
     * last meter that there are as its frames are written, and its elements.
     */
    private static List<Later> later() {
        return List.of(new Later("payloads-and-failures", Sections.STACKS, Meter.ALLOC, PayloadSectionsTest.ALL
                .with(Sections.KINDS, List.of(new KindRecord("order", "shop", 9, 1, 2, 7_000, 30, 1, 1,
                        Samples.meters(700), List.of(), 5_000, new long[]{3, 2, 40, 5})))
                .with(Sections.HISTOGRAMS, List.of(new HistogramRow(1, Meter.CPU.ordinal(), new long[]{0, 7, 1, 1})))
                .with(Sections.FAILURES, FailureSectionTest.ALL.of(Sections.FAILURES))
                .with(Sections.STACKS, FailureSectionTest.ALL.of(Sections.STACKS))));
    }

    /** A batch, and what the hello before it named: sections and meters up to these. Its frames are {@code hello-NAME} and {@code batch-NAME}. */
    private record Later(String name, Section<?> lastSection, Meter lastMeter, Contents contents) {
        Hello hello() {
            return Corpus.hello(lastSection, lastMeter);
        }

        Batch batch() {
            return new Batch(8, 1_000_000, 6_000_000, contents);
        }
    }

    /** The hello that a frame needs to be read. */
    static String helloOf(String frame) {
        return frame.startsWith(BATCH + "-") ? HELLO + frame.substring(BATCH.length()) : HELLO;
    }

    /** The meters of a hello of then, whose last built-in one was this. */
    private static List<MeterEntry> meters(Meter last, List<String> extra) {
        List<MeterEntry> meters = new ArrayList<>(Hello.meters(extra));
        meters.subList(last.ordinal() + 1, Meter.COUNT).clear();
        return meters;
    }

    private static Hello hello(Section<?> lastSection, Meter lastMeter) {
        return new Hello(4, "shop", "5f0c3a52-2b8e-4b0e-9d7e-0a4f6f1f2c11", "a secret", "web-1", 42,
                "OpenJDK 64-Bit Server VM 17.0.9", 1_700_000_000_000_000L, true,
                meters(lastMeter, List.of("orders", "queue")),
                Hello.ownSections().subList(0, Sections.ALL.indexOf(lastSection) + 1));
    }

    static byte[] frame(String name) throws IOException {
        try (InputStream in = Corpus.class.getResourceAsStream(name + ".frame")) {
            return in.readAllBytes();
        }
    }

    /** What a peer of this version says. */
    static Map<String, WireFrame> frames() {
        Map<String, WireFrame> frames = new LinkedHashMap<>();
        frames.put(HELLO, hello(Sections.KINDS, Meter.ALLOC));
        frames.put("welcome", new Welcome(4, 9, 8, 7));
        frames.put("refusal", new Refusal("no"));
        frames.put("refusal-batch", new Refusal("a negative count", Blame.BATCH));
        frames.put(BATCH, Samples.batch());
        frames.put("ack", new Ack(7, List.of(new HotspotControl(HotspotControl.Action.PIN, "a.B", "m", -1, 5))));
        frames.put("ack-aside", new Ack(8, List.of(), Ack.Outcome.ASIDE, "it cannot be stored"));
        frames.put("ack-introduce", new Ack(9, List.of(), Ack.Outcome.INTRODUCE, "who is it?"));
        for (Later each : later()) {
            frames.put(HELLO + "-" + each.name(), each.hello());
            frames.put(BATCH + "-" + each.name(), each.batch());
        }
        return frames;
    }

    /** The hello of an agent to come: one more meter, at the end of the built-in ones, and one more section, ahead of all. */
    static Hello newerHello() {
        List<MeterEntry> meters = meters(Meter.ALLOC, List.of("orders"));
        meters.add(FIRST_METERS, new MeterEntry("energy", "nJ"));
        List<String> sections = new ArrayList<>(Hello.ownSections());
        sections.add(0, "payloads");
        return new Hello(4, "shop", "newer", "a secret", "web-1", 43, "JVM 31", 1_700_000_000_000_000L, false, meters,
                sections);
    }

    /** A batch of that agent. */
    static byte[] newerBatch() {
        Batch batch = Samples.batch();
        TreeRow row = newerRow();
        Parts out = new Parts();
        out.add(batch.sequence());
        out.add(batch.fromMicros());
        out.add(batch.toMicros() - batch.fromMicros());
        out.add(4);
        section(1, out, part -> Sections.NAMES.write(batch.names(), batch.fromMicros(), part));
        section(0, out, part -> {
            part.add(1);
            part.add("a payload's text");
            part.add(Long.MIN_VALUE);
        });
        section(2, out, part -> Sections.NODES.write(batch.nodes(), batch.fromMicros(), part));
        section(3, out, part -> Sections.ROWS.write(List.of(row), batch.fromMicros(), part));
        return frame(out);
    }

    /** As the newer agent and this version number its meters: energy stands where this version has its first other meter. */
    static TreeRow newerRow() {
        long[] total = java.util.Arrays.copyOf(Samples.meters(5), Meter.COUNT + 2);
        total[Meter.COUNT] = 1_000;
        total[Meter.COUNT + 1] = 3;
        return new TreeRow(2, 1, 0, 1 | 3 << Meter.COUNT, total, total, total, new long[]{5, 1});
    }

    private static void section(int number, Parts out, java.util.function.Consumer<Parts> writer) {
        out.add(number);
        Parts part = out.part();
        writer.accept(part);
        out.add(part.integers());
    }

    /** A batch of these parts, sealed. */
    static byte[] frame(Parts batch) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Cbor.write(4, batch, true, bytes);
        return Checksum.appended(bytes.toByteArray());
    }

    public static void main(String[] folder) throws IOException {
        Map<String, byte[]> frames = new LinkedHashMap<>();
        frames().forEach((name, frame) -> frames.put(name, FrameCodec.encode(frame)));
        frames.put("newer-hello", FrameCodec.encode(newerHello()));
        frames.put("newer-batch", newerBatch());
        for (Map.Entry<String, byte[]> frame : frames.entrySet()) {
            Path file = Path.of(folder[0], frame.getKey() + ".frame");
            if (!Files.exists(file)) {
                Files.write(file, frame.getValue());
            }
        }
    }
}
