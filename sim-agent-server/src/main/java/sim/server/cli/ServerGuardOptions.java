package sim.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;
import sim.server.http.Doors;
import sim.server.identity.Audit;
import sim.server.identity.Guard;
import sim.server.identity.OwnFile;
import sim.server.identity.Proxy;
import sim.server.identity.TokenFile;

/** The options of {@code sim server} about who may come in, and the decision that a server beyond this machine needs. */
final class ServerGuardOptions {
    private static final Logger LOG = LoggerFactory.getLogger(ServerGuardOptions.class);

    @Option(names = "--insecure", description = "lets other machines in without encryption; without tokens as well, if none were made. Says so at each start and on the page")
    private boolean insecure;

    @Option(names = "--trust-proxy", paramLabel = "ADDRESS", description = "the address of a proxy that signs people in and says in headers who they are")
    private String proxy;

    @Option(names = "--proxy-user", paramLabel = "HEADER", defaultValue = "X-Forwarded-User", description = "the header with the user's name (default: ${DEFAULT-VALUE})")
    private String userHeader;

    @Option(names = "--proxy-groups", paramLabel = "HEADER", defaultValue = "X-Forwarded-Groups", description = "the header with the user's groups, separated by commas (default: ${DEFAULT-VALUE})")
    private String groupsHeader;

    @Option(names = "--group", paramLabel = "GROUP=ROLE[:APP,APP]", description = "what a group of the proxy's users may do, and for which applications; several times")
    private List<String> groups = List.of();

    @Option(names = "--audit-lines", description = "writes each entry of the audit log to the server's log too")
    private boolean auditLines;

    /**
     * Decides who may come in.
     *
     * @throws IllegalStateException with one line, if other machines could come in and nobody decided how
     */
    Guard make(Path data, String bind, Doors doors, boolean encrypted) {
        shut(data);
        TokenFile tokens = new TokenFile(data);
        if (doors.isOpen() && !insecure && !(encrypted && (tokens.exists() || proxy != null))) {
            throw new IllegalStateException(needed(data, bind, encrypted, tokens.exists() || proxy != null));
        }
        Proxy trusted = proxy == null ? null : proxy();
        try {
            return Guard.of(tokens, new Audit(data, auditLines), doors.isOpen() && !insecure, trusted,
                    doors.isOpen() && insecure && !(encrypted && tokens.exists()));
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable.getMessage(), unreadable);
        }
    }

    /** A data directory that somebody made by hand, or copied, may be readable by others. */
    private static void shut(Path data) {
        try {
            if (OwnFile.shut(data)) {
                LOG.info("{} could be read by others; now it is its owner's alone", data);
            }
        } catch (IOException notOurs) {
            LOG.warn("{} can be read by others, and that cannot be changed ({}); what was measured is in it: chmod 700",
                    data, notOurs.toString());
        }
    }

    private Proxy proxy() {
        try {
            return Proxy.of(proxy, userHeader, groupsHeader, groups);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalStateException(wrong.getMessage(), wrong);
        }
    }

    private static String needed(Path data, String bind, boolean encrypted, boolean known) {
        StringBuilder line = new StringBuilder("--bind ").append(bind)
                .append(" lets other machines in, so the server needs ")
                .append(encrypted ? "" : "TLS").append(encrypted || known ? "" : " and ").append(known ? "" : "tokens")
                .append(": ");
        if (!encrypted) {
            line.append("./sim certs --out certs --host NAME, then --tls-cert certs/server.pem; ");
        }
        if (!known) {
            line.append("./sim token add NAME --role admin --data ").append(data).append("; ");
        }
        line.append("or decide with --insecure that a firewall alone says who comes in");
        if (isContainer()) {
            line.append(
                    ". In this container: publish the ports on the host's own address alone, as in -p 127.0.0.1:7421:7421 "
                            + "-p 127.0.0.1:7420:7420, and start with --bind ")
                    .append(bind).append(" --insecure");
        }
        return line.toString();
    }

    private static boolean isContainer() {
        return Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/.containerenv"))
                || System.getenv("KUBERNETES_SERVICE_HOST") != null || System.getenv("container") != null;
    }
}
