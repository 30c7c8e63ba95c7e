package program;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;

/** A broker, a producer and a consumer in one JVM: what was sent arrives once and in order. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int records = Integer.parseInt(arguments[0]);
        Path logs = Files.createTempDirectory("kafka");
        int port = free();
        int controller = free();
        Properties settings = new Properties();
        settings.putAll(Map.of("process.roles", "broker,controller", "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + controller,
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "controller.listener.names", "CONTROLLER", "log.dirs", logs.toString(),
                "offsets.topic.replication.factor", "1", "group.initial.rebalance.delay.ms", "0",
                "transaction.state.log.replication.factor", "1"));
        Path file = logs.resolveSibling(logs.getFileName() + ".properties");
        try (var out = Files.newOutputStream(file)) {
            settings.store(out, null);
        }
        int formatted = kafka.tools.StorageTool.execute(
                new String[]{"format", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", file.toString()},
                new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        System.out.println("formatted: " + formatted);
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        server.startup();
        Map<String, Object> at = Map.of("bootstrap.servers", "127.0.0.1:" + port);
        try (Admin admin = Admin.create(at)) {
            admin.createTopics(List.of(new NewTopic("orders", 1, (short) 1))).all().get();
        }
        try (KafkaProducer<Integer, String> producer = new KafkaProducer<>(at, new IntegerSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>("orders", i, "order " + i));
            }
        }
        int expected = 0;
        Properties reading = new Properties();
        reading.putAll(
                Map.of("bootstrap.servers", "127.0.0.1:" + port, "group.id", "g", "auto.offset.reset", "earliest"));
        try (KafkaConsumer<Integer, String> consumer = new KafkaConsumer<>(reading, new IntegerDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of("orders"));
            while (expected < records) {
                for (ConsumerRecord<Integer, String> record : consumer.poll(Duration.ofSeconds(1))) {
                    if (record.key() != expected++ || !record.value().equals("order " + record.key())) {
                        System.out.println("out of order: " + record.key());
                    }
                }
            }
        }
        System.out.println("received: " + expected);
        server.shutdown();
        server.awaitShutdown();
        System.exit(0);
    }

    private static int free() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
