package planted;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Takes orders from a topic of Kafka's, a consumer for each of its partitions. */
final class OrdersByQueue implements AutoCloseable {
    private final Orders orders;
    private final Runnable placed;
    private final String broker;
    private final String topic;
    private final ExecutorService workers;
    private volatile boolean isOver;

    OrdersByQueue(Orders orders, Runnable placed, String broker, String topic, int partitions) {
        this.orders = orders;
        this.placed = placed;
        this.broker = broker;
        this.topic = topic;
        workers = Executors.newFixedThreadPool(partitions);
        for (int i = 0; i < partitions; i++) {
            TopicPartition partition = new TopicPartition(topic, i);
            workers.submit(() -> consume(partition));
        }
    }

    private void consume(TopicPartition partition) {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker, "auto.offset.reset", "earliest",
                "enable.auto.commit", "false");
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings, new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            while (!isOver) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200)).records(topic)) {
                    take(record);
                }
            }
        } catch (Exception failure) {
            failure.printStackTrace();
            System.exit(1);
        }
    }

    private void take(ConsumerRecord<String, String> record) throws Exception {
        orders.place(Integer.parseInt(record.value()));
        placed.run();
    }

    @Override
    public void close() throws InterruptedException {
        isOver = true;
        workers.shutdown();
        workers.awaitTermination(30, TimeUnit.SECONDS);
    }
}
