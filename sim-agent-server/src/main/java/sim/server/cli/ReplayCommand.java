package sim.server.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import sim.recording.replay.Replay;

/** {@code sim replay}: plays a recording to an agent server through this process's own metering runtime and collector. */
@Command(name = "replay", description = "Plays a recording of an application to an agent server.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class ReplayCommand implements Callable<Integer> {
    private static final int CONNECT_MILLIS = 5_000;
    private static final String TLS = "tls://";

    @Parameters(paramLabel = "FILE", description = "what sim.probes.interceptors=record wrote")
    private Path file;

    @Option(names = "--speed", defaultValue = "1", description = "1: as it was recorded; max: as fast as possible (default: ${DEFAULT-VALUE})")
    private String speed;

    @Option(names = "--server", defaultValue = "127.0.0.1:7420", description = "where the agent server listens for collectors; tls://host:port if it has TLS (default: ${DEFAULT-VALUE})")
    private String server;

    @Option(names = "--application", defaultValue = "replay", description = "its name at the agent server (default: ${DEFAULT-VALUE})")
    private String application;

    @Option(names = "--histograms", defaultValue = "", description = "meters that were recorded, joined by +, whose percentiles to have besides wall time's")
    private String histograms;

    @Option(names = "--token-file", paramLabel = "FILE", description = "a file whose first line is the token, of the role ship; otherwise SIM_TOKEN_FILE names it, or SIM_TOKEN is the token")
    private Path tokenFile;

    @Option(names = "--tls-trust", paramLabel = "FILE", description = "the authorities of a server with TLS, PEM or PKCS#12 (default: those of Java)")
    private Path trust;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!speed.equals("1") && !speed.equals("max")) {
            throw new IllegalArgumentException("--speed " + speed + " is not understood; write 1 or max");
        }
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " cannot be read; name a recording");
        }
        reach();
        Replay.Played played = Replay.play(file, speed.equals("1"), collector(), histograms);
        if (!Replay.arrives()) {
            throw new IllegalStateException(
                    "of the " + played.firings() + " firings played, not all arrived at --server "
                            + server + "; name where ./sim server listens for collectors, as it said when it began");
        }
        System.out.println("Played " + played.firings() + " firings of " + played.threads() + " threads as "
                + application + ".");
        if (played.dropped() > 0) {
            System.out.println(
                    played.dropped() + " more are not in the recording, because there was no memory for them.");
        }
        return 0;
    }

    /** It comes to the server as a collector does. */
    private Properties collector() {
        Properties options = new Properties();
        options.setProperty("sim.server", server);
        options.setProperty("sim.application", application);
        if (tokenFile != null) {
            options.setProperty("sim.token.file", tokenFile.toString());
        }
        if (trust != null) {
            options.setProperty("sim.tls.trust", trust.toString());
        }
        return options;
    }

    /** Nothing is played to nobody. */
    private void reach() {
        String server = this.server.startsWith(TLS) ? this.server.substring(TLS.length()) : this.server;
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))),
                    CONNECT_MILLIS);
        } catch (IndexOutOfBoundsException | IllegalArgumentException malformed) {
            throw new IllegalArgumentException(
                    "--server " + server + " is not host:port or tls://host:port, such as 127.0.0.1:7420",
                    malformed);
        } catch (IOException away) {
            throw new IllegalStateException("--server " + server + " does not answer (" + away.getMessage()
                    + "); start one with ./sim server, or name another", away);
        }
    }
}
