package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Scripts over HTTP into a program that runs: what they record, what they may break, that they go again, and who forbids them. */
class RemoteScriptsIT {
    private static final String FIND = "tried.Stock.find(..)";

    @TempDir
    Path folder;

    @Test
    @Timeout(300)
    void intoARunningProgramAndOutAgain() throws Exception {
        Path log = folder.resolve("stock.log");
        try (RunningServer server = new RunningServer(folder)) {
            Process program = server.launch("stock", log, ",interval=200ms,payload.scripts.remote=true", "tried.Stock");
            try {
                untilItAnswers(server, "stock");
                JsonNode method = ask(server, "look", "", FIND, "").path("methods").get(0);
                assertThat(method.path("method").asString()).isEqualTo("tried.Stock.find(int, java.lang.String)");
                assertThat(method.path("names").toString()).isEqualTo("[\"number\",\"kind\"]");
                assertThat(why(server, "tried.Stock.nothing()")).startsWith("is native");
                assertThat(why(server, "tried.Stock$Shelf.room()")).startsWith("is abstract");
                assertThat(why(server, "java.lang.String.length()")).isEmpty(); // at its calls
                assertThat(why(server, "java.lang.invoke.MethodHandle.invoke(..)"))
                        .startsWith("is a method of the JDK");
                assertThat(why(server, "tried.Stock.hashCode()")).startsWith("has no such method of its own");
                assertThat(refused(server, "tried.*.find(..)", "1")).contains("is no method");
                assertThat(refused(server, FIND, "\"find \" + kinds"))
                        .startsWith("line 1, column 11: cannot find symbol");
                done(server, "try", "Kinds", "\"find \" + kind");
                assertThat(done(server, "add", "Kinds", "\"find \" + kind").path("scripts").size()).isEqualTo(1);
                done(server, "add", "Throws", "kind.charAt(99)");
                done(server, "add", "Hangs", "new java.util.concurrent.Semaphore(0).tryAcquire(500,"
                        + " java.util.concurrent.TimeUnit.MILLISECONDS)");
                done(server, "add", "Recurses", "Stock.deep(0) + target.find(1, kind)");
                done(server, "add", "Allocates",
                        "new long[Integer.MAX_VALUE - 2].length + new int[Integer.MAX_VALUE].length");
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> payloads(server).containsAll(
                        List.of("find book", "find lamp", "find chair")));
                telemetryIsAsked(server);
                for (String each : List.of("Throws", "Hangs", "Recurses", "Allocates", "Kinds")) {
                    done(server, "remove", each, "");
                }
                assertThat(ask(server, "list", "", "", "").path("scripts").isEmpty()).isTrue();
                program.getOutputStream().write('\n');
                program.getOutputStream().flush();
                assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
                String printed = Files.readString(log);
                assertThat(program.exitValue()).as(printed).isZero();
                assertThat(printed).contains("ended, wrong: 0")
                        .contains("sim: somebody at the agent server put the script Kinds at " + FIND
                                + ": \"find \" + kind")
                        .contains("sim: somebody at the agent server gave the script Queue a telemetry: Stock.class")
                        .contains("sim: somebody at the agent server took the script Kinds out")
                        .contains("the script Throws threw java.lang.StringIndexOutOfBounds")
                        .contains("the script Recurses threw java.lang.StackOverflowError")
                        .contains("the script Allocates is switched off, for it made an array of 2147483645");
            } finally {
                program.destroyForcibly();
            }
        }
    }

    @Test
    @Timeout(120)
    void notWhereTheOwnerDoesNotAllowIt() throws Exception {
        try (RunningServer server = new RunningServer(folder)) {
            Process program = server.launch("stock", folder.resolve("stock.log"), ",interval=200ms", "tried.Stock");
            try {
                untilItAnswers(server, "stock");
                for (String action : List.of("list", "look", "try", "add", "remove")) {
                    JsonNode answer = ask(server, action, "Kinds", FIND, "kind");
                    assertThat(answer.path("done").asBoolean()).isFalse();
                    assertThat(answer.path("text").asString()).contains("payload.scripts.remote=true");
                    assertThat(answer.path("methods").isEmpty()).isTrue();
                }
            } finally {
                program.destroyForcibly();
            }
        }
    }

    /** A number that needs no probe, from the application to the chart. */
    private static void telemetryIsAsked(RunningServer server) throws Exception {
        ObjectNode wish = JsonMapper.shared().createObjectNode().put("application", "stock").put("action", "add")
                .put("name", "Queue").put("telemetry", "Stock.class.getSimpleName().length()").put("in", "tried.Stock")
                .put("line", "busy").put("unit", "bytes");
        assertThat(ask(server, wish).path("text").asString()).isEqualTo("is asked once a second");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            String lines = server
                    .get("/api/v1/payloads/telemetries?last=1h&application=stock&probe=sim.payload.script.Queue")
                    .toString();
            return lines.contains("\"line\":\"busy\",\"unit\":\"BYTES\",\"scale\":0,\"stacked\":false")
                    && lines.contains("\"points\":[[");
        });
        done(server, "remove", "Queue", "");
    }

    private static List<String> payloads(RunningServer server) throws Exception {
        List<String> found = new ArrayList<>();
        server.get("/api/v1/payloads/hotspots?last=1h&application=stock&probe=sim.payload.script.Kinds")
                .path("payloads").forEach(each -> found.add(each.path("text").asString()));
        return found;
    }

    private static String why(RunningServer server, String method) throws Exception {
        return ask(server, "look", "", method, "").path("methods").get(0).path("refusal").asString();
    }

    private static String refused(RunningServer server, String method, String expression) throws Exception {
        JsonNode answer = ask(server, "add", "Wrong", method, expression);
        assertThat(answer.path("done").asBoolean()).isFalse();
        return answer.path("text").asString();
    }

    private static JsonNode done(RunningServer server, String action, String name, String expression)
            throws Exception {
        JsonNode answer = ask(server, action, name, FIND, expression);
        assertThat(answer.path("done").asBoolean()).as(answer.toString()).isTrue();
        return answer;
    }

    private static void untilItAnswers(RunningServer server, String application) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> server.get("/api/v1/applications").toString()
                .contains("\"connected\":true"));
    }

    private static JsonNode ask(RunningServer server, String action, String name, String method, String expression)
            throws Exception {
        ObjectNode wish = JsonMapper.shared().createObjectNode().put("application", "stock").put("action", action)
                .put("name", name).put("method", method).put("expression", expression);
        return ask(server, wish);
    }

    private static JsonNode ask(RunningServer server, ObjectNode wish) throws Exception {
        long request = server.post("/api/v1/payloads/scripts", 202, wish.toString()).path("request").asLong();
        JsonNode[] heard = {null};
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            heard[0] = server.get("/api/v1/payloads/scripts?request=" + request);
            return heard[0].path("waiting").isEmpty();
        });
        return heard[0].path("answers").get(0);
    }
}
