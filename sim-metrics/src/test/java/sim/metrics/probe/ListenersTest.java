package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.base.config.Options;
import sim.context.CurrentContext;
import sim.metrics.spi.Dictionary;
import sim.metrics.spi.SnapshotListener;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** Any number of listeners hear what one drain took. */
class ListenersTest {
    private final Runs runs = new Runs("meters=wall,events=all");

    @Test
    void everyListenerHearsEveryCallOnceAndSoDoesTheCollector() {
        Heard first = listen();
        Heard second = listen();
        call("a", 3);
        long shipped = calls(runs.metering.drain());
        call("a", 2);
        call("b", 1);
        shipped += calls(runs.metering.drain());
        assertThat(shipped).isEqualTo(6);
        assertThat(first.calls).isEqualTo(6);
        assertThat(second.calls).isEqualTo(6);
    }

    @Test
    void aListenerThatComesLateHearsWhatIsGatheredFromThenOnAndItsNames() {
        call("a", 3);
        runs.metering.drain();
        Heard late = listen();
        call("b", 2);
        runs.metering.drain();
        assertThat(late.calls).isEqualTo(2);
        assertThat(late.members).contains("a", "b");
    }

    @Test
    void eachHasItsOwnPlaceInTheDictionary() {
        Heard first = listen();
        call("a", 1);
        runs.metering.drain();
        Heard second = listen();
        call("b", 1);
        runs.metering.drain();
        assertThat(first.members).containsOnlyOnce("a", "b");
        assertThat(second.members).containsOnlyOnce("a", "b");
    }

    @Test
    void nobodyHearsOfTheRehearsal(@TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(SnapshotListener.class.getName()), Told.class.getName());
        List<URL> path = new ArrayList<>(List.of(folder.toUri().toURL()));
        for (Class<?> type : List.of(Rehearsal.class, CurrentContext.class, Probes.class, Snapshot.class, Told.class)) {
            path.add(type.getProtectionDomain().getCodeSource().getLocation());
        }
        try (URLClassLoader alone = new URLClassLoader(path.toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader())) {
            Class<?> options = alone.loadClass(Options.class.getName());
            Object none = options.getMethod("load", String.class, Properties.class).invoke(null, "", new Properties());
            Method hold = alone.loadClass(Rehearsal.class.getName()).getDeclaredMethod("hold", options);
            hold.setAccessible(true);
            hold.invoke(null, none);
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("sim-rehearsal")) {
                    thread.join();
                }
            }
            assertThat(alone.loadClass(Told.class.getName()).getField("times").getInt(null)).isZero();
        }
    }

    @Test
    void oneThatThrowsIsCountedAndTheOthersHear() {
        runs.metering.listen((snapshot, dictionary) -> {
            throw new IllegalStateException("of the test");
        });
        Heard other = listen();
        call("a", 1);
        runs.metering.drain();
        call("a", 1);
        runs.metering.drain();
        assertThat(other.calls).isEqualTo(2);
        assertThat(runs.metering.counters()).containsEntry("listeners.failures", 2L);
    }

    @Test
    void callsTakenBetweenTwoDrainsAreHeardToo() {
        Heard heard = listen();
        call("a", 5);
        assertThat(runs.metering.takeKept(0).invocations()).hasSize(5);
        call("a", 1);
        runs.metering.drain();
        assertThat(heard.kept).isEqualTo(6);
        assertThat(heard.calls).isEqualTo(6);
    }

    private Heard listen() {
        Heard heard = new Heard();
        runs.metering.listen(heard);
        return heard;
    }

    private void call(String member, int times) {
        ProbeSite site = runs.site(member);
        for (int i = 0; i < times; i++) {
            site.begin();
            site.end(null);
        }
    }

    private static long calls(Snapshot snapshot) {
        return snapshot.rows().stream().mapToLong(TreeRow::count).sum();
    }

    private static final class Heard implements SnapshotListener {
        private final List<String> members = new ArrayList<>();
        private long calls;
        private long kept;
        private int lastName;

        @Override
        public void gathered(Snapshot snapshot, Dictionary dictionary) {
            calls += ListenersTest.calls(snapshot);
            kept += snapshot.invocations().size();
            for (NameEntry name : dictionary.namesAfter(lastName)) {
                lastName = name.id();
                members.add(name.member());
            }
        }
    }

    /** Counts in the class loader that it is found in. */
    public static final class Told implements SnapshotListener {
        public static int times;

        @Override
        public void start(Options options) {
            times++;
        }

        @Override
        public void gathered(Snapshot snapshot, Dictionary dictionary) {
            times++;
        }
    }
}
