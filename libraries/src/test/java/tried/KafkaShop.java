package tried;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A producer and a consumer of Kafka's, and a real broker. */
public final class KafkaShop {
    private KafkaShop() {}

    public static void main(String[] arguments) throws Exception {
        String topic = "orders-" + arguments[1];
        Map<String, Object> settings = Map.of("bootstrap.servers", arguments[0]);
        try (Admin admin = Admin.create(settings)) {
            for (int attempt = 1;; attempt++) {
                try {
                    admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
                    break;
                } catch (ExecutionException starting) {
                    if (attempt == 5) {
                        throw starting;
                    }
                }
            }
        }
        produce(arguments[0], topic);
        consume(arguments[0], topic);
        Told.print();
    }

    private static void produce(String broker, String topic) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(Map.of("bootstrap.servers", broker),
                new StringSerializer(), new StringSerializer())) {
            send(producer, new ProducerRecord<>(topic, "alone"));
            ProducerRecord<String, String> twice = new ProducerRecord<>(topic, "twice");
            Told.in("first", () -> {
                System.out.println("trace first " + Told.current());
                send(producer, new ProducerRecord<>(topic, "key", "mine"));
                ProducerRecord<String, String> own = new ProducerRecord<>(topic, "own");
                own.headers().add("traceparent", JdkClients.OWN.getBytes(StandardCharsets.UTF_8));
                send(producer, own);
                return send(producer, twice);
            });
            Told.in("second", () -> {
                System.out.println("trace second " + Told.current());
                send(producer, twice);
                producer.send(new ProducerRecord<>(topic, "called back"),
                        (metadata, failure) -> System.out.println("does called back " + metadata.offset() + failure))
                        .get();
                try {
                    send(producer, new ProducerRecord<>("no such topic!", "refused"));
                } catch (Exception refused) {
                    System.out.println("does " + refused.getClass() + " of " + refused.getCause().getClass());
                }
                return null;
            });
        }
    }

    private static Object send(KafkaProducer<String, String> producer, ProducerRecord<String, String> message)
            throws Exception {
        System.out.println("does " + producer.send(message).get().offset());
        System.out.println("does record has " + message.headers().toArray().length);
        return null;
    }

    private static void consume(String broker, String topic) {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker, "auto.offset.reset", "earliest",
                "enable.auto.commit", "false");
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings, new StringDeserializer(),
                new StringDeserializer())) {
            TopicPartition all = new TopicPartition(topic, 0);
            consumer.assign(List.of(all));
            List<ConsumerRecord<String, String>> kept = new ArrayList<>();
            while (kept.size() < 6) {
                ConsumerRecords<String, String> polled = consumer.poll(Duration.ofSeconds(1));
                for (ConsumerRecord<String, String> each : polled) {
                    take("each", each);
                    kept.add(each);
                }
                System.out.println("there between " + Told.current());
                if (!polled.isEmpty()) {
                    ConsumerRecord<String, String> first = null;
                    for (ConsumerRecord<String, String> each : polled.records(all)) {
                        take("partition", each);
                        first = each;
                        break;
                    }
                    Iterator<ConsumerRecord<String, String>> topics = polled.records(topic).iterator();
                    take("topic", topics.next());
                    List<ConsumerRecord<String, String>> list = polled.records(all);
                    System.out.println("does list " + list.size() + list.contains(first) + list.indexOf(first)
                            + list.equals(new ArrayList<>(list)) + list.stream().count());
                }
            }
            System.out.println("does nothing more " + consumer.poll(Duration.ofMillis(100)).count());
            System.out.println("there behind " + Told.current());
            consumer.seekToBeginning(List.of(all));
            ConsumerRecords<String, String> again = consumer.poll(Duration.ofSeconds(10));
            System.out.println("does again " + again.iterator().next().value());
        }
        System.out.println("there behind " + Told.current());
    }

    private static void take(String how, ConsumerRecord<String, String> taken) {
        StringBuilder headers = new StringBuilder();
        for (Header each : taken.headers()) {
            if (!each.key().equals("traceparent")) {
                headers.append(each.key());
            }
        }
        System.out.println("does " + how + " " + taken.key() + taken.value() + taken.offset() + headers);
        System.out.println("there " + how + " " + taken.value() + " " + Told.current());
    }
}
