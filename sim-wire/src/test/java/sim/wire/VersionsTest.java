package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import sim.model.payload.PayloadControl;
import sim.model.snapshot.Control;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;

/** Peers of other versions: those with other meters, sections and controls are understood, those of another version refused. */
class VersionsTest {
    @Test
    void whatVersionFourSentIsReadAsItWasMeant() throws Exception {
        for (Map.Entry<String, WireFrame> frame : Corpus.frames().entrySet()) {
            String hello = Corpus.helloOf(frame.getKey());
            Dialect dialect = Dialect.of((Hello) FrameCodec.decode(Corpus.frame("v4/" + hello)));
            assertThat(FrameCodec.decode(Corpus.frame("v4/" + frame.getKey()), dialect)).as(frame.getKey())
                    .usingRecursiveComparison().isEqualTo(frame.getValue());
        }
    }

    /** A section without a frame there could be written in another way from one day to the next, and no test would see it. */
    @Test
    void eachSectionHasElementsInTheCorpus() {
        Set<Section<?>> sections = new HashSet<>(Sections.ALL);
        for (WireFrame frame : Corpus.frames().values()) {
            if (frame instanceof Batch batch) {
                sections.removeAll(batch.contents().sections());
            }
        }
        assertThat(sections).as("sections without an entry in Corpus.later()").isEmpty();
    }

    @Test
    void aSectionAndAMeterOfANewerAgentAreSkippedAndKept() throws Exception {
        Hello hello = (Hello) FrameCodec.decode(Corpus.frame("v4/newer-hello"));
        assertThat(hello.extraMeters()).containsExactly("energy", "orders");
        Batch batch = (Batch) FrameCodec.decode(Corpus.frame("v4/newer-batch"), Dialect.of(hello));
        assertThat(batch.skipped()).containsExactly("payloads");
        assertThat(batch.names()).extracting(NameEntry::member).containsExactly("[other]", "<init>");
        assertThat(batch.rows()).usingRecursiveComparison().isEqualTo(List.of(Corpus.newerRow()));
    }

    /** Whatever the hello said: the same bytes would throw again and again, and none of it is the server's fault. */
    @Test
    void noBatchBreaksTheReaderWhateverItsHelloNamed() throws Exception {
        List<MeterEntry> all = Hello.meters(List.of("a", "b"));
        List<MeterEntry> odd = new ArrayList<>(all.subList(0, 4));
        odd.add(new MeterEntry("x", "count"));
        List<MeterEntry> turned = new ArrayList<>(all.subList(4, all.size()));
        Collections.reverse(turned);
        turned.addAll(0, all.subList(0, 4));
        TreeRow usual = Samples.row(1, 1);
        byte[] plain = FrameCodec.encode(new Batch(1, 0, 1, Contents.NONE.with(Sections.ROWS, List.of(usual, usual))));
        byte[] calls = FrameCodec.encode(new Batch(1, 0, 1, Contents.NONE.with(Sections.INVOCATIONS,
                List.of(new Invocation(1, 0, "main", 5, 1 << 12, Samples.meters(1), false, null)))));
        for (byte[] frame : List.of(plain, calls)) {
            assertThatThrownBy(() -> FrameCodec.decode(frame, Dialect.of(hello(odd, Hello.ownSections()))))
                    .isInstanceOf(WireException.class).hasMessageContaining("meters that the hello does not name");
        }
        SplittableRandom random = new SplittableRandom(14);
        byte[] sealed = FrameCodec.encode(Samples.batch());
        for (List<MeterEntry> meters : List.of(odd, all.subList(0, 4), turned)) {
            Dialect dialect = Dialect.of(hello(meters, Hello.ownSections()));
            for (int i = 0; i < 20_000; i++) {
                byte[] bad = Arrays.copyOf(sealed, sealed.length - Checksum.LENGTH);
                for (int change = random.nextInt(5); change > 0; change--) {
                    bad[random.nextInt(bad.length)] = (byte) random.nextInt();
                }
                try {
                    FrameCodec.decode(Checksum.appended(bad), dialect);
                } catch (WireException refused) {
                    assertThat(refused.getMessage()).doesNotContain("\n").doesNotContain("cannot be read");
                }
            }
        }
    }

