package sim.campaign.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import sim.campaign.Samples;
import sim.jfr.RecordingContext;
import sim.jfr.RecordingContextKey;
import sim.wire.FrameCodec;
import sim.wire.WireFrame;

/**
 * The fuzzers, each for some seconds from a fixed seed: {@code -Dfuzz.seconds=3600} for longer, {@code -Dfuzz.seed=0} for
 * any seed. What they find stays in {@code campaign/target/fuzz}; put it into {@code campaign/corpus} once it is mended.
 */
class FuzzIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 6);
    private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs");
    private static final Path WORK = Path.of("target", "fuzz").toAbsolutePath();

    @Test
    void theFrameDecoderRefusesWhatIsNoFrame() throws Exception {
        run("sim.campaign.fuzz.DecoderTarget", frames("decoder"), "sim.wire.**:tools.jackson.dataformat.cbor.**");
    }

    @Test
    void theStoreSurvivesEveryBatch() throws Exception {
        run("sim.campaign.fuzz.StoreTarget", frames("store"), "sim.store.**:sim.wire.**");
    }

    @Test
    void theReaderOfRecordingsRefusesWhatIsNone() throws Exception {
        Path corpus = corpus("recording");
        Path recorded = corpus.resolve("recorded.rec");
        Process program = java("-Dsim.probes.interceptors=record", "-Dsim.probes.interceptor.record.file=" + recorded,
                "-javaagent:" + ROOT.resolve("sim-agent/target/sim-agent.jar") + "=server=127.0.0.1:1,exit.flush=1ms",
                "-cp", Path.of("target", "classes").toString(), "counted.Program", WORK.resolve("ledger").toString(),
                "1", "threads", "2", "0", "5", "calls+errors+items+places", "200");
        assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
        byte[] sound = Files.readAllBytes(recorded);
        assertThat(Sealed.recording(sound)).as("a sound recording, sealed").isEqualTo(sound);
        run("sim.recording.replay.RecordingTarget", corpus, "sim.recording.replay.**");
    }

    @Test
    void theReaderOfFlightRecordingsRefusesWhatIsNone() throws Exception {
        Path corpus = corpus("jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withThreshold(java.time.Duration.ZERO);
            recording.start();
            RecordingContextKey order = RecordingContextKey.forName("order");
            for (int i = 0; i < 3; i++) {
                try (var context = RecordingContext.where(order, i).build()) {
                    Thread.sleep(2);
                }
            }
            recording.stop();
            recording.dump(corpus.resolve("recorded.jfr"));
        }
        run("sim.jfr.reader.JfrTarget", corpus, "sim.jfr.reader.**");
    }

    private static Path frames(String name) throws IOException {
        Path corpus = corpus(name);
        int number = 0;
        for (WireFrame frame : Samples.corpus()) {
            Files.write(corpus.resolve("frame-" + number++), FrameCodec.encode(frame));
        }
        return corpus;
    }

    /** What was found before, of this target; what is made now is added. */
    private static Path corpus(String name) throws IOException {
        Path corpus = Files.createDirectories(WORK.resolve("corpus-" + name));
        Path kept = Path.of("corpus", name);
        if (Files.isDirectory(kept)) {
            try (Stream<Path> files = Files.list(kept)) {
                for (Path file : files.toList()) {
                    Files.copy(file, corpus.resolve(file.getFileName()),
                            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return corpus;
    }

    private static void run(String target, Path corpus, String instrumented) throws Exception {
        Path log = WORK.resolve(target + ".log");
        String seed = System.getProperty("fuzz.seed", "14");
        Ended jazzer = java(log, "com.code_intelligence.jazzer.Jazzer", "--target_class=" + target,
                "--instrumentation_includes=" + instrumented, "--hooks=false", "--reproducer_path=" + WORK,
                "-max_total_time=" + SECONDS,
                "-seed=" + seed, "-artifact_prefix=" + WORK + "/found-" + target + "-", "-rss_limit_mb=4096",
                "-timeout=20", "-max_len=200000", corpus.toString());
        if (!jazzer.said().contains("INITED") && !jazzer.said().contains("Java Exception")) {
            System.out.println(
                    "Jazzer does not run here, so inputs are changed without knowing what they reach; see " + log);
            jazzer = java(log, "sim.campaign.fuzz.Mutator", target, String.valueOf(SECONDS), seed, corpus.toString());
        }
        assertThat(jazzer.exit()).as(jazzer.said()).isZero();
        Matcher runs = RUNS.matcher(jazzer.said());
        assertThat(runs.find()).as(jazzer.said()).isTrue();
        assertThat(Long.parseLong(runs.group(1))).as("inputs tried").isPositive();
        System.out.println(target + ": " + runs.group(1) + " inputs");
    }

    private static Ended java(Path log, String main, String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of("-Xmx700m", "-Dfuzz.work=" + WORK, "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), main));
        all.addAll(List.of(args));
        Process process = java(log, all);
        if (!process.waitFor(SECONDS + 120L, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return new Ended(process.exitValue(), Files.readString(log, java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    private static Process java(String... args) throws IOException {
        return java(WORK.resolve("program.log"), List.of(args));
    }

    private static Process java(Path log, List<String> args) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(args);
        return new ProcessBuilder(command).directory(Path.of("").toAbsolutePath().toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start();
    }

    private record Ended(int exit, String said) {}
}
