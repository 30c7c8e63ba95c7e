package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A library of Maven Central whose own tests are published beside it, as {@code realworld/tests.txt} lists it: a line with name and
 * coordinates, then lines that begin with a space.
 *
 * <pre>
 * commons-lang3 org.apache.commons:commons-lang3:3.18.0
 *   jvm --add-opens java.base/java.lang=ALL-UNNAMED
 *   without .*StopWatchTest it waits for hours
 *   explained SomeTest/theMethod it counts the frames of a stack
 * </pre>
 *
 * @param classifier of the jar with the tests
 * @param add        coordinates of what the tests need and the library's own POM does not name, or names in another version
 * @param jvm        options its tests' JVM needs, bare too
 * @param without    expressions for names of test classes that are not run
 * @param explained  part of a test's id, and why the test fails woven through no fault of SIM's
 */
record Library(String name, String group, String artifact, String version, String classifier, List<String> add,
        List<String> jvm,
        List<String> without, Map<String, String> explained) {

    static List<Library> all(Path file) throws IOException {
        List<Library> libraries = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (!line.startsWith(" ")) {
                libraries.add(begun(line));
            } else {
                libraries.get(libraries.size() - 1).take(line.strip());
            }
        }
        return libraries;
    }

    private static Library begun(String line) {
        String[] words = line.split("\\s+");
        String[] parts = words[1].split(":");
        if (words.length != 2 || parts.length < 3) {
            throw new IllegalArgumentException(
                    "'" + line + "' is no library; write NAME GROUP:ARTIFACT:VERSION[:CLASSIFIER]");
        }
        return new Library(words[0], parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : "tests",
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
    }

    private void take(String line) {
        String[] words = line.split("\\s+", 3);
        switch (words[0]) {
            case "jvm" -> jvm.addAll(List.of(line.split("\\s+")).subList(1, line.split("\\s+").length));
            case "add" -> add.add(words[1]);
            case "without" -> without.add(words[1]);
            case "explained" -> explained.put(words[1], words[2]);
            default -> throw new IllegalArgumentException(
                    "'" + line
                            + "' is not understood; lines below a library begin with jvm, add, without or explained");
        }
    }
}
