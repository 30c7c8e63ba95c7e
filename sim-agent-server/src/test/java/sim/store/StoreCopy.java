package sim.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A store that is filled once for the tests of a class: each has a copy of it, which may be changed or damaged. */
public final class StoreCopy {
    private StoreCopy() {}

    /** Copies the folder of a store that is closed into one that is empty. */
    public static void of(Path filled, Path empty) {
        try (Stream<Path> files = Files.walk(filled)) {
            for (Path each : (Iterable<Path>) files.filter(file -> !file.equals(filled))::iterator) {
                Files.copy(each, empty.resolve(filled.relativize(each)));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
