package sim.collector.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The CPU time of groups of threads, of this JVM and of threads that a folder tells of. */
class ThreadGroupsTest {
    @TempDir
    Path tasks;

    @Test
    void onlyThreadsOfAGroupCountAndOneThatEndedKeepsWhatItHad() throws Exception {
        thread("10", "C2 CompilerThre", 500);
        thread("11", "java", 7_000);
        thread("12", "sim-collector", 30);
        ThreadGroups groups = new ThreadGroups(tasks);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(500);
        assertThat(groups.nanos(ThreadGroups.Group.SIM)).isEqualTo(30);
        assertThat(groups.nanos(ThreadGroups.Group.GC)).isZero();
        thread("10", "C2 CompilerThre", 600);
        thread("13", "C1 CompilerThre", 50);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(650);
        remove("10");
        groups.look();
        thread("10", "G1 Conc#0", 5);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).as("an id may be used again").isEqualTo(650);
        assertThat(groups.nanos(ThreadGroups.Group.GC)).isEqualTo(5);
    }

    /** A thread gets its name a moment after its start. */
    @Test
    void aNameThatComesLateIsRead() throws Exception {
        thread("10", "java", 100);
        ThreadGroups groups = new ThreadGroups(tasks);
        groups.look();
        thread("10", "GC Thread#3", 200);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.GC)).isEqualTo(200);
    }

    @Test
    void whereTheOperatingSystemDoesNotTellNothingIsTold() throws Exception {
        ThreadGroups groups = new ThreadGroups(tasks.resolve("none"));
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(-1);
        thread("10", "C2 CompilerThre", 500);
        Files.writeString(tasks.resolve("10").resolve("schedstat"), "unknown");
        ThreadGroups damaged = new ThreadGroups(tasks);
        damaged.look();
        assertThat(damaged.nanos(ThreadGroups.Group.JIT)).isEqualTo(-1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theseThreadsAreFound() throws Exception {
        ThreadGroups groups = new ThreadGroups();
        groups.look();
        long before = groups.nanos(ThreadGroups.Group.SIM);
        CountDownLatch burnt = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread own = new Thread(() -> {
            long until = System.nanoTime() + 50_000_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            burnt.countDown();
            try {
                end.await();
            } catch (InterruptedException ended) {
                // then it ends
            }
        }, "sim-of-a-test");
        own.start();
        burnt.await();
        groups.look();
        end.countDown();
        own.join();
        assertThat(groups.nanos(ThreadGroups.Group.SIM)).isGreaterThan(before);
        assertThat(groups.nanos(ThreadGroups.Group.VM)).isPositive();
    }

    private void thread(String id, String name, long nanos) throws Exception {
        Path thread = Files.createDirectories(tasks.resolve(id));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(thread.resolve("schedstat"), nanos + " 5 1\n");
    }

    private void remove(String id) throws Exception {
        Files.delete(tasks.resolve(id).resolve("comm"));
        Files.delete(tasks.resolve(id).resolve("schedstat"));
        Files.delete(tasks.resolve(id));
    }
}
