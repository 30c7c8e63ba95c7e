package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import sim.model.text.Text;
import sim.wire.Wire;

/**
 * The instances that the store knows, with their counters, and the applications of which only sums are left. It reads as many as the page
 * has, and more only while whoever asks may not see them. One answer, one thread.
 */
final class InstanceList {
    /** Applications of which only sums are left, and that none of their instances was seen. */
    static final String GONE = "SELECT application, 0 AS seen FROM applications WHERE application NOT IN "
            + "(SELECT application FROM instances)";
    /** Characters that an answer has of what a process says of its machine. */
    private static final int SHOWN = 200;

    private final Question question;
    private final Set<String> connected;
    private final int limit;
    private final Answer answer;
    private final Map<String, Object> instance = new LinkedHashMap<>();
    private final Map<String, Long> counters = new LinkedHashMap<>();
    private int written;
    private Position last;
    private String next;

    InstanceList(Question question, Set<String> connected, int limit, Answer answer) {
        this.question = question;
        this.connected = connected;
        this.limit = limit;
        this.answer = answer;
    }

    /** All, the latest seen first, as an array. */
    void latest() {
        answer.rows(() -> {
            instances("1 = 1", "last_seen_micros DESC, instance");
            gone("");
        });
    }

    /** A page of them, by application and instance. */
    void page(Position behind) {
        answer.rows("applications", () -> {
            if (!behind.isBehindInstances()) {
                instances("(application, instance) > (?, ?)", "application, instance", behind.application(),
                        behind.instance());
            }
            if (next == null) {
                gone(behind.isBehindInstances() ? behind.application() : "");
            }
        }, () -> next);
    }

    private void instances(String which, String order, Object... arguments) {
        inParts((most, behind) -> read("(SELECT * FROM instances WHERE " + which + " ORDER BY " + order
                + " LIMIT ? OFFSET ?)", order, Sql.join(arguments, most, behind)));
    }

    /** Reads a part, then the next, twice as long, until the page is full or nothing is left. */
    private void inParts(Part part) {
        long behind = 0;
        long most = limit + 1L; // the last one tells that there is another page
        while (next == null) {
            if (part.read(most, behind) < most) {
                return;
            }
            behind += most;
            most *= 2;
        }
    }

    /** Returns how many there were. */
    private long read(String from, String order, Object[] arguments) {
        long[] read = new long[1];
        question.each(
                "SELECT i.*, c.kind, c.count FROM " + from + " i LEFT JOIN counters c USING (instance) ORDER BY "
                        + order
                        + ", kind",
                row -> {
                    if (!row.getString("instance").equals(instance.get("instance"))) { // the next one begins
                        end();
                        read[0]++;
                        instance.put("name", row.getString("application"));
                        instance.put("instance", row.getString("instance"));
                        instance.put("host", Text.cut(row.getString("host"), SHOWN));
                        instance.put("pid", row.getLong("pid"));
                        instance.put("jvm", Text.cut(row.getString("jvm"), SHOWN));
                        instance.put("version", Text.cut(row.getString("version"), SHOWN));
                        instance.put("started", row.getLong("started_micros") / 1000);
                        instance.put("firstSeen", row.getLong("first_seen_micros") / 1000);
                        instance.put("lastSeen", row.getLong("last_seen_micros") / 1000);
                        instance.put("connected", connected.contains(row.getString("instance")));
                    }
                    if (row.getString("kind") != null) {
                        counters.put(row.getString("kind"), row.getLong("count"));
                    }
                }, arguments);
        end();
        return read[0];
    }

    private void end() {
        if (!instance.isEmpty()) {
            instance.put("complete", counters.remove(Wire.ENDED) != null);
            instance.put("counters", counters);
            row(new Position((String) instance.get("name"), (String) instance.get("instance")), instance);
            instance.clear();
            counters.clear();
        }
    }

    private void gone(String behind) {
        inParts((most, first) -> gone(behind, most, first));
    }

    private long gone(String behind, long most, long first) {
        long[] read = new long[1];
        question.each(
                "SELECT application FROM (" + GONE + ") WHERE application > ? ORDER BY application LIMIT ? OFFSET ?",
                row -> {
                    read[0]++;
                    Map<String, Object> gone = new LinkedHashMap<>();
                    gone.put("name", row.getString(1));
                    gone.put("instance", null);
                    gone.put("connected", false);
                    gone.put("complete", true);
                    gone.put("counters", Map.of());
                    row(new Position(row.getString(1), ""), gone);
                }, behind, most, first);
        return read[0];
    }

    /** Some rows in their order. */
    private interface Part {
        /** Returns how many there were. */
        long read(long most, long behind);
    }

    private void row(Position at, Map<String, Object> row) {
        if (!answer.shows(at.application())) {
            return;
        }
        if (written < limit) {
            written++;
            last = at;
            answer.row(row);
        } else if (next == null) {
            next = last.cursor();
        }
    }
}
