package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Jdks;

/** Contexts on their way between threads, under the real weaver in a real JVM. */
class HandOverIT {
    @TempDir
    Path folder;

    private static final String AOP = ",aop=" + ChildJvm.CLASSES.resolve("hand-over-aop.xml");

    private static ChildJvm.Result unchanged;

    @BeforeAll
    static void handOver() {
        unchanged = run("woven.Unchanged");
    }

    @Test
    void tenThousandTasksEachCountInTheirOwnContextAndNoneLeaks() {
        assertEachInItsOwnContext(run("woven.Pools"));
    }

    @Test
    void norAmongVirtualThreads() throws Exception {
        Path jdk = Jdks.withVirtualThreads();
        assumeTrue(jdk != null, "skipped: no JDK of 21 or newer, nor one beside this one");
        ChildJvm.Result run = run("woven.Pools", new ChildJvm().usual().on(jdk));
        assertThat(run.after("virtual ")).as(run.all()).isEqualTo("true");
        assertEachInItsOwnContext(run);
    }

    private static void assertEachInItsOwnContext(ChildJvm.Result run) {
        assertThat(run.after("different ")).as(run.all()).isEqualTo("0");
        assertThat(run.after("wrong ")).as(run.all()).startsWith("0 ");
        assertThat(run.after("leaked ")).isEqualTo("0");
        assertThat(run.after("open ")).isEqualTo("0");
        assertThat(run.after("unequal ")).isNull();
        String[] calls = run.after("calls ").split(" of ");
        assertThat(calls[0]).isEqualTo(calls[1]);
        assertThat(Integer.parseInt(calls[0])).isGreaterThan(20_000);
        for (String kind : new String[]{"cancelled ", "timed out ", "failed "}) {
            assertThat(Integer.parseInt(run.after(kind))).as(kind).isPositive();
        }
        for (String kind : new String[]{"metering.failures", "contexts.dropped", "contexts.healed",
                "contexts.unmatched", "context.missing", "probes.healed", "probes.unmatched", "weaving.failed"}) {
            assertThat(run.after("counter " + kind + " ")).as(kind).isEqualTo("0");
        }
    }

    @Test
    void whatAnApplicationReliesOnOfItsTasksHolds() {
        ChildJvm.Result run = unchanged;
        for (String where : new String[]{"outside ", "inside "}) {
            assertThat(run.out()).as(run.all()).filteredOn(line -> line.startsWith(where))
                    .extracting(line -> line.substring(where.length()))
                    .containsExactly("contains the named task: true", "removed: true true, again: false false, left: 0",
                            "never ran: true true", "handler saw the lambda: true", "handler saw the named task: true",
                            "refusal names it: true", "cancelled and purged: true, left: 0", "future task: value",
                            "with a result: result", "any: any", "all: 2", "adapted: adapted",
                            "first in the queue: rank 3", "comparator saw the lambda: true",
                            "its own type: the callable, seen: the callable", "executed by its own executor: 1",
                            "nulls refused: 8", "thread: made by hand", "started once", "frames of SIM in a thread: 0");
        }
        assertThat(run.after("allocated without context ")).isEqualTo("0");
        assertThat(run.err()).as("the weaver has nothing to say").noneMatch(line -> line.contains("Xlint"));
        assertThat(run.after("counter metering.failures ")).isEqualTo("0");
        assertThat(Integer.parseInt(run.after("counter handovers.left.out "))).as("lambdas a comparator would see")
                .isPositive();
    }

    @Test
    void tasksFindTheContextTheyWereSubmittedIn() {
        ChildJvm.Result run = unchanged;
        assertThat(run.after("shared object ")).as(run.all()).isEqualTo("[c0, c1, c2, c3, c4]");
        assertThat(run.after("recursive ")).isEqualTo(
                "[recursion, recursion, recursion, recursion, recursion, recursion] depth 3");
        assertThat(run.after("periodic ")).isEqualTo("[periodic]");
        assertThat(run.after("by hand ")).isEqualTo("by hand");
        assertThat(run.after("by a wrapped pool ")).isEqualTo("by a wrapped pool");
        assertThat(run.after("by configuration ")).isEqualTo("[by an aspect]");
        assertThat(run.after("by code ")).isEqualTo("[by an aspect]");
        assertThat(run.after("by annotation style ")).isEqualTo("[by an aspect]");
        assertThat(run.after("through stages ")).isEqualTo("1 2 stagesstagesstages 1 2 stagesstages");
        assertThat(run.after("through a stream ")).isEqualTo("499500 [stages] true");
        assertThat(run.after("after the first ")).isEqualTo("none");
    }

    @Test
    void virtualThreadsRunInTheContextOfWhoeverHandsThemTheirTask() throws Exception {
        Path jdk = Jdks.withVirtualThreads();
        assumeTrue(jdk != null, "skipped: no JDK of 21 or newer, nor one beside this one");
        Path source = Files.createDirectories(folder.resolve("woven")).resolve("VirtualStarts.java");
        Files.writeString(source, """
                package woven;
                import java.util.*;
                import sim.instrumentation.data.ContextManager;
                public class VirtualStarts {
                    static String current() {
                        var context = ContextManager.getCurrentContext();
                        return context == null ? "none" : context.getName();
                    }
                    public static void main(String[] args) throws Exception {
                        List<String> found = Collections.synchronizedList(new ArrayList<>());
                        Runnable task = () -> found.add(Thread.currentThread().isVirtual() + " " + current());
                        ContextManager.createNewContext("order", "");
                        List<Thread> threads = new ArrayList<>(List.of(Thread.startVirtualThread(task),
                                Thread.ofVirtual().start(task), Thread.ofVirtual().name("v").unstarted(task),
                                Thread.ofVirtual().factory().newThread(task), Thread.ofPlatform().start(task),
                                Thread.ofPlatform().unstarted(task)));
                        for (Thread thread : threads) {
                            if (thread.getState() == Thread.State.NEW) {
                                thread.start();
                            }
                            thread.join();
                        }
                        ContextManager.destroyCurrentContext();
                        Thread.startVirtualThread(task).join();
                        Collections.sort(found);
                        System.out.println("found " + found);
                        Report.print();
                    }
                }
                """);
        Process compiler = new ProcessBuilder(jdk.resolve("bin/javac").toString(), "-d", folder.toString(), "-cp",
                ChildJvm.AGENT + java.io.File.pathSeparator + ChildJvm.CLASSES, source.toString()).inheritIO().start();
        assertThat(compiler.waitFor()).isZero();
        ChildJvm.Result run = new ChildJvm().on(jdk).agent("interval=1h" + AOP)
                .run(folder + java.io.File.pathSeparator + ChildJvm.CLASSES, "woven.VirtualStarts");
        assertThat(run.after("found ")).as(run.all()).isEqualTo(
                "[false order, false order, true none, true order, true order, true order, true order]");
        assertThat(run.after("counter contexts.unmatched ")).isEqualTo("0");
    }

    private static ChildJvm.Result run(String main) {
        return run(main, new ChildJvm().usual());
    }

    private static ChildJvm.Result run(String main, ChildJvm child) {
        ChildJvm.Result run = child.agent("interval=1h,events=none,contexts.every=1" + AOP)
                .run(ChildJvm.CLASSES.toString(), main);
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }
}
