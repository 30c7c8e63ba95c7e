package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The agent server has every call from attaching to detaching, and none after. */
class AttachedIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String AOP = """
            <aspectj><aspects>
            <concrete-aspect name="realworld.Loops" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
            <pointcut name="methodsToInstrument" expression="execution(* sim.realworld.Loop.*(..))"/>
            </concrete-aspect></aspects></aspectj>
            """;

    @Test
    void everyCallMeanwhileIsShippedAndNoneAfter() throws Exception {
        Path aop = Files.writeString(Files.createTempFile("loop", ".xml"), AOP);
        Process loop = new ProcessBuilder(JAVA.toString(), "-cp", "target/test-classes", "sim.realworld.Loop")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (Server server = new Server(ROOT, JAVA)) {
            BufferedReader out = new BufferedReader(new InputStreamReader(loop.getInputStream()));
            PrintStream in = new PrintStream(loop.getOutputStream(), true);
            assertThat(out.readLine()).isEqualTo("ready");
            for (int round = 1; round <= 2; round++) {
                String application = "loop" + round;
                assertThat(agent("attach", loop, "application=" + application + ",hotspot.enabled=false,interval=200ms,"
                        + "server=127.0.0.1:" + server.port() + ",aop=" + aop)).isZero();
                in.println(1000);
                assertThat(out.readLine()).isEqualTo("2997");
                assertThat(agent("detach", loop)).isZero();
                assertThat(server.calls(application, "sim.realworld.Loop", "work")).isEqualTo(1000);
                in.println(1000);
                assertThat(out.readLine()).isEqualTo("2997");
            }
            // the second attachment's collector has shipped meanwhile: whatever the first would have is there
            assertThat(server.calls("loop1", "sim.realworld.Loop", "work")).isEqualTo(1000);
            in.close();
            assertThat(loop.waitFor()).isZero();
            assertThat(server.calls("loop2", "sim.realworld.Loop", "work")).isEqualTo(1000);
        } finally {
            loop.destroyForcibly();
        }
    }

    private static int agent(String command, Process process, String... options)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(JAVA.toString(), "-jar",
                ROOT.resolve("sim-agent/target/sim-agent.jar").toString(), command, Long.toString(process.pid())));
        line.addAll(List.of(options));
        return new ProcessBuilder(line).inheritIO().start().waitFor();
    }
}
