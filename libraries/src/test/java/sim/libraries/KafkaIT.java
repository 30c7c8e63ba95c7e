package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.libraries.Program.Run;

/** {@code libraries=kafka}, clients of versions 3 and 4, with a real broker. */
class KafkaIT {
    @TempDir
    static Path folder;
    private static KafkaBroker broker;

    @BeforeAll
    static void startTheBroker() throws Exception {
        broker = new KafkaBroker(folder);
    }

    @AfterAll
    static void stopIt() throws InterruptedException {
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka-clients", "kafka-clients-4.1.0"})
    void recordsArePayloadsAndTakeTheirContextAlongAndTheProgramDoesTheSame(String clients) throws Exception {
        Run bare = Program.with(clients, "slf4j-api").run("tried.KafkaShop", broker.address(), "bare" + clients);
        Run run = Program.with(clients, "slf4j-api").including(folder, "payload.record=all,libraries=kafka")
                .run("tried.KafkaShop", broker.address(), "met" + clients).isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).hasSizeGreaterThan(15);
        String topic = "orders-met" + clients;
        assertThat(run.after("sim ")).as(run.all()).anyMatch(line -> line.matches("receive " + topic + " [1-7] 0"))
                .contains("send no such topic! 1 1", "send " + topic + " 6 0").hasSize(3);
        assertThat(run.after("type ")).contains("send 7");
        String first = run.after("trace first ").get(0).split(" ")[0];
        String second = run.after("trace second ").get(0).split(" ")[0];
        assertThat(run.after("there each ")).as(run.all()).anyMatch(line -> line.startsWith("alone "))
                .noneMatch(line -> line.startsWith("alone none"))
                .contains("mine " + first + " receive " + topic,
                        "own 11111111111111111111111111111111 receive " + topic,
                        "twice " + first + " receive " + topic, "twice " + second + " receive " + topic,
                        "called back " + second + " receive " + topic)
                .hasSize(6);
        assertThat(run.after("there partition ")).allMatch(line -> line.endsWith("receive " + topic)).isNotEmpty();
        assertThat(run.after("there topic ")).allMatch(line -> line.endsWith("receive " + topic)).isNotEmpty();
        assertThat(run.after("there between ")).containsOnly("none");
        assertThat(run.after("there behind "))
                .as("an iteration that was broken off ends with the next poll or the consumer")
                .containsExactly("none", "none");
    }
}
