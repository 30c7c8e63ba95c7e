package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files that a run needs and leaves behind. */
final class Scratch {
    private Scratch() {}

    /** A new file with the weaver configuration that weaves everything; who asks for it deletes it. */
    static Path everything() throws IOException {
        Path aop = Files.createTempFile("everything", ".xml");
        try (var text = Scratch.class.getResourceAsStream("aop.xml")) {
            Files.copy(text, aop, StandardCopyOption.REPLACE_EXISTING);
        }
        return aop;
    }

    /** The same without some types: patterns of AspectJ's. */
    static Path everythingBut(List<String> types) throws IOException {
        Path aop = everything();
        String excludes = types.stream().map(type -> "<exclude within=\"" + type + "\"/>")
                .collect(Collectors.joining());
        Files.writeString(aop, Files.readString(aop).replace("</weaver>", excludes + "</weaver>"));
        return aop;
    }

    static void remove(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(folder)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
