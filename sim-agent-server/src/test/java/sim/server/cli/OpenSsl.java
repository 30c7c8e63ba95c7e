package sim.server.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** {@code openssl s_client}: a client of TLS that is not the JDK's. */
public final class OpenSsl {
    private static final Path BINARY = Path.of("/usr/bin/openssl");

    /** Versions and ciphers, and whether they are to be spoken. */
    public static final List<String> OFFERS = List.of("-tls1_3", "-tls1_2", "-tls1_1", "-tls1",
            "-no_tls1_3 -cipher AES128-SHA", "-no_tls1_3 -cipher AES128-GCM-SHA256",
            "-no_tls1_3 -cipher ECDHE-ECDSA-AES128-SHA256", "-no_tls1_3 -cipher ECDHE-ECDSA-AES128-GCM-SHA256",
            "-no_tls1_3 -cipher ECDHE-ECDSA-CHACHA20-POLY1305");

    private OpenSsl() {}

    /** Whether an offer has a version from 1.2 on and a cipher with forward secrecy and authenticated encryption. */
    public static boolean isGood(String offer) {
        return offer.equals("-tls1_3") || offer.equals("-tls1_2") || offer.contains("ECDHE-ECDSA-AES128-GCM")
                || offer.contains("CHACHA20");
    }

    /** Whether the server speaks to a client that makes an offer and believes an authority. */
    public static boolean speaks(int port, Path authority, String offer) throws IOException, InterruptedException {
        String said = run(port, authority, offer, "");
        return said.contains("Verify return code: 0") && !said.contains("Cipher is (NONE)");
    }

    /** Whether the server goes on after a client asked for another handshake on the same connection. */
    public static boolean renegotiates(int port, Path authority) throws IOException, InterruptedException {
        String said = run(port, authority, "-tls1_2", "R\n");
        return !said.contains("no renegotiation") && !said.contains("alert") && !said.contains("error")
                && !said.contains("closed");
    }

    private static String run(int port, Path authority, String offer, String input)
            throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(BINARY), "openssl is missing");
        List<String> command = new ArrayList<>(List.of(BINARY.toString(), "s_client", "-connect", "127.0.0.1:" + port,
                "-CAfile", authority.toString(), "-verify_return_error"));
        command.addAll(List.of(offer.split(" ")));
        Process client = new ProcessBuilder(command).redirectErrorStream(true).start();
        client.getOutputStream().write(input.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
        if (!input.isEmpty()) {
            client.waitFor(3, TimeUnit.SECONDS); // an end of the input would end it before the answer
        }
        client.getOutputStream().close();
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
