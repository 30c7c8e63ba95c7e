package sim.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one start keeps the next finds, whoever else uses the directory and whatever happens to it. */
class WeaveCacheTest {
    @TempDir
    Path folder;

    private final AtomicInteger damage = new AtomicInteger();
    private final AtomicInteger unwritten = new AtomicInteger();
    private final List<URL> classPath = new ArrayList<>();
    private URLClassLoader loader;

    @BeforeEach
    void makeLoader() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        loader = new URLClassLoader(new URL[]{classes.toUri().toURL()}, null);
    }

    @Test
    void aSecondStartFindsWhatTheFirstKept() throws IOException {
        WeaveCache first = open();
        View view = first.of(loader);
        assertThat(view.find(type(1))).isNull();
        view.ahead("my.Aspect", type(9));
        view.keep(type(1), WeavingResult.woven(type(2)));
        view.keep(type(3), WeavingResult.UNCHANGED);
        first.writeAll();
        View again = open().of(loader);
        assertThat(again.find(type(1)).code()).isEqualTo(type(2));
        assertThat(again.find(type(3))).isSameAs(WeavingResult.UNCHANGED);
        assertThat(again.find(type(4))).isNull();
        assertThat(again.ahead()).hasSize(1).allMatch(made -> made.name().equals("my.Aspect"));
    }

    @Test
    void whatAnotherFirstStartHasWrittenMeanwhileIsNotWrittenAgain() throws IOException {
        List<WeaveCache> starts = new ArrayList<>();
        for (int jvm = 0; jvm < 8; jvm++) {
            WeaveCache start = open();
            View view = start.of(loader);
            assertThat(view.find(type(1))).isNull();
            view.keep(type(1), WeavingResult.woven(type(2)));
            starts.add(start);
        }
        starts.forEach(WeaveCache::writeAll);
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".pack"))).hasSize(1);
        }
        assertThat(starts.get(7).of(loader).find(type(1)).code()).isEqualTo(type(2));
    }

    /** As a program's plug-in may be before the thread that writes comes to it. */
    @Test
    void classesOfALoaderThatIsClosedMeanwhileAreKept() throws IOException {
        WeaveCache first = open();
        first.of(loader).keep(type(1), WeavingResult.woven(type(2)));
        loader.close();
        first.writeAll();
        assertThat(unwritten).hasValue(0);
        try (URLClassLoader again = new URLClassLoader(loader.getURLs(), null)) {
            assertThat(open().of(again).find(type(1)).code()).isEqualTo(type(2));
        }
    }

    /** What is kept says nothing of files that came, went or changed since: the weaver may have seen them. */
    @Test
    void ofALoaderThatIsClosedNothingIsKeptIfItsFilesChangedMeanwhile() throws IOException {
        Path aspect = Files.writeString(folder.resolve("classes/Aspect.class"), "1");
        FileTime then = Files.getLastModifiedTime(aspect);
        try (URLClassLoader again = new URLClassLoader(loader.getURLs(), null)) {
            WeaveCache first = open();
            first.of(loader).keep(type(1), WeavingResult.woven(type(2)));
            loader.close();
            Files.writeString(aspect, "another");
            first.writeAll();
            assertThat(open().of(again).find(type(1))).isNull();
            Files.writeString(aspect, "1");
            Files.setLastModifiedTime(aspect, then);
            assertThat(open().of(again).find(type(1))).as("what was woven for another aspect").isNull();
        }
    }

    /** A web application's loader when it is stopped forgets its places, and Tomcat logs each question for a file with a stack trace. */
    @Test
    void aLoaderWithRulesOfItsOwnIsAskedForNothing() throws IOException {
        AtomicInteger questions = new AtomicInteger();
        try (URLClassLoader stopped = new URLClassLoader(loader.getURLs(), null) {
            @Override
            public URL getResource(String name) {
                questions.incrementAndGet();
                throw new IllegalStateException("it has been stopped already");
            }
        }) {
            WeaveCache cache = open();
            assertThat(cache.of(stopped)).isNull();
            cache.writeAll();
            assertThat(questions).hasValue(0);
        }
    }

    /** By an agent: what was kept of the files before says nothing of a type that was missing then. */
    @Test
    void theLoaderOfTheClassPathHasNoViewOnceItIsGivenMore() throws IOException {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        classPath.add(folder.resolve("program.jar").toUri().toURL());
        WeaveCache first = open();
        assertThat(first.of(system)).isSameAs(first.of(system)).isNotNull();
        classPath.add(folder.resolve("plug.jar").toUri().toURL());
        assertThat(first.of(system)).isNull();
        assertThat(open().of(system)).isNotNull();
    }

    /** A start without the weaver does not know which classes it would make: it must not say that there are none. */
    @Test
    void whatTheWeaverMakesIsKnownFromAStartOnWhichItWasAsked() throws IOException {
        WeaveCache first = open();
        first.of(loader).keep(type(1), WeavingResult.probed(type(2)));
        first.writeAll();
        WeaveCache second = open();
        View view = second.of(loader);
        assertThat(view.find(type(1)).isOfTheWeaver()).isFalse();
        assertThat(view.ahead()).isNull();
        view.ahead("my.Aspect", type(9));
        view.keep(type(3), WeavingResult.woven(type(4)));
        second.writeAll();
        View third = open().of(loader);
        assertThat(third.find(type(1)).code()).isEqualTo(type(2));
        assertThat(third.find(type(3)).isOfTheWeaver()).isTrue();
        assertThat(third.ahead()).hasSize(1).allMatch(made -> made.name().equals("my.Aspect"));
    }

    /** SIM's jar is one of them, and kept code calls its classes: also that of loaders that do not see the class path. */
    @Test
    void whatAnotherVersionOfAnAgentHasKeptIsNotUsed() throws IOException {
        String agent = "-javaagent:" + agent("1") + "=interval=1s";
        WeaveCache first = open(agent);
        first.of(loader).keep(type(1), WeavingResult.woven(type(2)));
        first.writeAll();
        assertThat(open(agent).of(loader).find(type(1)).code()).isEqualTo(type(2));
        WeaveCache running = open(agent);
        agent("2");
        assertThat(running.of(loader).find(type(1)).code()).as("the JVM has the classes of the former one")
                .isEqualTo(type(2));
        assertThat(open(agent).of(loader).find(type(1))).isNull();
    }

    private Path agent(String version) throws IOException {
        Path jar = folder.resolve("agent.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("Version.class"));
            out.write(version.getBytes(StandardCharsets.US_ASCII));
        }
        return jar;
    }

    /** After an upgrade of a library, and where two applications in a server have different ones. */
    @Test
    void ofSeveralResultsOfAClassTheOneThatHoldsIsFound() throws IOException {
        for (int parent : new int[]{1, 2}) {
            WeaveCache start = open();
            View view = start.ofTypes(List.of("configuration"));
            assertThat(view.find(type(1), 0, known -> known.depends().print() == parent)).isNull();
            view.keep(type(1), WeavingResult.probed(type(parent)).dependingOn(
                    new WeavingResult.Dependence(List.of("Parent"), parent, true)));
            start.writeAll();
        }
        View last = open().ofTypes(List.of("configuration"));
        for (int parent : new int[]{1, 2}) {
            assertThat(last.find(type(1), 0, known -> known.depends().print() == parent).code())
                    .isEqualTo(type(parent));
        }
        assertThat(last.find(type(1), 0, known -> false)).isNull();
    }

    /** Two applications in a server may have the same aop.xml, and another aspect of the name that it says. */
    @Test
    void whatNeedsAnAspectIsNotKeptWhereLoadersHaveDifferentOnesOfOneName() throws IOException {
        WeaveCache first = open();
        View view = first.ofTypes(List.of("configuration"));
        view.ahead("my.Aspect", type(9));
        view.ahead("my.Aspect", type(9)); // by another loader
        view.keep(type(1), WeavingResult.woven(type(2)));
        first.writeAll();
        WeaveCache second = open();
        View other = second.ofTypes(List.of("configuration"));
        assertThat(other.find(type(1)).code()).isEqualTo(type(2));
        other.keep(type(3), WeavingResult.woven(type(4)));
        other.ahead("my.Aspect", type(8));
        other.keep(type(5), WeavingResult.woven(type(6)));
        other.keep(type(7), WeavingResult.probed(type(8)));
        second.writeAll();
        View third = open().ofTypes(List.of("configuration"));
        assertThat(third.ahead()).hasSize(1).allMatch(made -> made.bytes()[0] == type(9)[0]);
        assertThat(third.find(type(1)).code()).isEqualTo(type(2));
        assertThat(third.find(type(3))).isNull();
        assertThat(third.find(type(5))).isNull();
        assertThat(third.find(type(7)).code()).isEqualTo(type(8));
    }

    @Test
    void manyJvmsAtOnceLoseNothingAndKeepFewFiles() throws Exception {
        List<Thread> jvms = new ArrayList<>();
        for (int jvm = 0; jvm < 8; jvm++) {
            int first = jvm * 100;
            jvms.add(new Thread(() -> {
                for (int start = 0; start < 10; start++) {
                    try {
                        WeaveCache cache = open();
                        View view = cache.of(loader);
                        for (int i = 0; i < 10; i++) {
                            int number = first + start * 10 + i;
                            WeavingResult known = view.find(type(number));
                            assertThat(known == null || known.code()[0] == (byte) number).isTrue();
                            view.keep(type(number), WeavingResult.woven(type(number)));
                        }
                        cache.writeAll();
                    } catch (IOException failure) {
                        throw new AssertionError(failure);
                    }
                }
            }));
        }
        jvms.forEach(Thread::start);
        for (Thread each : jvms) {
            each.join();
        }
        // what two made one of at the same time is woven again once more, and then there
        WeaveCache last = open();
        int found = 0;
        for (int i = 0; i < 800; i++) {
            WeavingResult known = last.of(loader).find(type(i));
            found += known == null ? 0 : 1;
            assertThat(known == null || Stream.of(known.code()).allMatch(bytes -> bytes.length == type(0).length))
                    .isTrue();
        }
        assertThat(found).isGreaterThan(200);
        assertThat(damage).hasValue(0);
    }

    @Test
    void damageIsFoundTakenAwayAndMended() throws IOException {
        WeaveCache first = open();
        for (int i = 0; i < 200; i++) {
            first.of(loader).keep(type(i), WeavingResult.woven(type(i + 1)));
        }
        first.writeAll();
        Random random = new Random(7);
        for (int round = 0; round < 40; round++) {
            for (Path pack : packs()) {
                byte[] bytes = Files.readAllBytes(pack);
                bytes[random.nextInt(bytes.length)] ^= 0x55;
                Files.write(pack, bytes);
            }
            WeaveCache next = open();
            for (int i = 0; i < 200; i++) {
                WeavingResult known = next.of(loader).find(type(i));
                if (known == null) {
                    next.of(loader).keep(type(i), WeavingResult.woven(type(i + 1)));
                } else {
                    assertThat(known.code()).isEqualTo(type(i + 1));
                }
            }
            next.writeAll();
        }
        WeaveCache last = open();
        for (int i = 0; i < 200; i++) {
            assertThat(last.of(loader).find(type(i)).code()).isEqualTo(type(i + 1));
        }
        assertThat(damage.get()).isGreaterThan(30);
    }

    /** To open a pipe waits for somebody who writes into it: the program never started. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeInThePlaceOfAPackIsNotOpened() throws Exception {
        WeaveCache first = open();
        first.of(loader).keep(type(1), WeavingResult.woven(type(2)));
        first.writeAll();
        Path pack = packs().get(0);
        Files.delete(pack);
        assumeThat(new ProcessBuilder("mkfifo", pack.toString()).start().waitFor()).isZero();
        WeaveCache again = open();
        View view = again.of(loader);
        assertThat(view.find(type(1))).isNull();
        assertThat(damage).hasValue(0);
        view.keep(type(1), WeavingResult.woven(type(2)));
        again.writeAll();
        assertThat(open().of(loader).find(type(1)).code()).isEqualTo(type(2));
    }

    @Test
    void theDirectoryIsBoundedAndTheLongestUnusedGo() throws Exception {
        for (int program = 0; program < 20; program++) {
            Path classes = Files.createDirectories(folder.resolve("program" + program));
            Files.writeString(classes.resolve("A.class"), "a" + program);
            try (URLClassLoader its = new URLClassLoader(new URL[]{classes.toUri().toURL()}, null)) {
                WeaveCache cache = open(50_000);
                cache.of(its).keep(type(program), WeavingResult.woven(new byte[10_000]));
                cache.writeAll();
                assertThat(cache.of(its).find(type(program))).isNotNull();
            }
            for (Path pack : packs()) {
                FileTime time = Files.getLastModifiedTime(pack);
                Files.setLastModifiedTime(pack, FileTime.fromMillis(time.toMillis() - 1_000));
            }
            assertThat(packs().stream().mapToLong(each -> each.toFile().length()).sum()).isLessThanOrEqualTo(50_000);
        }
        assertThat(packs()).hasSize(4);
    }

    @Test
    void whatAKilledJvmLeftGoesInTime() throws IOException {
        WeaveCache cache = open();
        cache.of(loader).keep(type(1), WeavingResult.UNCHANGED);
        cache.writeAll();
        Path left = Files.writeString(packs().get(0).resolveSibling("1-2.pack.tmp"), "half");
        Files.setLastModifiedTime(left, FileTime.fromMillis(1));
        cache.of(loader).keep(type(2), WeavingResult.UNCHANGED);
        cache.writeAll();
        assertThat(left).doesNotExist();
    }

    /** As on a full disk, which would stay so. */
    @Test
    void itGoesAlsoWhereNothingCouldBeWritten() throws IOException {
        WeaveCache cache = open();
        cache.of(loader).keep(type(1), WeavingResult.UNCHANGED);
        cache.writeAll();
        Path view = packs().get(0).getParent();
        Path left = Files.writeString(Files.createDirectory(view.resolveSibling("other")).resolve("1-2.pack.tmp"),
                "half");
        Files.setLastModifiedTime(left, FileTime.fromMillis(1));
        Files.delete(packs().get(0));
        Files.delete(view);
        Files.writeString(view, "no folder can be made here");
        cache.of(loader).keep(type(2), WeavingResult.UNCHANGED);
        cache.writeAll();
        assertThat(unwritten).hasValue(1);
        assertThat(left).doesNotExist();
    }

    /** Each JVM that uses a pack says so by its time, at any moment. */
    @Test
    void theOrderOfPacksIsThatOfOneMoment() {
        Random random = new Random(7);
        List<File> packs = new ArrayList<>();
        for (int pack = 0; pack < 1_000; pack++) {
            packs.add(new File(folder.toFile(), pack + ".pack") {
                @Override
                public long lastModified() {
                    return random.nextInt(1_000);
                }
            });
        }
        assertThat(Folder.longestUnusedFirst(packs)).containsExactlyInAnyOrderElementsOf(packs);
    }

    @Test
    void nothingIsKeptOfFilesThatChangedMeanwhile() throws IOException {
        WeaveCache cache = open();
        cache.of(loader).keep(type(1), WeavingResult.UNCHANGED);
        Files.writeString(folder.resolve("classes/Base.class"), "new");
        cache.writeAll();
        assertThat(packs()).isEmpty();
    }

    @Test
    void aRefusedViewKeepsNothing() throws IOException {
        WeaveCache cache = open();
        cache.of(loader).keep(type(1), WeavingResult.UNCHANGED);
        cache.of(loader).refuse();
        cache.of(loader).keep(type(2), WeavingResult.UNCHANGED);
        cache.writeAll();
        assertThat(packs()).isEmpty();
    }

    @Test
    void theWeaversPropertiesAreSeen() throws IOException {
        WeaveCache cache = open();
        cache.of(loader).keep(type(1), WeavingResult.UNCHANGED);
        cache.writeAll();
        System.setProperty("org.aspectj.weaver.test", "x");
        try {
            assertThat(open().of(loader).find(type(1))).isNull();
        } finally {
            System.clearProperty("org.aspectj.weaver.test");
        }
        System.setProperty("org.aspectj.weaver.showWeaveInfo", "true");
        try {
            assertThat(open().of(loader)).isNull();
        } finally {
            System.clearProperty("org.aspectj.weaver.showWeaveInfo");
        }
        assertThat(open().of(loader).find(type(1))).isNotNull();
    }

    @Test
    void theDirectoryIsItsOwnersAlone() throws IOException {
        open();
        Path root = folder.resolve("cache/1");
        assertThat(Files.getPosixFilePermissions(root)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwx---")); // as Kubernetes does for an fsGroup
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("chmod 700")
                .hasMessageContaining("fsGroupChangePolicy: OnRootMismatch");
    }

    @Test
    void anApplicationThatIsDeployedAgainAndAgainLeavesNoFileOpen() throws Exception {
        Path open = Path.of("/proc/self/fd");
        assumeThat(open).exists();
        WeaveCache cache = open();
        for (int deployed = 0; deployed < 20; deployed++) {
            Path classes = Files.createDirectories(folder.resolve("deployed" + deployed));
            Files.writeString(classes.resolve("A.class"), "a" + deployed);
            try (URLClassLoader its = new URLClassLoader(new URL[]{classes.toUri().toURL()}, null)) {
                cache.of(its).keep(type(deployed), WeavingResult.woven(type(deployed + 1)));
                cache.writeAll();
                assertThat(cache.of(its).find(type(deployed))).isNotNull();
            }
        }
        assertThat(packs()).hasSize(20);
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            System.gc();
            cache.of(loader); // as each class that is loaded does
            assertThat(openPacks(open)).isLessThan(5);
        });
    }

    /** Windows deletes no file that is open, and they would stay. */
    @Test
    void packsThatWereMergedAreClosed() throws IOException {
        Path open = Path.of("/proc/self/fd");
        assumeThat(open).exists();
        WeaveCache cache = open();
        for (int write = 0; write < 5; write++) {
            cache.of(loader).keep(type(write), WeavingResult.woven(type(write + 1)));
            cache.writeAll();
        }
        assertThat(packs()).hasSize(1);
        assertThat(links(open, folder + ".*\\.pack \\(deleted\\)")).isZero();
        for (int write = 0; write < 5; write++) {
            assertThat(cache.of(loader).find(type(write)).code()).isEqualTo(type(write + 1));
        }
    }

    private static long openPacks(Path open) throws IOException {
        return links(open, ".*\\.pack");
    }

    private static long links(Path open, String to) throws IOException {
        try (Stream<Path> files = Files.list(open)) {
            return files.filter(each -> {
                try {
                    return Files.readSymbolicLink(each).toString().matches(to);
                } catch (IOException closed) {
                    return false;
                }
            }).count();
        }
    }

    @Test
    void whatCannotBeWrittenIsCounted() throws Exception {
        WeaveCache cache = open();
        View view = cache.of(loader);
        Path root = folder.resolve("cache/1");
        Path away = Files.move(root, folder.resolve("away"));
        Files.writeString(root, "");
        view.keep(type(1), WeavingResult.UNCHANGED);
        cache.writeAll();
        assertThat(unwritten).hasValue(1);
        Files.delete(root);
        Files.move(away, root);
        view.keep(type(2), WeavingResult.UNCHANGED);
        cache.writeAll();
        assertThat(unwritten).hasValue(1);
        assertThat(open().of(loader).find(type(2))).isSameAs(WeavingResult.UNCHANGED);
    }

    private WeaveCache open() throws IOException {
        return open(1 << 20);
    }

    private WeaveCache open(long largest) throws IOException {
        return open(largest, List.of());
    }

    private WeaveCache open(String argument) throws IOException {
        return open(1 << 20, List.of(argument));
    }

    private WeaveCache open(long largest, List<String> arguments) throws IOException {
        return WeaveCache.open(folder.resolve("cache"), largest, arguments, its -> classPath.toArray(URL[]::new),
                damage::incrementAndGet, unwritten::incrementAndGet);
    }

    private List<Path> packs() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
            return files.filter(each -> each.toString().endsWith(".pack")).toList();
        }
    }

    private static byte[] type(int number) {
        byte[] bytes = "?class file number %05d".formatted(number).getBytes(StandardCharsets.US_ASCII);
        bytes[0] = (byte) number;
        return bytes;
    }
}
