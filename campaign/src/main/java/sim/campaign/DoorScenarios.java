package sim.campaign;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import sim.model.text.Text;
import sim.wire.Counter;
import sim.wire.Hello;
import sim.wire.Sections;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;

/** Troubles by those who come to the page's door, while an honest application works. */
final class DoorScenarios {
    /** Each holds a thread of the server for as long as its body may take. */
    private static final int SLOW = 300;
    /** A body is none of theirs, whatever the header says. */
    private static final int SLOW_GETS = 200;
    private static final int INSTANCES = 1_300;
    /** What the list of applications has without a limit. */
    private static final int LISTED = 1_000;
    private static final int LISTED_BYTES = 8 << 20;
    private static final int COUNTERS = 500;
    private static final String BODY = "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";

    private DoorScenarios() {}

    static List<Scenario> all() {
        return List.of(Scenarios.passing("slow-bodies", DoorScenarios::slow),
                Scenarios.passing("smuggled", DoorScenarios::smuggled),
                Scenarios.longer("forged-instances", DoorScenarios::forged));
    }

    /** Hundreds of requests whose bodies come byte by byte, some of them with a method in a header. The page is there all the time. */
    private static void slow(Round round) throws Exception {
        Application application = round.start(round.usual());
        round.awaitStored(application);
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW + SLOW_GETS; i++) {
                String request = i < SLOW ? "POST" : "GET";
                String header = i % 2 == 0 ? "X-HTTP-Method-Override: POST\r\n" : "";
                try {
                    Socket socket = open(round.server());
                    slow.add(socket);
                    say(socket, request + " /api/v1/hotspots HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + BODY);
                } catch (IOException refused) {
                    // as it may be
                }
            }
            long end = System.nanoTime() + round.millis * 1_000_000L;
            while (System.nanoTime() < end) {
                for (Socket each : slow) {
                    try {
                        say(each, " ");
                    } catch (IOException closed) {
                        // its time is over
                    }
                }
                expect(round, round.server().ask("/health/live"), 200);
                expect(round, round.server().ask("/"), 200);
                round.sleep(500);
            }
        } finally {
            for (Socket each : slow) {
                Link.close(each, false);
            }
        }
        round.settle();
    }

    private static void expect(Round round, HttpResponse<String> answer, int status) {
        if (answer.statusCode() != status) {
            round.account.fault(answer.uri() + " answers " + answer.statusCode());
        }
    }

    /** Requests that one reader takes for another than the next would, and methods that there are not. */
    private static void smuggled(Round round) throws Exception {
        Application application = round.start(round.usual());
        round.awaitStored(application);
        String begin = "POST /api/v1/hotspots HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
        String inside = "GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        Map<String, String> tried = new java.util.LinkedHashMap<>();
        tried.put("a bare line feed", "GET /api/v1/health HTTP/1.1\nHost: 127.0.0.1\n\n");
        for (String framing : List.of("identity, chunked", "chunked, identity", "gzip, chunked", "x")) {
            tried.put("Transfer-Encoding: " + framing,
                    begin + "Transfer-Encoding: " + framing + "\r\n\r\n0\r\n\r\n" + inside);
        }
        tried.put("two lengths",
                begin + "Content-Length: 0\r\nContent-Length: " + inside.length() + "\r\n\r\n" + inside);
        tried.put("a length and chunks",
                begin + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inside);
        for (Map.Entry<String, String> each : tried.entrySet()) {
            answered(round, each.getKey(), each.getValue(), "400");
        }
        for (String method : List.of("OPTIONS", "PUT", "DELETE", "TRACE")) {
            answered(round, method, method + " /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                    + authorized(round) + "\r\n", "405");
        }
        round.settle();
    }

    private static String authorized(Round round) throws IOException {
        String authorization = round.server().wayIn().authorization();
        return authorization.isEmpty() ? "" : "Authorization: " + authorization + "\r\n";
    }

    /** Exactly one answer, of that status. */
    private static void answered(Round round, String what, String request, String status) throws IOException {
        String answer;
        try (Socket socket = open(round.server())) {
            socket.setSoTimeout(30_000);
            say(socket, request);
            answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        if (!answer.startsWith("HTTP/1.1 " + status) || answer.indexOf("HTTP/1.1", 1) > 0) {
            round.account.fault(what + " is answered: " + answer.lines().findFirst().orElse("not at all"));
        }
    }

    /** More instances than are listed, each with the longest texts and hundreds of counters: the list stays short, and has the honest one. */
    private static void forged(Round round) throws Exception {
        Application application = round.start(round.usual());
        round.awaitStored(application);
        String endless = "x".repeat(2_000); // a hello has 8 KB at most, of which the names are short
        String name = "x".repeat(Text.LONGEST_NAME - 20);
        List<Counter> counters = new ArrayList<>();
        for (int i = 0; i < COUNTERS; i++) {
            counters.add(new Counter(i + "x".repeat(i), Long.MAX_VALUE / COUNTERS));
        }
        int welcome = 0;
        for (int i = 0; i < INSTANCES; i++) {
            try (ByHand peer = round.server().connect(Hostile.stranger(round.random))) {
                if (peer.hello(
                        new Hello(Wire.VERSION, "forged-" + i + name, UUID.randomUUID().toString(), endless, 1,
                                endless, System.currentTimeMillis() * 1000, false, List.of())) instanceof Welcome) {
                    welcome++;
                    peer.ship(Samples.calls(1, 1, System.currentTimeMillis() * 1000).with(Sections.COUNTERS, counters));
                }
            } catch (IOException | WireException turnedAway) {
                // as it may be
            }
        }
        int listed = round.server().get("/api/v1/applications").size();
        int bytes = round.server().ask("/api/v1/applications").body().length();
        if (round.server().wayIn().admitsStrangers() && welcome <= LISTED) {
            round.account.fault(
                    "of " + INSTANCES + " forged instances " + welcome + " were let in: too few for a long list");
        }
        if (listed > LISTED || bytes > LISTED_BYTES) {
            round.account.fault("/api/v1/applications has " + listed + " instances in " + bytes + " bytes");
        }
        round.settle();
    }

    private static Socket open(Server server) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", server.httpPort()), 5_000);
        return server.wayIn().around(socket);
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }
}
