package sim.server.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.JoinedEvent;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim jfr print}: the events of a recording, each with its context. */
@Command(name = "print", description = "Prints events as jfr print does, each with its context.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class JfrPrintCommand implements Callable<Integer> {
    @Mixin
    private JfrFile file;

    @Option(names = "--json", description = "one object a line: type, values, context")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Function<JoinedEvent, String> form = json ? JfrPrintCommand::json : JoinedEvent::text;
        // Not System.out, which would flush at every line and swallow that nobody reads any more. Not closed: that would try
        // once more to write what nobody reads.
        Writer out = new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8), 1 << 16);
        try (ContextRecording recording = file.open()) {
            recording.forEach(file.selection(), joined -> {
                try {
                    out.write(form.apply(joined));
                } catch (IOException closed) {
                    throw new UncheckedIOException(closed);
                }
            });
            flush(out);
            file.sayRefused(recording);
        } catch (UncheckedIOException closed) {
            // Nobody reads any more, as behind head: that is their affair.
            return 0;
        }
        return 0;
    }

    private static void flush(Writer out) {
        try {
            out.flush();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private static String json(JoinedEvent joined) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("type", joined.event().getEventType().getName());
        object.put("values", joined.values());
        object.put("context", joined.context());
        return JsonMapper.shared().writeValueAsString(object) + "\n";
    }
}
