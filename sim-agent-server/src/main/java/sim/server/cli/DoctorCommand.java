package sim.server.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * {@code sim doctor}: asks an agent server what is wrong there, between here and there, and with what its applications sent. A line for each
 * thing that was looked at; those that are not well say why and what to do.
 */
@Command(name = "doctor", description = "Says what is wrong: with Java, ports, disk, clocks, versions and tokens, and what an application has not got.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class DoctorCommand implements Callable<Integer> {
    private static final int CONNECT_MILLIS = 3_000;
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(5);
    private static final int OLDEST_JAVA = 17;
    private static final int ILL = 1;
    /** Half of the spans that wait at most. */
    private static final int MANY_WAIT = 10_000;
    private static final String PAGE = "1000";
    private static final String REACH = "start the server with --bind, open the port in firewalls, or write another address into server=";

    @Mixin
    private AgentServer server;

    @Option(names = "--application", description = "only this one")
    private String application;

    @Option(names = "--collectors", paramLabel = "HOST:PORT", description = "where applications report, if that is another address than the page's, such as behind a proxy")
    private String collectors;

    private boolean isIll;

    /** 0 if nothing keeps SIM from its work, 1 if something does. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        int java = Runtime.version().feature();
        say(java >= OLDEST_JAVA, "Java", Runtime.version() + " of " + System.getProperty("java.home"),
                "set JAVA_HOME to a JDK " + OLDEST_JAVA + " or newer");
        JsonNode session;
        try {
            session = server.get("session", Map.of());
        } catch (IllegalStateException away) {
            say(false, "server", away.getMessage(), "");
            return ILL;
        }
        if (!session.path("signedIn").asBoolean(true)) {
            say(false, "token", "the server asks for one, and knows none of this command's",
                    "./sim token add NAME --role look beside the server, and name its file with --token-file");
            return ILL;
        }
        token(session);
        JsonNode health = server.get("health", Map.of());
        versions(health);
        clocks();
        if (health.has("batches")) {
            itself(server.get("server", Map.of()));
        }
        applications();
        return isIll ? ILL : 0;
    }

    private void token(JsonNode session) {
        note("token", session.path("required").asBoolean()
                ? session.path("name").asString() + " with the role " + session.path("role").asString() + ", for "
                        + (session.path("applications").isEmpty()
                                ? "all applications"
                                : session.path("applications").toString())
                : "the server asks for none" + (session.path("insecure").asBoolean() ? " (--insecure)" : ""));
    }

    private void versions(JsonNode health) {
        String here = Version.class.getPackage().getImplementationVersion();
        String mine = here == null ? "development" : here;
        String there = health.path("version").asString();
        say(mine.equals(there), "versions", mine + " here, " + there + " there",
                "use ./sim of the server's version: an older side leaves out what it does not know");
    }

    /** Those of the agents that are connected. */
    private static void agents(JsonNode agents, String servers) {
        Map<String, Long> others = new TreeMap<>();
        long same = 0;
        for (JsonNode each : agents) {
            String version = each.path("version").asString();
            if (version.equals(servers)) {
                same += each.path("connections").asLong();
            } else {
                others.put(version.isEmpty() ? "of a version that is not said" : version,
                        each.path("connections").asLong());
            }
        }
        if (others.isEmpty()) {
            note("agents", same + " connected, of the server's version");
        } else {
            warn("agents", same + " connected of the server's version " + servers + ", and others: " + others,
                    "use the agent of the server's release: an older side leaves out what it does not know");
        }
    }

    private void clocks() {
        server.clockAhead().ifPresent(ahead -> say(ahead.abs().compareTo(CLOCKS_DIFFER) <= 0, "clocks",
                "the server's is " + ahead.abs().toSeconds() + " s " + (ahead.isNegative() ? "behind" : "ahead of")
                        + " this machine's",
                "set both by NTP: ranges such as --last 5m are of the server's clock"));
    }

    private void itself(JsonNode all) {
        JsonNode ready = all.path("ready");
        String size = all.path("store").path("bytes").asLong() / 1_000_000 + " MB, ";
        if (ready.path("canStore").asBoolean() && ready.path("lastError").isString()) {
            warn("store", size + "stores, but: " + ready.path("lastError").asString(), "see the server's log");
        } else {
            say(ready.path("canStore").asBoolean(), "store", size + said(ready.path("lastError"), "stores"),
                    "see the server's log");
        }
        say(ready.path("canAnswer").asBoolean(), "answers", said(ready.path("answerError"), "are given"),
                "see the server's log");
        disk(ready);
        say(ready.path("damaged").isEmpty(), "segments", ready.path("damaged").isEmpty()
                ? "none is damaged"
                : "set aside as damaged: " + ready.path("damaged"), "./sim store verify says which and what is lost");
        say(!ready.path("clockInDoubt").asBoolean(), "server's clock",
                ready.path("clockInDoubt").asBoolean() ? "jumped, so nothing is removed by age" : "is steady",
                "set it by NTP and start the server again");
        if (!ready.path("removedForSize").isNull()) {
            note("size", "removed last because of --max-size, since the server started: "
                    + ready.path("removedForSize").asString());
        }
        for (String receiver : List.of("otlp", "zipkin")) {
            sent("--" + receiver + " spans", all.path(receiver).path("spans"), "sent");
            sent("--" + receiver + " metrics", all.path(receiver).path("metrics"), "points");
        }
        agents(all.path("collectors").path("agents"), all.path("version").asString());
        port(all.path("collectors").path("port").asInt(), ready.path("listens").asBoolean());
        Map<String, Long> refused = new TreeMap<>();
        all.path("collectors").path("refused").properties()
                .forEach(each -> refused.put(each.getKey(), each.getValue().asLong()));
        refused.values().removeIf(count -> count == 0);
        say(refused.isEmpty(), "refused collectors", refused.isEmpty() ? "none" : refused.toString(),
                "the server's log says from where and why");
    }

    /** Which folder lies there says the line about the store, where it is full. */
    private void disk(JsonNode ready) {
        JsonNode free = ready.path("diskFreeBytes");
        long least = ready.path("diskLeastBytes").asLong();
        String cure = "free " + least / 1_000_000 + " MB, or lower --max-size";
        if (!free.isNumber() || free.asLong() >= least) {
            say(free.isNumber(), "disk",
                    free.isNumber() ? free.asLong() / 1_000_000 + " MB free" : "cannot be looked at",
                    "see that the data directory is there");
        } else if (ready.path("canStore").asBoolean()) {
            warn("disk", free.asLong() / 1_000_000 + " MB free; batches are stored until it is full", cure);
        } else {
            say(false, "disk", free.asLong() + " bytes free, and nothing can be stored", cure);
        }
    }

    /** What a receiver got, if the server sends to one. @param taken the figure that counts what it took */
    private void sent(String what, JsonNode figures, String taken) {
        if (figures.isMissingNode()) {
            return;
        }
        long arrived = figures.path(taken).asLong();
        StringBuilder found = new StringBuilder().append(arrived).append(" taken");
        long waiting = figures.path("waiting").asLong();
        if (waiting > 0) {
            found.append(", waiting ").append(waiting);
        }
        boolean isAnyLost = waiting >= MANY_WAIT; // so many more, and some are
        for (String lost : List.of("failures", "refused", "dropped")) {
            long count = figures.path(lost).asLong();
            if (count > 0) {
                found.append(", ").append(lost).append(' ').append(count);
                isAnyLost = true;
            }
        }
        String cure = "the server's log says why: is the URL the receiver's, does its token hold, is it up to the load";
        if (!isAnyLost) {
            note(what, found.toString());
        } else if (arrived == 0) {
            say(false, what, found.toString(), cure);
        } else {
            warn(what, found.toString(), cure);
        }
    }

    /**
     * Whether collectors on this machine could connect. The page may be behind a proxy, and collectors connect to the server itself: that the
     * page's host does not listen is no fault then.
     */
    private void port(int port, boolean listens) {
        if (!listens) {
            say(false, "collectors' port", port + ": the server does not listen", "see the server's log");
            return;
        }
        String at = collectors == null ? server.host() + ":" + port : collectors;
        int colon = at.lastIndexOf(':');
        String failure = colon < 1 || !at.substring(colon + 1).matches("[0-9]{1,5}")
                ? "no HOST:PORT"
                : connect(at.substring(0, colon), Integer.parseInt(at.substring(colon + 1)));
        if (failure == null) {
            note("collectors' port", at + " is open from here");
        } else if (collectors == null) {
            warn("collectors' port", at + ": " + failure,
                    "if the page is behind a proxy, name where applications report with --collectors HOST:PORT; otherwise "
                            + REACH);
        } else {
            say(false, "collectors' port", at + ": " + failure, REACH);
        }
    }

    /** Null where somebody listens there. */
    private static String connect(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return null;
        } catch (IOException | IllegalArgumentException away) {
            return away instanceof UnknownHostException ? "no such host" : String.valueOf(away.getMessage());
        }
    }

    private void applications() throws IOException, InterruptedException {
        int known = 0;
        for (String cursor = ""; cursor != null;) {
            JsonNode page = server.get("applications", Map.of("limit", PAGE, "cursor", cursor));
            for (JsonNode each : page.path("applications")) {
                String name = each.path("name").asString();
                if (application == null || application.equals(name)) {
                    known++;
                    application(name + (each.path("instance").isNull()
                            ? ", whose instances are gone"
                            : " (" + each.path("host").asString() + ", process " + each.path("pid").asLong() + ")"),
                            each);
                }
            }
            cursor = page.path("next").asString(null);
        }
        say(known > 0, "applications", known + " instances are known",
                "start one with -javaagent:sim-agent.jar=application=NAME,server=HOST:PORT; its standard error says "
                        + "why it does not report");
    }

    private void application(String who, JsonNode instance) {
        boolean ended = instance.path("complete").asBoolean();
        if (!ended && !instance.path("connected").asBoolean()) {
            warn(who, "is not connected and never said its end",
                    "it was killed, or cannot reach the server: look at its standard error");
        }
        Map<String, Long> lost = new TreeMap<>();
        instance.path("counters").properties().forEach(each -> lost.put(each.getKey(), each.getValue().asLong()));
        lost.entrySet().removeIf(each -> each.getValue() == 0 || Missing.cure(each.getKey()) == null);
        lost.forEach((counter, count) -> warn(who, counter + " " + count, Missing.cure(counter)));
        if (lost.isEmpty() && (ended || instance.path("connected").asBoolean())) {
            note(who, "has all it measured");
        }
    }

    private static String said(JsonNode error, String otherwise) {
        return error.isNull() || error.isMissingNode() ? otherwise : error.asString();
    }

    private void say(boolean isWell, String what, String found, String cure) {
        if (isWell) {
            note(what, found);
        } else {
            isIll = true;
            line("ILL ", what, found, cure);
        }
    }

    private static void warn(String what, String found, String cure) {
        line("look", what, found, cure);
    }

    private static void note(String what, String found) {
        line("ok  ", what, found, "");
    }

    private static void line(String mark, String what, String found, String cure) {
        System.out.println(mark + "  " + what + ": " + found + (cure.isEmpty() ? "" : "; " + cure));
    }
}
