package sim.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM has at a moment, seen from outside: what is alive on its heap after a collection, what of it are objects of SIM's
 * classes, and what the operating system knows.
 */
record Look(long alive, long ofSim, long resident, long files, long sockets, long threads, long classes, long loaders) {
    private static final Pattern OBJECTS = Pattern.compile("\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+\\[*L?(\\S+?);?(?: .*)?");
    private static final Pattern ALIVE = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");
    private static final Pattern LOADERS = Pattern.compile("(?m)^Total = (\\d+)\\s+(\\d+)");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    /** @param histogram where to write of what classes the objects are */
    static Look at(Child child, Path histogram) throws IOException, InterruptedException {
        String objects = ask(child, "GC.class_histogram", histogram);
        String loaders = ask(child, "VM.classloader_stats", histogram.resolveSibling(child.name() + ".loaders"));
        Path process = Path.of("/proc", String.valueOf(child.pid()));
        return new Look(number(ALIVE, 1, objects), ofSim(objects),
                number(RESIDENT, 1, Files.readString(process.resolve("status"))) << 10,
                descriptors(process.resolve("fd"), false), descriptors(process.resolve("fd"), true),
                count(process.resolve("task")), number(LOADERS, 2, loaders), number(LOADERS, 1, loaders));
    }

    static long ofSim(String histogram) {
        return histogram.lines().map(OBJECTS::matcher)
                .filter(line -> line.matches() && line.group(2).startsWith("sim."))
                .mapToLong(line -> Long.parseLong(line.group(1))).sum();
    }

    /** Bytes of the files of a folder, now. */
    static long bytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.toList()) {
                try {
                    bytes += Files.isRegularFile(each) ? Files.size(each) : 0;
                } catch (NoSuchFileException gone) {
                    // a segment that was merged
                }
            }
        } catch (java.io.UncheckedIOException gone) {
            return bytes(folder);
        }
        return bytes;
    }

    private static long descriptors(Path folder, boolean sockets) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> isSocket(each) == sockets).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    private static String ask(Child child, String question, Path to) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                String.valueOf(child.pid()), question).redirectErrorStream(true).redirectOutput(to.toFile()).start()
                .waitFor();
        String answer = Files.readString(to, StandardCharsets.ISO_8859_1);
        if (exit != 0) {
            throw new IOException(child.name() + " does not answer " + question + ": " + answer);
        }
        return answer;
    }

    private static long number(Pattern pattern, int group, String text) throws IOException {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IOException("there is no " + pattern + " in: " + text);
        }
        return Long.parseLong(found.group(group));
    }
}
