package sim.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which instances a wish was handed on to, and which have too much waiting. It cannot be taken back, so it is the last thing that a request
 * does: whatever fails afterwards, the audit log says that it was sent.
 */
record Sent(List<String> to, List<String> full) {
    /** Hands it on to each; {@code send} says whether it was taken. */
    static Sent to(Context request, List<String> instances, Predicate<String> send) {
        Map<Boolean, List<String>> told = instances.stream().collect(Collectors.partitioningBy(send));
        Sent sent = new Sent(told.get(true), told.get(false));
        if (!sent.to.isEmpty()) {
            Entrance.became(request, "sent to " + named(sent.to)
                    + (sent.full.isEmpty() ? "" : "; too much waits for " + named(sent.full)));
        }
        return sent;
    }

    private static String named(List<String> instances) {
        return instances.size() == 1 ? instances.get(0) : instances.size() + " instances";
    }
}