    /** An agent from before the last meter was added, with a meter of an extension where that meter stands now. */
    @Test
    void metersAreKnownByNameAndNotByNumber() throws Exception {
        List<MeterEntry> meters = new ArrayList<>(Hello.meters(List.of("orders")));
        int last = Meter.COUNT - 1;
        meters.remove(last);
        Dialect older = Dialect.of(hello(meters, Hello.ownSections()));
        int orders = last;
        long[] sent = Samples.meters(9, 8, 7, 1);
        sent[orders] = 77;
        int present = 0b1111 | 1 << orders;
        TreeRow row = new TreeRow(1, 2, 0, present, sent, Samples.meters(3), sent, new long[]{5, 2});
        Batch batch = (Batch) FrameCodec.decode(FrameCodec.encode(new Batch(1, 0, 1, Contents.NONE
                .with(Sections.ROWS, List.of(row)).with(Sections.INVOCATIONS,
                        List.of(new Invocation(1, 0, "main", 5, present, sent, false, null))))),
                older);
        long[] meant = Arrays.copyOf(Samples.meters(9, 8, 7, 1), Meter.COUNT + 1);
        meant[Meter.COUNT] = 77;
        assertThat(batch.rows().get(0).present()).isEqualTo(0b1111 | 1 << Meter.COUNT);
        assertThat(batch.rows().get(0).total()).isEqualTo(meant);
        assertThat(batch.rows().get(0).self()).isEqualTo(Arrays.copyOf(Samples.meters(3), Meter.COUNT + 1));
        assertThat(batch.invocations().get(0).readings()).isEqualTo(meant);
    }

    @Test
    void aSectionMayGrowAtItsEnd() throws Exception {
        Parts out = new Parts();
        out.add(1);
        out.add(0);
        out.add(1);
        out.add(1);
        out.add(Sections.ALL.indexOf(Sections.NODES));
        Parts part = out.part();
        Sections.NODES.write(List.of(new NodeEntry(1, 0, 1)), 0, part);
        part.add(4711);
        out.add(part.integers());
        assertThat(((Batch) FrameCodec.decode(Corpus.frame(out))).nodes()).containsExactly(new NodeEntry(1, 0, 1));
    }

    @Test
    void aHelloWhoseMetersOrSectionsAreNoneIsRefused() {
        List<MeterEntry> meters = Hello.meters(List.of());
        List<String> twice = List.of("names", "names");
        List<MeterEntry> other = new ArrayList<>(meters);
        other.set(0, new MeterEntry("wall", "ms"));
        assertThatThrownBy(() -> Dialect.of(hello(meters, twice))).isInstanceOf(WireException.class)
                .hasMessageContaining("sections").hasMessageContaining("repeated");
        assertThatThrownBy(() -> Dialect.of(hello(other, List.of()))).hasMessageContaining("unit of wall is ns");
        assertThatThrownBy(() -> Dialect.of(hello(meters.subList(1, 9), List.of()))).hasMessageContaining("wall");
        assertThatThrownBy(() -> Dialect.of(hello(meters.subList(0, 2), List.of()))).hasMessageContaining("wall");
    }

    @Test
    void aHelloOfAnotherVersionIsRefusedInOneClearLine() {
        Hello other = new Hello(5, "shop", "i", "", "web-1", 43, "JVM", 0, false, Hello.meters(List.of()), List.of());
        assertThatThrownBy(() -> FrameCodec.decode(FrameCodec.encode(other))).isInstanceOf(WireException.class)
                .hasMessage(
                        "the collector speaks version 5, this side speaks 4; use the agent and the server of one release");
    }

    @Test
    void aFrameWhoseChecksumIsWrongIsRefused() {
        byte[] bytes = FrameCodec.encode(new Ack(1));
        bytes[3]++;
        assertThatThrownBy(() -> FrameCodec.decode(bytes)).isInstanceOf(WireException.class)
                .hasMessageStartingWith("the checksum of a frame is wrong");
    }

    /** A newer server has one more action of the first kind, and one more kind. */
    @Test
    void controlsThatANewerServerAddsLeaveTheOthersAsTheyAre() throws Exception {
        Control record = new PayloadControl(PayloadControl.Action.RECORD, "Sql");
        Control stop = new PayloadControl(PayloadControl.Action.STOP_RECORDING, "Sql");
        Parts out = new Parts();
        out.add(7); // sequence
        out.add(Ack.Outcome.STORED.number());
        out.add("");
        out.add(4);
        control(1, 1_000, out, part -> part.add("what the new action needs"));
        control(2, PayloadControl.Action.RECORD.number(), out, part -> part.add("Sql"));
        control(2, PayloadControl.Action.STOP_RECORDING.number(), out, part -> part.add("Sql"));
        control(99, 0, out, part -> {});
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Cbor.write(FrameCodec.ACK, out, false, bytes);
        Ack ack = (Ack) FrameCodec.decode(Checksum.appended(bytes.toByteArray()));
        assertThat(ack.controls()).containsExactly(new UnknownControl(1, 1_000), record, stop,
                new UnknownControl(99, 0));
    }

    private static void control(int kind, int action, Parts out, Consumer<Parts> writer) {
        out.add(kind);
        out.add(action);
        Parts part = out.part();
        writer.accept(part);
        out.add(part.integers());
    }

    private static Hello hello(List<MeterEntry> meters, List<String> sections) {
        return new Hello(4, "shop", "i", "", "web-1", 43, "JVM", 0, false, meters, sections);
    }
}
