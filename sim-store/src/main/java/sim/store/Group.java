package sim.store;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.model.payload.PayloadProbeEntry;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Hello;
import sim.wire.Sections;

/** The hellos and batches that are committed together, with at most one batch of an instance. The answers are valid once it is committed. */
final class Group {
    private final Instances instances;
    private final Quarantine quarantine;
    private final Places places;
    private final PayloadTexts texts;
    private final ErrorTypes types;
    private final SummedNames names;
    private final Head head;
    private final DuckDBConnection connection;
    private final Map<String, Instance> changed = new HashMap<>();
    private final List<IncomingBatch> entries = new ArrayList<>();
    private final List<Hello> arrived = new ArrayList<>();
    /** When the last task of each instance was received, microseconds since the epoch. */
    private final Map<String, Long> received = new HashMap<>();
    private final Map<Task, Object> answers = new HashMap<>();
    private long lastBatch;
    private long lastRun;

    /** @param head its last slot gets the rows */
    Group(Instances instances, Quarantine quarantine, Places places, PayloadTexts texts, ErrorTypes types,
            SummedNames names, Head head, DuckDBConnection connection) {
        this.places = places;
        this.names = names;
        this.types = types;
        this.texts = texts;
        this.head = head;
        this.instances = instances;
        this.quarantine = quarantine;
        this.connection = connection;
        this.lastBatch = instances.lastBatch;
    }

    /** Writes the tasks in the transaction that is open. */
    void write(List<Task> tasks) throws SQLException, IOException {
        instances.fetch(connection, tasks.stream().map(task -> task.instance).distinct().toList());
        for (Task task : tasks) {
            received.merge(task.instance, task.receivedMicros, Math::max);
            answers.put(task, task.hello != null ? hello(task) : batch(task));
        }
        arrive();
        replace();
        places.map(connection, entries);
        number();
        texts.note(connection, entries);
        types.map(connection, entries);
        names.note(connection, entries);
        lastRun = new GroupWriter(connection, entries, head).write(instances.lastRun);
        StoreCounts.count(connection, entries, head);
        seen();
    }

    /** The highest number of a batch now. */
    long lastBatch() {
        return lastBatch;
    }

    /** The transaction is committed. */
    void committed() {
        instances.heard(changed);
        instances.committed(lastBatch);
        instances.lastRun = Math.max(lastRun, instances.lastRun);
        answers.forEach(Task::answer);
    }

    /** How many got that answer. */
    long count(Appended answer) {
        return answers.values().stream().filter(each -> each == answer).count();
    }

    private Instance known(String instance) {
        Instance now = changed.get(instance);
        return now != null ? now : instances.get(instance);
    }

    private Known hello(Task task) {
        Instance known = known(task.instance);
        if (known == null) {
            arrived.add(task.hello);
            known = Instance.of(task.hello);
        } else if (!SecretHash.matches(task.hello.secret(), known.secretHash())
                || !known.application().equals(task.hello.application())) { // who may report as one is let in as that one
            return null;
        }
        changed.put(task.instance, known);
        return known.known(quarantine.why(task.instance, known.lastSequence()));
    }

    private Appended batch(Task task) throws SQLException, IOException {
        Instance known = known(task.instance);
        Batch batch = task.batch;
        if (known == null || instances.isBehind(task.instance) && !changed.containsKey(task.instance)) {
            return Appended.UNKNOWN_INSTANCE;
        }
        if (batch.sequence() <= known.lastSequence()) {
            changed.put(task.instance, known);
            return quarantine.why(task.instance, batch.sequence()).isEmpty()
                    ? Appended.ALREADY
                    : Appended.QUARANTINED_ALREADY;
        }
        String wrong = task.poison != null ? task.poison : BatchCheck.all(known, batch);
        if (wrong == null) {
            wrong = contradiction(task.instance, known, batch);
        }
        if (wrong == null) {
            ClockDifference clock = known.clock().after(batch, task.receivedMicros, task.receivedNanos / 1_000);
            Map<String, Long> counters = CounterKinds.bounded(StoreCounts.others(batch.counters()));
            long hash = IncomingBatch.hash(counters);
            entries.add(IncomingBatch.of(task.instance, known, clock, ++lastBatch, task.receivedMicros,
                    hash == known.counters() ? Map.of() : counters, batch));
            changed.put(task.instance, known.with(batch, hash, clock));
            return Appended.STORED;
        }
        quarantine.keep(task.instance, batch, BatchCheck.jumps(known, batch), wrong);
        // what comes after it refers to its names and nodes, and would be quarantined as well
        boolean sound = !task.hopeless && BatchCheck.dictionary(known, batch) == null
                && contradiction(task.instance, known, batch) == null;
        Batch rest = dictionary(batch, known, sound);
        entries.add(IncomingBatch.of(task.instance, known, known.clock(), 0, task.receivedMicros, Map.of(), rest));
        changed.put(task.instance, known.with(rest, 0, known.clock()));
        return Appended.QUARANTINED;
    }

    private static Batch dictionary(Batch batch, Instance known, boolean sound) {
        // a sequence far ahead would have all that follows taken for old
        long sequence = BatchCheck.jumps(known, batch) ? known.lastSequence() : batch.sequence();
        return new Batch(sequence, 0, 0, sound
                ? Contents.NONE.with(Sections.NAMES, batch.names()).with(Sections.NODES, batch.nodes())
                : Contents.NONE);
    }

