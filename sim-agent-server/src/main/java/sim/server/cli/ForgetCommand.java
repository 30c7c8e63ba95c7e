package sim.server.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import sim.store.StoreProgress.Removal;
import sim.store.StoreTools;

/** {@code sim forget}: removes the past of an application, or of contexts with a value, for good. */
@Command(name = "forget", description = "Removes the past of an application, or of contexts with a value, for good. The server must be down.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class ForgetCommand implements Callable<Integer> {
    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", description = "the server's directory (default: ${DEFAULT-VALUE})")
    private Path data;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Past past;

    private static final class Past {
        @Option(names = "--application", paramLabel = "NAME", description = "all of an application: its instances, figures of all steps, names, quarantined batches")
        private String application;

        @Option(names = "--context", paramLabel = "KEY:VALUE", description = "the contexts into which this value was written, the contexts inside them, and single calls, events and payloads in them; sums stay, because no value is in them")
        private String context;
    }

    @Override
    public Integer call() {
        int colon = past.context == null ? 0 : past.context.indexOf(':');
        if (colon < 0) {
            throw new IllegalStateException("--context " + past.context + " is no KEY:VALUE, such as order:4711");
        }
        try (StoreTools store = StoreTools.open(data)) {
            Removal removed = past.application != null
                    ? store.forget(past.application)
                    : store.forget(past.context.substring(0, colon), past.context.substring(colon + 1));
            System.out.println("forgot " + removed.what() + ": " + Units.count(removed.rows()) + " rows, "
                    + Units.bytes(removed.bytes())
                    + (removed.rows() == 0
                            ? ""
                            : ", up to " + Instant.ofEpochSecond(removed.upToMicros() / 1_000_000)));
        }
        return 0;
    }
}
