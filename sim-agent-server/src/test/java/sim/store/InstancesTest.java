package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.wire.Hello;

/** More instances than the memory holds: what is stored of the others is read when they are heard of. */
class InstancesTest {
    private static final int MOST = 4;

    @TempDir
    Path folder;

    @Test
    void anInstanceThatIsNotInMemoryIsKnownAgainWithItsSecret() {
        try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now(), new Figures(), MOST)) {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                all.add("i" + i);
                assertThat(store.open(hello("i" + i, "secret"))).isEqualTo(new Known(0, 0, 0));
                assertThat(store.append("i" + i, Batches.recursion(1))).isEqualTo(Appended.STORED);
            }
            assertThat(store.instancesInMemory()).isEqualTo(MOST);
            for (String instance : all) {
                assertThat(store.open(hello(instance, "a guess"))).isNull();
                assertThat(store.append(instance, Batches.recursion(1))).isEqualTo(Appended.ALREADY);
                assertThat(store.append(instance, Batches.recursion(2))).isEqualTo(Appended.STORED);
                assertThat(store.open(hello(instance, "secret"))).isEqualTo(new Known(2, 2, 3));
            }
            assertThat(store.append("nobody", Batches.recursion(1))).isEqualTo(Appended.UNKNOWN_INSTANCE);
            assertThat(store.instancesInMemory()).isEqualTo(MOST);
            assertThat(count(store, "SELECT count(*) FROM names")).isEqualTo(2 * 12);
            assertThat(count(store, "SELECT count(*) FROM tree_rows")).isEqualTo(2 * 3 * 12);
        }
    }

    @Test
    void theVersionOfAProgramIsToldOfEachInstance() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now())) {
            store.open(Batches.hello("shop", "old").ofProgram("2.4"));
            store.open(Batches.hello("shop", "new").ofProgram("2.5"));
            store.open(Batches.hello("shop", "some"));
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now())) {
            Map<String, String> versions = new TreeMap<>();
            KeptTest.ask(store, (questions, answer) -> questions.applications(Set.of(), 10, null, answer))
                    .forEach(one -> versions.put(one.path("instance").asString(), one.path("version").asString()));
            assertThat(versions).isEqualTo(Map.of("old", "2.4", "new", "2.5", "some", ""));
        }
    }

    private static Hello hello(String instance, String secret) {
        Hello hello = Batches.hello("shop", instance);
        return new Hello(hello.version(), "shop", instance, secret, hello.host(), hello.pid(), hello.jvm(),
                hello.startMicros(), false, hello.meters(), hello.sections());
    }

    private static long count(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}
