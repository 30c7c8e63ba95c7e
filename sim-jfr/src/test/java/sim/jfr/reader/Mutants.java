package sim.jfr.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Reads damaged copies of recordings, in every way they can be read. Ends with 1 at the first exception other than
 * {@link RecordingException}. Run in a small heap, so that a reader that asks for memory without bound is found.
 *
 * <p>{@code java -Xmx64m sim.jfr.reader.Mutants COUNT SEED RECORDING...}
 */
final class Mutants {
    private static final int HEADER = 68;

    private final Random random;
    private final byte[] sound;
    /** Where each chunk begins and where its metadata does. */
    private final List<int[]> chunks = new ArrayList<>();

    private Mutants(byte[] sound, long seed) {
        this.sound = sound;
        this.random = new Random(seed);
        ByteBuffer bytes = ByteBuffer.wrap(sound);
        for (int at = 0; at < sound.length; at += (int) bytes.getLong(at + 8)) {
            chunks.add(new int[]{at, at + (int) bytes.getLong(at + 24)});
        }
    }

    public static void main(String[] args) throws IOException {
        int count = Integer.parseInt(args[0]);
        long seed = Long.parseLong(args[1]);
        List<Mutants> all = new ArrayList<>();
        for (String recording : Arrays.asList(args).subList(2, args.length)) {
            all.add(new Mutants(Files.readAllBytes(Path.of(recording)), seed));
        }
        Path file = Files.createTempFile("mutant", ".jfr");
        Map<String, Integer> outcomes = new TreeMap<>();
        long slowest = 0;
        int slowestNumber = 0;
        for (int i = 0; i < count; i++) {
            Files.write(file, all.get(i % all.size()).next());
            long begin = System.nanoTime();
            try {
                outcomes.merge(read(file), 1, Integer::sum);
            } catch (Throwable unexpected) {
                Path kept = Files.createTempFile("mutant-kept", ".jfr");
                Files.copy(file, kept, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                System.out.println("mutant " + i + " of seed " + seed + ", kept as " + kept);
                unexpected.printStackTrace(System.out);
                System.exit(1);
            }
            long took = System.nanoTime() - begin;
            if (took > slowest) {
                slowest = took;
                slowestNumber = i;
            }
        }
        Files.delete(file);
        outcomes.forEach((outcome, times) -> System.out.println(times + " " + outcome));
        System.out.println("slowest " + slowest / 1_000_000 + " ms, number " + slowestNumber);
        System.out.println("read " + count);
    }

    private static String read(Path file) {
        try (ContextRecording recording = ContextRecording.open(file)) {
            long[] characters = {0};
            recording.summary(Selection.ALL, "order");
            recording.forEach(Selection.ALL, joined -> characters[0] += text(joined));
            return "read whole";
        } catch (RecordingException damaged) {
            if (damaged.getCause() instanceof OutOfMemoryError) {
                throw new IllegalStateException("memory asked for without bound", damaged);
            }
            if (damaged.getMessage().contains("\n")) {
                throw new IllegalStateException("more than one line: " + damaged.getMessage(), damaged);
            }
            return damaged.getMessage().contains("the JDK's reader says")
                    ? "refused by the JDK's reader"
                    : "refused by SIM";
        }
    }

    /** Not every event, for the JDK's printer takes far longer than all of the rest. */
    private static int text(JoinedEvent joined) {
        return joined.event().getStartTime().getNano() % 50 == 0 ? joined.text().length() + joined.values().size() : 1;
    }

    private byte[] next() {
        byte[] bytes = sound.clone();
        int[] chunk = chunks.get(random.nextInt(chunks.size()));
        int begin = chunk[0];
        int metadata = chunk[1];
        switch (random.nextInt(10)) {
            case 0 -> bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 1 -> {
                // A long run of one byte: sizes, counts and references at their largest.
                int at = random.nextInt(bytes.length);
                byte value = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(256));
                for (int i = at; i < Math.min(bytes.length, at + 1 + random.nextInt(40)); i++) {
                    bytes[i] = value;
                }
            }
            case 2 -> {
                int from = random.nextInt(bytes.length);
                int to = random.nextInt(bytes.length);
                int length = Math.min(random.nextInt(2000), bytes.length - Math.max(from, to));
                System.arraycopy(sound, from, bytes, to, length);
            }
            case 3 -> flip(bytes, begin, begin + HEADER);
            case 4, 5 -> flip(bytes, metadata, bytes.length);
            case 6, 7, 8 -> flip(bytes, begin + HEADER, metadata);
            default -> flip(bytes, 0, bytes.length);
        }
        return bytes;
    }

    private void flip(byte[] bytes, int from, int to) {
        for (int times = 1 + random.nextInt(8); times > 0; times--) {
            int at = from + random.nextInt(to - from);
            bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ 1 << random.nextInt(8));
        }
    }
}