    /** An id that is there already must be what it was; says which is not. */
    private String contradiction(String instance, Instance known, Batch batch) throws SQLException {
        List<NameEntry> names = batch.names();
        if (!names.isEmpty() && names.get(0).id() <= known.lastName()) {
            Set<NameEntry> stored = stored("SELECT name, owner, member FROM names WHERE instance = ? AND name >= ?",
                    instance, names.get(0).id(),
                    row -> new NameEntry(row.getInt(1), row.getString(2), row.getString(3)));
            for (NameEntry name : names) {
                // that a method is synchronized may be known later than its name
                NameEntry plain = new NameEntry(name.id(), name.owner(), name.member());
                if (name.id() <= known.lastName() && !stored.contains(plain)) {
                    return "name " + name.id() + " was introduced with other content";
                }
            }
        }
        List<NodeEntry> nodes = batch.nodes();
        if (!nodes.isEmpty() && nodes.get(0).id() <= known.lastNode()) {
            Set<NodeEntry> stored = stored("SELECT node, parent, name FROM nodes WHERE instance = ? AND node >= ?",
                    instance, nodes.get(0).id(), row -> new NodeEntry(row.getInt(1), row.getInt(2), row.getInt(3)));
            for (NodeEntry node : nodes) {
                if (node.id() <= known.lastNode() && !stored.contains(node)) {
                    return "node " + node.id() + " was introduced with other content";
                }
            }
        }
        return null;
    }

    private <T> Set<T> stored(String sql, String instance, int first, Reading<T> reading) throws SQLException {
        Set<T> stored = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, instance);
            statement.setInt(2, first);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    stored.add(reading.of(row));
                }
            }
        }
        return stored;
    }

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private void arrive() throws SQLException {
        if (arrived.isEmpty()) {
            return;
        }
        try (DuckDBAppender out = connection.createAppender("instances")) {
            for (Hello hello : arrived) {
                long now = received.get(hello.instance());
                out.beginRow().append(hello.instance()).append(hello.application()).append(hello.host())
                        .append(hello.pid()).append(hello.jvm()).append(hello.startMicros()).append(now).append(now)
                        .append(0L).append(hello.showsDisabled()).append(SecretHash.of(hello.secret()))
                        .append(PlatformTotals.NONE.toString()).append(hello.programVersion()).endRow();
            }
            out.flush();
        }
        for (String application : arrived.stream().map(Hello::application).distinct().toList()) {
            Places.introduce(connection, application);
        }
        Map<String, Integer> numbers = Labels.METERS.numbers(connection,
                arrived.stream().flatMap(hello -> hello.extraMeters().stream()).distinct().toList());
        try (DuckDBAppender out = connection.createAppender("extra_meters")) {
            for (Hello hello : arrived) {
                for (int i = 0; i < hello.extraMeters().size(); i++) {
                    String label = hello.extraMeters().get(i);
                    out.beginRow().append(hello.instance()).append(Meter.COUNT + i).append(label)
                            .append(numbers.get(label).intValue()).endRow();
                }
            }
            out.flush();
        }
    }

    /** Removes the counters and scores that are told anew. */
    private void replace() throws SQLException {
        List<IncomingBatch> counting = entries.stream().filter(e -> !e.counters().isEmpty()).toList();
        if (!counting.isEmpty()) {
            try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.COUNTERS)) {
                for (IncomingBatch e : counting) {
                    out.beginRow().append(e.instance()).endRow();
                }
                out.flush();
            }
            execute("DELETE FROM counters WHERE kind NOT IN " + StoreCounts.KINDS
                    + " AND instance IN (SELECT instance FROM " + Staging.COUNTERS + ")",
                    Staging.COUNTERS);
        }
        List<IncomingBatch> scoring = entries.stream().filter(e -> !e.batch().scores().isEmpty()).toList();
        if (!scoring.isEmpty()) {
            try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.SCORES)) {
                for (IncomingBatch e : scoring) {
                    for (Score score : e.batch().scores()) {
                        out.beginRow().append(e.instance()).append(score.name()).endRow();
                    }
                }
                out.flush();
            }
            execute("DELETE FROM scores WHERE (instance, name) IN (SELECT (instance, name) FROM " + Staging.SCORES
                    + ")",
                    Staging.SCORES);
        }
    }

    /** The numbers that payload probes have in an application's sums. */
    private void number() throws SQLException {
        Map<String, Integer> numbers = Labels.PROBES.numbers(connection, entries.stream()
                .flatMap(e -> e.batch().contents().of(Sections.PAYLOAD_PROBES).stream()).map(PayloadProbeEntry::type)
                .distinct().toList());
        entries.forEach(e -> e.probes().putAll(numbers));
    }

    private void seen() throws SQLException {
        if (changed.isEmpty()) {
            return;
        }
        try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.SEEN)) {
            for (Map.Entry<String, Instance> each : changed.entrySet()) {
                out.beginRow().append(each.getKey()).append(each.getValue().lastSequence())
                        .append(received.get(each.getKey()).longValue())
                        .append(each.getValue().totals().toString()).endRow();
            }
            out.flush();
        }
        execute("UPDATE instances SET last_seen_micros = s.micros, last_sequence = s.sequence, platform = s.platform FROM "
                + Staging.SEEN
                + " s WHERE instances.instance = s.instance", Staging.SEEN);
    }

    private void execute(String sql, String staging) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
            statement.execute("DELETE FROM " + staging);
        }
    }
}
