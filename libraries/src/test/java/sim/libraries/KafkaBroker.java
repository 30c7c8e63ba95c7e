package sim.libraries;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A broker of Kafka's in a JVM of its own. */
final class KafkaBroker implements AutoCloseable {
    private static final String JARS = "kafka|scala|jackson|metrics|slf4j|jopt|argparse|jose|pcollections|caffeine|"
            + "zstd|lz4|snappy|commons|paranamer|zookeeper|netty";

    private final Process process;
    private final String address;

    KafkaBroker(Path folder) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process = new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp",
                Path.of("target", "test-classes") + File.pathSeparator + Program.classPath(JARS),
                "tried.Broker", folder.toString()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        address = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                .readLine();
    }

    String address() {
        return address;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
