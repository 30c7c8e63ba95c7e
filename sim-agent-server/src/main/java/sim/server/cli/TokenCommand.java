package sim.server.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import sim.server.identity.Applications;
import sim.server.identity.Audit;
import sim.server.identity.OwnFile;
import sim.server.identity.Role;
import sim.server.identity.Token;
import sim.server.identity.TokenFile;

/** {@code sim token}: makes, lists and ends the tokens of a data directory, whether its server runs or not. */
@Command(name = "token", description = "Makes, lists and revokes the tokens by which collectors and people come in.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class TokenCommand {
    /** The shell of whoever owns the data directory. */
    static final String OWNER = "owner's shell";

    @Command(name = "add", description = "Makes a token and prints it: it is shown this once.", mixinStandardHelpOptions = true)
    int add(@Parameters(paramLabel = "NAME", description = "what it is called in lists and in the audit log") String name,
            @Option(names = "--role", required = true, description = "ship (collectors), look, control, script or admin") String role,
            @Option(names = "--apps", paramLabel = "APP", split = ",", description = "only these applications; * stands for any characters") List<String> apps,
            @Option(names = "--expires", paramLabel = "TIME", converter = AgeConverter.class, description = "after how long it is refused, with s, m, h or d; never if it is left out") Duration expires,
            @Option(names = "--out", paramLabel = "FILE", description = "writes it into this file, which its owner alone can read, and prints nothing") Path out,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", description = "the server's data directory (default: ${DEFAULT-VALUE})") Path data)
            throws IOException {
        Role wanted = Role.labelled(role);
        if (wanted == null) {
            throw new IllegalArgumentException("--role " + role + " is no role: it is one of " + Role.labels());
        }
        if (wanted == Role.ADMIN && !Applications.of(apps == null ? List.of() : apps).isAll()) {
            throw new IllegalArgumentException(
                    "--role admin is for all applications, because the audit log names them; "
                            + "leave --apps out, or write --role script");
        }
        if (out == null) {
            System.out.println(add(data, name, wanted, apps, expires));
        } else {
            try (FileChannel file = create(out)) { // before the token: nobody would know its text
                String text;
                try {
                    text = add(data, name, wanted, apps, expires);
                } catch (IOException | RuntimeException failure) {
                    Files.deleteIfExists(out);
                    throw failure;
                }
                write(name, text, out, file);
            }
        }
        new Audit(data, false).done(System.getProperty("user.name"), OWNER, "token add " + name, "done", "",
                described(data, name));
        return 0;
    }

    private static FileChannel create(Path out) throws IOException {
        try {
            return OwnFile.create(out.toAbsolutePath());
        } catch (NoSuchFileException nowhere) {
            throw new IllegalArgumentException("--out " + out + ": the folder " + out.toAbsolutePath().getParent()
                    + " is not there, so no token was made; make it, or name another file");
        } catch (FileAlreadyExistsException there) {
            throw new IllegalArgumentException("--out " + out + " is there already, so no token was made; "
                    + (Files.isDirectory(out)
                            ? "name a file in it"
                            : "name another file and move it there (mv), which is how a running collector gets a new token, or remove it first"));
        }
    }

    private static void write(String name, String text, Path out, FileChannel file) throws IOException {
        ByteBuffer left = ByteBuffer.wrap((text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
        try {
            while (left.hasRemaining()) {
                file.write(left);
            }
        } catch (IOException failure) {
            Files.deleteIfExists(out);
            throw new IOException("--out " + out + " cannot be written (" + failure + "), so nobody knows the text of "
                    + "the token that was made; end it with ./sim token revoke " + name, failure);
        }
    }

    private static String add(Path data, String name, Role role, List<String> apps, Duration expires)
            throws IOException {
        try {
            return new TokenFile(data).add(name, role, apps == null ? List.of() : apps, expires);
        } catch (FileAlreadyExistsException file) {
            throw new IllegalArgumentException("--data " + data + ": " + file.getMessage()
                    + " is a file, so no token was made; name the server's data directory");
        }
    }

    @Command(name = "list", description = "Lists the tokens. Their texts are kept nowhere.", mixinStandardHelpOptions = true)
    int list(
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", description = "the server's data directory (default: ${DEFAULT-VALUE})") Path data)
            throws IOException {
        if (!Files.isDirectory(data)) {
            throw new IllegalArgumentException(
                    "--data " + data + " is no directory; name the server's data directory");
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"token", "role", "applications", "made", "expires"});
        for (Token each : new TokenFile(data).read()) {
            rows.add(new String[]{each.name(), each.role().label(), Applications.of(each.apps()).toString(),
                    Instant.ofEpochMilli(each.created()).toString(),
                    each.expires() == 0
                            ? "never"
                            : Instant.ofEpochMilli(each.expires())
                                    + (each.isExpired(System.currentTimeMillis()) ? " (over)" : "")});
        }
        System.out.print(Table.of(rows));
        return 0;
    }

    @Command(name = "revoke", description = "Ends a token: a server that runs refuses it within seconds.", mixinStandardHelpOptions = true)
    int revoke(@Parameters(paramLabel = "NAME", description = "as ./sim token list shows it") String name,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", description = "the server's data directory (default: ${DEFAULT-VALUE})") Path data)
            throws IOException {
        String before = described(data, name);
        if (!new TokenFile(data).revoke(name)) {
            throw new IllegalArgumentException(
                    "there is no token " + name + " in " + data + "; see ./sim token list --data "
                            + data);
        }
        new Audit(data, false).done(System.getProperty("user.name"), OWNER, "token revoke " + name, "done", before,
                "");
        System.out.println("revoked " + name);
        return 0;
    }

    private static String described(Path data, String name) throws IOException {
        return new TokenFile(data).read().stream().filter(each -> each.name().equals(name)).findFirst()
                .map(Token::description).orElse("");
    }
}
