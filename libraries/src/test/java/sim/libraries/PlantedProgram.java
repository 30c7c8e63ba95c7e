package sim.libraries;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** A program of the package {@code planted} under SIM, as somebody who starts with the README runs it, and the customers who send it orders. */
final class PlantedProgram implements AutoCloseable {
    private static final String LINE = "packages=planted,libraries=auto,payload.record=all,payload.events=true,"
            + "interval=1s,exit.flush=30s";
    private static final int CUSTOMERS = 4;
    /** Orders that a program gets before those that are looked at, as a service does before it is given its traffic: the first of a JVM are slow in themselves. */
    static final int WARM = 40;

    private final Path errors;
    private final Process process;
    private final BufferedReader said;

    private PlantedProgram(Path folder, String server, String application, String version, String main,
            String... arguments) throws IOException {
        errors = folder.resolve(application + version + ".err");
        process = new ProcessBuilder(Program.with("h2", "kafka-clients", "slf4j-api").flag("-Dsim.weave.cache=off")
                .flag("-javaagent:" + Program.AGENT + "=application=" + application + ",version=" + version + ",server="
                        + server + "," + LINE)
                .command(main, arguments)).redirectError(errors.toFile()).start();
        said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** What {@code planted.PaidOrders} asks. */
    static PlantedProgram desk(Path folder, String server) throws IOException {
        return new PlantedProgram(folder, server, "payments", "1.0", "planted.PaymentDesk");
    }

    /**
     * Runs one until it has placed so many orders that came over HTTP.
     *
     * @param warm is told when it has placed those that warm it up
     */
    static void serve(Path folder, String server, String application, String version, String cause, int orders,
            String address, Warm warm) throws Exception {
        try (PlantedProgram program = new PlantedProgram(folder, server, application, version, "planted.Main", cause,
                version, Integer.toString(WARM), Integer.toString(orders), address)) {
            String url = program.address() + "/orders/";
            HttpClient client = HttpClient.newHttpClient();
            ExecutorService customers = Executors.newFixedThreadPool(CUSTOMERS);
            for (int many : new int[]{WARM, orders}) {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 1; i <= many; i++) {
                    HttpRequest order = HttpRequest.newBuilder(URI.create(url + i)).build();
                    all.add(customers.submit(() -> client.send(order, HttpResponse.BodyHandlers.discarding())));
                }
                for (Future<?> each : all) {
                    each.get(2, TimeUnit.MINUTES);
                }
                if (many == WARM) {
                    program.isWarm(warm);
                }
            }
            customers.shutdown();
            program.hasEnded();
        }
    }

    /** The same with orders that come by a topic. */
    static void consume(Path folder, String server, String application, String version, String cause, int orders,
            String address, String broker, String topic, Warm warm) throws Exception {
        try (PlantedProgram program = new PlantedProgram(folder, server, application, version, "planted.Main", cause,
                version, Integer.toString(WARM), Integer.toString(orders), address, broker, topic);
                KafkaProducer<String, String> customers = new KafkaProducer<>(Map.of("bootstrap.servers", broker),
                        new StringSerializer(), new StringSerializer())) {
            for (int many : new int[]{WARM, orders}) {
                for (int i = 1; i <= many; i++) {
                    customers.send(new ProducerRecord<>(topic, i % CUSTOMERS, null, Integer.toString(i)));
                }
                customers.flush();
                if (many == WARM) {
                    program.isWarm(warm);
                }
            }
            program.hasEnded();
        }
    }

    /** Is told that a program is warm. */
    interface Warm {
        void up() throws Exception;
    }

    private void isWarm(Warm warm) throws Exception {
        String next = said.readLine();
        if (!"warm".equals(next)) {
            throw new AssertionError(next + "\n" + Files.readString(errors));
        }
        warm.up();
    }

    /** Where it listens. */
    String address() throws IOException {
        String first = said.readLine();
        if (first == null || !first.startsWith("port ")) {
            throw new AssertionError(first + "\n" + Files.readString(errors));
        }
        return "http://127.0.0.1:" + first.substring(5);
    }

    /** Waits until it has ended by itself. */
    private void hasEnded() throws Exception {
        if (!process.waitFor(3, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new AssertionError("did not end well\n" + Files.readString(errors));
        }
    }

    /** Ends it, which it does when its input ends; then what it has reported is on its way. */
    void end() throws Exception {
        process.getOutputStream().close();
        hasEnded();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
