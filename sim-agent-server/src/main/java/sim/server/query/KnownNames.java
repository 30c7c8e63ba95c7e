package sim.server.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import sim.store.SharedNames;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which names an application's processes have told of, whenever that was: a request that names another one is refused, so that a misspelt
 * name does not look like silence. One thread.
 */
public final class KnownNames {
    /** Names that a list has, beside the one that says that there are more. */
    private static final int MOST = 21;
    private static final String INSTANCES = "(SELECT instance FROM instances WHERE application = ? AND (? IS NULL OR instance = ?))";
    private static final String OF_PROBE = " r JOIN (SELECT DISTINCT instance, probe FROM payload_probes WHERE type = ?) p "
            + "ON p.instance = r.instance AND p.probe = r.probe WHERE r.instance IN " + INSTANCES;

    private final Question question;
    private final String application;
    private final String instance;

    KnownNames(Question question, Range range) {
        this.question = question;
        this.application = range.application();
        this.instance = range.instance();
    }

    /** Whether there is such a method; null stands for any class or any method. */
    public boolean isMethod(String owner, String member) {
        String like = " AND (? IS NULL OR owner = ?) AND (? IS NULL OR member = ?)";
        return is("names WHERE instance IN " + INSTANCES + like, with(owner, owner, member, member))
                // places outlive the instances
                || instance == null && is("places WHERE application = ?" + like, application, owner, owner, member,
                        member);
    }

    /** How many names a control would be for: of a class or what is in a package, or one method. */
    public long controlled(String owner, String member) {
        long[] names = new long[1];
        question.each("SELECT count(DISTINCT (owner, member)) FROM names WHERE instance IN " + INSTANCES
                + " AND (? = '' OR member = ?) AND (owner = ? OR ? = '' AND (? = '' OR starts_with(owner, ?)))",
                row -> names[0] = row.getLong(1), with(member, member, owner, member, owner, owner + "."));
        return names[0];
    }

    /** Whether such contexts were ever told of; null stands for any name or any tag. */
    public boolean isKind(String name, String tag) {
        String like = " WHERE instance IN " + INSTANCES + " AND (? IS NULL OR name = ?) AND (? IS NULL OR tag = ?)";
        Object[] arguments = with(name, name, tag, tag);
        return instance == null
                && sums(() -> is("context_kinds WHERE (? IS NULL OR name = ?) AND (? IS NULL OR tag = ?)",
                        name, name, tag, tag))
                || is("context_kinds" + like, arguments) || is("context_records" + like, arguments);
    }

    /** Some of the names of contexts, for who looks for one. */
    public List<String> kinds() {
        List<String> kinds = texts("SELECT name FROM (SELECT name, instance FROM context_kinds UNION ALL SELECT name, "
                + "instance FROM context_records) WHERE instance IN " + INSTANCES
                + " GROUP BY name ORDER BY name LIMIT "
                + MOST);
        if (instance == null) {
            kinds.addAll(sums(() -> read("SELECT DISTINCT name FROM context_kinds ORDER BY name LIMIT " + MOST)));
        }
        return kinds.stream().distinct().sorted().limit(MOST).toList();
    }

    /** The versions of the program that the application's processes ran, the latest first. */
    public List<String> versions() {
        return texts("SELECT version FROM instances WHERE instance IN " + INSTANCES
                + " AND version <> '' GROUP BY version ORDER BY max(started_micros) DESC LIMIT " + MOST);
    }

    /** Whether one of them ran that version. */
    public boolean isVersion(String version) {
        return is("instances WHERE instance IN " + INSTANCES + " AND version = ?", with(version));
    }

    /** Whether a payload probe took part in a recording. */
    public boolean isRecording(String probe, String of, long recording) {
        return is("payload_recordings" + OF_PROBE + " AND r.instance = ? AND r.recording = ?",
                Sql.join(new Object[]{probe}, with(of, recording)));
    }

    /** The newest recordings of a payload probe, as they are named. */
    public List<String> recordings(String probe) {
        return texts("SELECT r.instance || ':' || r.recording FROM payload_recordings" + OF_PROBE
                + " GROUP BY r.instance, r.recording ORDER BY max(r.begin_micros) DESC LIMIT " + MOST, probe);
    }

    /** The event types of a payload probe. */
    public List<String> types(String probe) {
        return texts("SELECT r.types FROM payload_probes r WHERE r.type = ? AND r.instance IN " + INSTANCES, probe)
                .stream().flatMap(types -> {
                    Stream.Builder<String> names = Stream.builder();
                    JsonMapper.shared().readTree(types).forEach(type -> names.add(type.path("name").asString()));
                    return names.build();
                }).distinct().limit(MOST).toList();
    }

    /** Whether a payload probe told of a control object of that number. */
    public boolean isObject(String probe, long object) {
        Object[] arguments = Sql.join(new Object[]{probe}, with(object));
        return Stream.of("payload_objects", "payload_object_rows", "payload_events")
                .anyMatch(table -> is(table + OF_PROBE + " AND r.object = ?", arguments));
    }

    /** Whether a payload probe ever recorded a description. */
    public boolean isText(String probe, String text) {
        return is("payload_rows" + OF_PROBE + " AND r.text = ?", Sql.join(new Object[]{probe}, with(text)))
                || instance == null && (text.equals(SharedNames.OTHER) || is("payload_texts WHERE application = ? AND "
                        + "text = ? AND probe IN (SELECT number FROM probe_labels WHERE label = ?)", application, text,
                        probe));
    }

    /** Whether a measure of the application's own has that label. */
    public boolean isOwnMeter(String label) {
        return is("extra_meters WHERE instance IN " + INSTANCES + " AND label = ?", with(label)) || instance == null
                && sums(() -> is("extra_rows r JOIN meter_labels e ON e.number = r.meter WHERE e.label = ?", label));
    }

    /** Asks the sums of the application, of all time: they outlive its instances. */
    private <T> T sums(Supplier<T> asked) {
        return question.ofAllTime(application, asked);
    }

    private boolean is(String from, Object... arguments) {
        boolean[] is = new boolean[1];
        question.each("SELECT 1 FROM " + from + " LIMIT 1", row -> is[0] = true, arguments);
        return is[0];
    }

    private List<String> texts(String sql, Object... first) {
        return read(sql, Sql.join(first, with()));
    }

    private List<String> read(String sql, Object... arguments) {
        List<String> texts = new ArrayList<>();
        question.each(sql, row -> {
            question.reserve(Question.bytes(row.getString(1)));
            texts.add(row.getString(1));
        }, arguments);
        return texts;
    }

    private Object[] with(Object... more) {
        return Sql.join(new Object[]{application, instance, instance}, more);
    }
}
