package tried;

import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A broker of Kafka's own on this machine alone, in a folder of its own; says where it listens, and ends with its standard input. */
public final class Broker {
    private Broker() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int port = free();
        int controllers = free();
        Path settings = Files.write(folder.resolve("server.properties"), List.of("process.roles=broker,controller",
                "node.id=1", "controller.quorum.voters=1@127.0.0.1:" + controllers,
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllers,
                "advertised.listeners=PLAINTEXT://127.0.0.1:" + port, "controller.listener.names=CONTROLLER",
                "log.dirs=" + folder.resolve("log"), "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1", "group.initial.rebalance.delay.ms=0"));
        kafka.tools.StorageTool.execute(new String[]{"format", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c",
                settings.toString()}, new PrintStream(PrintStream.nullOutputStream()));
        Thread server = new Thread(() -> kafka.Kafka.main(new String[]{settings.toString()}));
        server.setDaemon(true);
        server.start();
        System.out.println("127.0.0.1:" + port);
        while (System.in.read() >= 0) {
            // who has started it lives
        }
        Runtime.getRuntime().halt(0);
    }

    private static int free() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
