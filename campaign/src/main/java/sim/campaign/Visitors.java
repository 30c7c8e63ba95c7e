package sim.campaign;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Clients of the page that ask the dearest questions; some go away before the answer is whole. */
final class Visitors {
    private static final List<String> QUESTIONS = List.of("/api/v1/contexts?limit=10000&whole=true&",
            "/api/v1/calltree?limit=10000&", "/api/v1/methods?limit=10000&disabled=true&",
            "/api/v1/invocations?limit=10000&",
            "/api/v1/events?limit=10000&", "/api/v1/platform?", "/api/v1/hotspots?limit=10000&",
            "/api/v1/contexts?limit=10000&search=e&");

    private static final String CUT = "cut";

    private final Map<String, Integer> answers = new TreeMap<>();

    /** So many clients for as long as the round lasts. Anything but an answer, or a bound that is named, is a fault. */
    void come(Round round, int clients, String application) throws InterruptedException {
        long end = System.nanoTime() + round.millis * 1_000_000L;
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Random random = new Random(round.random.nextLong());
            all.add(Injector.daemon(() -> {
                while (System.nanoTime() < end) {
                    visit(round.server(), random, application);
                }
            }, "visitor"));
        }
        for (Thread each : all) {
            each.join();
        }
        cut(round);
        for (Map.Entry<String, Integer> answer : answers.entrySet()) {
            if (!List.of("200", "413", "503", "gone", CUT).contains(answer.getKey())) {
                round.account.fault("the page's questions were answered " + answer.getKey() + ", "
                        + answer.getValue() + " times");
            }
        }
    }

    /** An answer that meets a bound half way ends without its last chunk: the server counts as many, or more. */
    private void cut(Round round) throws InterruptedException {
        int cut = answers().getOrDefault(CUT, 0);
        if (cut == 0) {
            return;
        }
        try {
            JsonNode refused = round.server().get("/api/v1/server").path("queries").path("refused");
            if (refused.path("time").asInt() + refused.path("memory").asInt() < cut) {
                round.account.fault(cut + " answers ended half way, and the server refused " + refused);
            }
        } catch (IOException unanswered) {
            round.account.fault(cut + " answers ended half way, and the server does not say why: " + unanswered);
        }
    }

    synchronized Map<String, Integer> answers() {
        return new TreeMap<>(answers);
    }

    private void visit(Server server, Random random, String application) {
        String path = QUESTIONS.get(random.nextInt(QUESTIONS.size())) + "from=0&application=" + application;
        String answer;
        try {
            if (random.nextInt(4) == 0) {
                leave(server, path, random);
                answer = "gone";
            } else {
                HttpResponse<String> said = server.tryOut(path);
                answer = String.valueOf(said.statusCode());
                if (said.statusCode() != 200 && said.statusCode() != 413 && said.statusCode() != 503) {
                    answer += " (" + path + ": " + said.body().lines().findFirst().orElse("") + ")";
                }
            }
        } catch (IOException failure) {
            answer = String.valueOf(failure.getMessage()).startsWith("chunked transfer encoding")
                    ? CUT
                    : "by " + failure;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return;
        }
        synchronized (this) {
            answers.merge(answer, 1, Integer::sum);
        }
    }

    private static void leave(Server server, String path, Random random) throws IOException, InterruptedException {
        String authorization = server.wayIn().authorization();
        try (Socket below = new Socket("127.0.0.1", server.httpPort()); Socket socket = server.wayIn().around(below)) {
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.httpPort()
                    + (authorization.isEmpty() ? "" : "\r\nAuthorization: " + authorization) + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            Thread.sleep(random.nextInt(100));
            socket.getInputStream().readNBytes(random.nextInt(2_000));
            Link.close(below, random.nextBoolean());
        } catch (java.net.SocketException closedFirst) {
            if (closedFirst instanceof java.net.ConnectException) {
                throw closedFirst;
            }
        }
    }
}
