package sim.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a server with a store of its own. Where {@code @BeforeAll} asks for it, the tests of the class share it; where a test or
 * {@code @BeforeEach} does, each has its own. It is closed behind the last test that has it.
 */
public abstract class Served<S extends AutoCloseable> implements ParameterResolver {
    private final Class<S> type;

    protected Served(Class<S> type) {
        this.type = type;
    }

    /** Starts one whose store is in that folder. */
    protected abstract S start(Path folder) throws IOException;

    @Override
    public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public final Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(ExtensionContext.Namespace.create(type))
                .computeIfAbsent(Started.class, key -> start(), Started.class).server;
    }

    private Started start() {
        try {
            Path folder = Files.createTempDirectory("served");
            return new Started(start(folder), folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What JUnit closes with the class, or with the test. */
    private record Started(AutoCloseable server, Path folder) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            server.close();
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }
}
