package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;

/** What is stored together keeps what is each instance's own. */
class GroupTest {
    @TempDir
    Path folder;

    /** All were heard of when the first was: what ran in a process then seemed to have begun after that was heard of last. */
    @Test
    void eachInstanceIsHeardOfWhenItsOwnTaskWasReceived() throws Exception {
        long now = Batches.now();
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0));
                LastBatch lastBatch = new LastBatch(database.file)) {
            Instances instances = new Instances(10);
            Committer committer = new Committer(database, instances, new Quarantine(folder), lastBatch, new Figures());
            List<CompletableFuture<Object>> answers = new ArrayList<>();
            try {
                database.writing.lock();
                try {
                    for (String instance : List.of("first", "second", "third")) {
                        int waiting = answers.size(); // behind the first one, which is being stored
                        answers.add(CompletableFuture.supplyAsync(() -> committer.await(
                                new Task(instance, Batches.hello("shop", instance), null, now + waiting)),
                                peer -> new Thread(peer, "peer").start()));
                        await().until(() -> committer.behindNanos() > 0 && committer.waiting() == waiting);
                    }
                } finally {
                    database.writing.unlock();
                }
                for (CompletableFuture<Object> answer : answers) {
                    assertThat(answer.join()).isInstanceOf(Known.class);
                }
                assertThat(seen(database)).containsExactlyInAnyOrderEntriesOf(
                        Map.of("first", now, "second", now + 1, "third", now + 2));
            } finally {
                committer.close();
            }
        }
    }

    private static Map<String, Long> seen(Database database) throws Exception {
        return database.query(connection -> {
            Map<String, Long> seen = new TreeMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT instance, first_seen_micros, last_seen_micros FROM instances")) {
                while (row.next()) {
                    assertThat(row.getLong(2)).isEqualTo(row.getLong(3));
                    seen.put(row.getString(1), row.getLong(3));
                }
            }
            return seen;
        });
    }
}
