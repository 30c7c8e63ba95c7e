package sim.server.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sim.export.totals.Totals;
import sim.server.identity.Audit;
import sim.store.ContextValue;
import sim.store.StoreException;
import sim.store.StoreProgress.Removal;
import sim.store.StoreTools;
import tools.jackson.databind.JsonNode;

/** {@code sim forget}: removes the past of an application, or of contexts with a value, for good. */
@Command(name = "forget", description = "Removes the past of an application, or of contexts with a value, for good: with --server through the server that runs (role admin), otherwise in the directory of one that is down. Ends with 1 if no context has the value.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class ForgetCommand implements Callable<Integer> {
    private static final long ASK_EVERY_MILLIS = 200;
    /** Of entries in the audit log. */
    private static final String ACTION = "forget";

    @Spec
    private CommandSpec spec;

    @Mixin
    private AgentServer server;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", description = "the server's directory, while the server is down (default: ${DEFAULT-VALUE})")
    private Path data;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Past past;

    private static final class Past {
        @Option(names = "--application", paramLabel = "NAME", description = "all of an application: its instances, figures of all steps, names, quarantined batches")
        private String application;

        @Option(names = "--context", paramLabel = "KEY:VALUE", description = "the contexts into which this value was written, to the letter, the contexts inside them, and single calls, events and payloads in them; sums stay, because no value is in them. A colon in KEY is written \\:")
        private String context;

        @Option(names = "--context-file", paramLabel = "FILE", description = "a file whose first line is KEY:VALUE, - for the standard input: everybody on the machine can read a command line")
        private String contextFile;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (past.contextFile != null) {
            past.context = firstLine(past.contextFile);
        }
        ContextValue value = past.context == null ? null : ContextValue.of(past.context);
        if (value == null && past.application == null) {
            throw new IllegalStateException(past.contextFile != null
                    ? "--context-file " + past.contextFile + " has no KEY:VALUE in its first line, such as order:4711"
                    : "--context " + past.context + " is no KEY:VALUE, such as order:4711");
        }
        boolean runs = spec.commandLine().getParseResult().hasMatchedOption("--server");
        if (runs && spec.commandLine().getParseResult().hasMatchedOption("--data")) {
            throw new IllegalStateException("--server and --data exclude each other: name the server that runs, or the "
                    + "directory of one that is down");
        }
        return runs ? throughServer() : inDirectory(value);
    }

    private static String firstLine(String file) throws IOException {
        String text;
        try {
            text = file.equals("-")
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(Path.of(file));
        } catch (IOException unreadable) {
            throw new IllegalStateException("--context-file " + file + " cannot be read (" + unreadable
                    + "); name a file whose first line is KEY:VALUE", unreadable);
        }
        return text.lines().findFirst().orElse("");
    }

    /** As the server does it, the audit log has no value by which contexts were found. */
    private int inDirectory(ContextValue value) {
        String what = value == null
                ? "application " + past.application
                : "contexts by a value of " + value.key();
        try (StoreTools store = open()) {
            Audit audit = new Audit(data, false);
            audit.endBegun(ACTION); // nobody else has the store open
            audit(audit, Audit.BEGUN, what);
            String outcome = "failed";
            String done = what;
            try {
                Removal removed = value == null
                        ? store.forget(past.application)
                        : store.forget(value.key(), value.value());
                outcome = "done";
                done = what + ": " + removed.rows() + " rows";
                int code = say(removed.rows(), removed.bytes(), removed.upToMicros() / 1_000);
                removed.remarks().forEach(ForgetCommand::remark);
                if (value == null) {
                    forgetTotals(store);
                }
                return code;
            } finally {
                audit(audit, outcome, done);
            }
        }
    }

    /** The rows are gone; what cannot be removed from the totals' file goes when the server starts. */
    private void forgetTotals(StoreTools store) {
        try {
            Totals.forget(data, past.application);
            store.goneBeside(past.application);
        } catch (IOException failure) {
            System.err.println("sim: the totals for exports in " + data + " have " + past.application
                    + " until the server starts: " + failure.getMessage());
        }
    }

    private static void audit(Audit audit, String outcome, String what) {
        audit.done(System.getProperty("user.name"), TokenCommand.OWNER, ACTION, outcome, "", what);
    }

    private StoreTools open() {
        try {
            return StoreTools.open(data);
        } catch (StoreException refused) {
            throw new IllegalStateException(refused.getMessage() + "; of a server that runs add --server ADDRESS",
                    refused);
        }
    }

    /** It takes longer than a request may, so the server is asked until it is done. */
    private int throughServer() throws IOException, InterruptedException {
        JsonNode state = server.post("forget", past.application != null
                ? Map.of("application", past.application)
                : Map.of("context", past.context));
        while (state.path("state").asString().equals("running")) {
            Thread.sleep(ASK_EVERY_MILLIS);
            state = progress(state.path("id").asString());
        }
        if (!state.path("state").asString().equals("done")) {
            throw new IllegalStateException(state.path("error").asString());
        }
        int code = say(state.path("rows").asLong(), state.path("bytes").asLong(), state.path("upTo").asLong(0));
        state.path("remarks").forEach(each -> remark(each.asString()));
        return code;
    }

    private JsonNode progress(String id) throws IOException, InterruptedException {
        try {
            return server.get("forget", Map.of("id", id));
        } catch (IllegalStateException failure) {
            // it does not answer, or is another one that was started meanwhile
            if (failure.getCause() instanceof IOException || failure.getMessage().startsWith("--id ")) {
                throw new IllegalStateException(
                        "--server " + server.address() + " went away while it forgot; nobody can "
                                + "tell whether it is done: give the command again when it runs",
                        failure);
            }
            throw failure;
        }
    }

    private static void remark(String line) {
        System.err.println("sim: " + line);
    }

    /** Returns the exit code. Of a value that nothing has the remarks say what is nearly the same. */
    private int say(long rows, long bytes, long upToMillis) {
        if (past.application == null && rows == 0 && bytes == 0) {
            System.out.println("nothing was forgotten");
            return 1;
        }
        System.out.println("forgot "
                + (past.application != null
                        ? "application " + past.application
                        : past.contextFile != null ? "contexts with that value" : "contexts with " + past.context)
                + ": " + Units.count(rows) + " rows, " + Units.bytes(bytes)
                + (rows == 0 ? "" : ", up to " + Instant.ofEpochSecond(upToMillis / 1_000)));
        return 0;
    }
}
