package sim.agent.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of the classes that are loaded ahead names classes there are. */
public class StartClassesTest {
    @Test
    void thereAreAll() throws IOException {
        List<String> names = names();
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        for (String name : names) {
            assertThatCode(() -> Class.forName(name, false, StartClasses.class.getClassLoader())).as(name)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void thereAreAllThatShippingNeeds() throws IOException {
        List<String> names = names(StartClasses.LATER);
        assertThat(names).hasSizeGreaterThan(150).doesNotHaveDuplicates().doesNotContainAnyElementsOf(names())
                .contains("sim.model.snapshot.InvocationCursor")
                .as("to connect again by TLS").contains("sim.collector.Encryption", "sim.collector.MainStart",
                        "sim.wire.tls.ClearText", "sim.wire.tls.Cures", "sim.wire.tls.Pem", "sim.wire.tls.Suites",
                        "sim.wire.tls.TlsFiles");
    }

    /** What every start loads ahead. */
    public static List<String> names() throws IOException {
        return names(StartClasses.LIST);
    }

    /** What shipping and ending need. */
    public static List<String> later() throws IOException {
        return names(StartClasses.LATER);
    }

    /** The classes of a list, one a line. */
    private static List<String> names(String of) throws IOException {
        try (InputStream list = StartClasses.class.getResourceAsStream("/" + of)) {
            String text = new String(list.readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(text).endsWith("\n");
            return text.lines().toList();
        }
    }
}
