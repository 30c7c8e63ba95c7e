package sim.libraries;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A broker of Kafka's in a JVM of its own. */
final class KafkaBroker implements AutoCloseable {
    private static final String JARS = "kafka|scala|jackson|metrics|slf4j|jopt|argparse|jose|pcollections|caffeine|"
            + "zstd|lz4|snappy|commons|paranamer|zookeeper|netty";

    /** It begins to answer long after it has said where; each try takes as long as the client's own patience. */
    private static final int TRIES = 5;

    private final Process process;
    private final Path errors;
    private final String address;

    KafkaBroker(Path folder) throws IOException {
        errors = folder.resolve("broker.err");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process = new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-cp",
                Path.of("target", "test-classes") + File.pathSeparator + Program.classPath(JARS),
                "tried.Broker", folder.toString()).redirectError(errors.toFile()).start();
        address = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                .readLine();
    }

    String address() {
        return address;
    }

    /** Makes topics of so many partitions. */
    void make(int partitions, String... names) throws Exception {
        List<NewTopic> topics = new ArrayList<>();
        for (String name : names) {
            topics.add(new NewTopic(name, partitions, (short) 1));
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            for (int attempt = 1;; attempt++) {
                try {
                    admin.createTopics(topics).all().get(2, TimeUnit.MINUTES);
                    return;
                } catch (ExecutionException starting) {
                    if (attempt == TRIES) {
                        throw new IOException(Files.readString(errors), starting);
                    }
                }
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
