package sim.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two loaders see the same exactly if the files they look into hold the same. */
class SightTest {
    private static final Function<ClassLoader, URL[]> NONE = loader -> new URL[0];

    @TempDir
    Path folder;

    @Test
    void theSameContentElsewhereIsTheSame() throws Exception {
        Path one = jar("one.jar", "", Map.of("a/A.class", "a", "b/B.class", "b"));
        Path copy = Files.copy(one, folder.resolve("copy.jar"));
        assertThat(seen(one)).isEqualTo(seen(copy));
    }

    @Test
    void aChangedClassChangesWhatIsSeen() throws Exception {
        Path jar = jar("one.jar", "", Map.of("a/A.class", "a", "b/Base.class", "b"));
        FileTime written = Files.getLastModifiedTime(jar);
        long before = seen(jar);
        jar("one.jar", "", Map.of("a/A.class", "a", "b/Base.class", "c"));
        Files.setLastModifiedTime(jar, written); // as within one tick of the clock
        assertThat(seen(jar)).isNotEqualTo(before);
    }

    @Test
    void theOrderCounts() throws Exception {
        Path one = jar("one.jar", "", Map.of("a/A.class", "1"));
        Path two = jar("two.jar", "", Map.of("a/A.class", "2"));
        assertThat(seen(one, two)).isNotEqualTo(seen(two, one));
    }

    @Test
    void aJarTheManifestNamesIsSeenToo() throws Exception {
        Path named = jar("named.jar", "", Map.of("a/A.class", "1"));
        Path one = jar("one.jar", "named.jar not-there.jar", Map.of("b/B.class", "1"));
        long before = seen(one);
        assertThat(Jar.read(one.toFile()).classPath()).isEqualTo("named.jar not-there.jar");
        jar("named.jar", "", Map.of("a/A.class", "2"));
        assertThat(seen(one)).isNotEqualTo(before);
        assertThat(named).exists();
    }

    /** The JDK's loader reads the manifest of a jar that its URL names so, too. */
    @Test
    void aJarTheManifestNamesIsSeenHoweverTheUrlNamesTheJar() throws Exception {
        jar("named.jar", "", Map.of("a/A.class", "1"));
        URL one = new URL("jar:" + jar("one.jar", "named.jar", Map.of("b/B.class", "1")).toUri() + "!/");
        long before = value(one);
        jar("named.jar", "", Map.of("a/A.class", "2"));
        assertThat(value(one)).isNotEqualTo(before);
    }

    /** JDK 17 looks into the jars that an index names. Many a library has one that names nothing but itself: its classes are kept all the same. */
    @Test
    void aJarTheIndexNamesIsSeenToo() throws Exception {
        assumeTrue(Runtime.version().feature() < 21, "skipped: this JDK knows no index");
        jar("in dexed.jar", "", Map.of("a/A.class", "1"));
        jar("named.jar", "", Map.of("a/A.class", "1"));
        String index = "JarIndex-Version: 1.0\n\none.jar\nb\n\nin dexed.jar\na\n\n";
        Path one = jar("one.jar", "named.jar", Map.of("META-INF/INDEX.LIST", index, "b/B.class", "1"));
        assertThat(Jar.read(one.toFile()).classPath()).isEqualTo("named.jar one.jar in%20dexed.jar");
        long before = seen(one);
        assertThat(seen(one)).isEqualTo(before);
        jar("in dexed.jar", "", Map.of("a/A.class", "2"));
        assertThat(seen(one)).isNotEqualTo(before);
        Path own = jar("own.jar", "", Map.of("META-INF/INDEX.LIST", "JarIndex-Version: 1.0\r\n\r\nown.jar\r\nb"));
        assertThat(Jar.read(own.toFile()).classPath()).isEqualTo("own.jar");
        Path large = jar("large.jar", "", Map.of("META-INF/INDEX.LIST", "a".repeat((1 << 20) + 1)));
        assertThatThrownBy(() -> seen(large)).isInstanceOf(IOException.class);
    }

    @Test
    void aLongClassPathIsReadOverItsLines() throws Exception {
        String path = "a-rather-long-name-of-a-library-0.jar a-rather-long-name-of-a-library-1.jar "
                + "a-rather-long-name-of-a-library-2.jar";
        assertThat(Jar.read(jar("one.jar", path, Map.of("b/B.class", "1")).toFile()).classPath()).isEqualTo(path);
    }

    /** A pathing jar of a build on Windows. The last of 5,000 counts as the first. */
    @Test
    void aVeryLongClassPathIsReadToItsEnd() throws Exception {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            path.append("lib-").append(i * 2_654_435_761L).append(".jar ");
        }
        Path one = jar("one.jar", path + "named.jar", Map.of("b/B.class", "1"));
        assertThat(Jar.read(one.toFile()).classPath()).isEqualTo(path + "named.jar");
        for (int i = 1; i < 75; i++) { // lines end wherever they may in what is read at a time
            String begun = "a".repeat(i) + path.substring(0, 10_000);
            Path other = jar("other.jar", begun, Map.of("b/B.class", "1"));
            assertThat(Jar.read(other.toFile()).classPath()).isEqualTo(begun.strip());
        }
    }

    /** Only its first section says what is on the class path. */
    @Test
    void ofASignedJarsManifestTheFirstSectionIsRead() throws Exception {
        StringBuilder signed = new StringBuilder("Manifest-Version: 1.0\r\nClass-Path: named.jar\r\n\r\n");
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            signed.append("Name: ").append(i).append("\r\nSHA-256-Digest: ").append(random.nextLong()).append(
                    "\r\n\r\n");
        }
        Path file = folder.resolve("signed.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new JarEntry("META-INF/MANIFEST.MF"));
            out.write(signed.toString().getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Jar.read(file.toFile()).classPath()).isEqualTo("named.jar");
    }

    /** A line ends after 72 bytes, and that may be inside a character. */
    @Test
    void aLineOfTheClassPathMayEndInsideACharacter() throws Exception {
        for (String begin : List.of("", "a")) {
            String name = begin + "\u00e4".repeat(60) + ".jar";
            assertThat(Jar.read(jar("one.jar", name, Map.of("b/B.class", "1")).toFile()).classPath()).isEqualTo(name);
            Path folded = folder.resolve("folded.jar");
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(folded))) {
                out.putNextEntry(new JarEntry("META-INF/MANIFEST.MF"));
                out.write("Manifest-Version: 1.0\r\nClass-Path: ".getBytes(StandardCharsets.UTF_8));
                out.write(bytes, 0, 60);
                out.write("\r\n ".getBytes(StandardCharsets.UTF_8));
                out.write(bytes, 60, bytes.length - 60);
                out.write("\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(Jar.read(folded.toFile()).classPath()).isEqualTo(name);
        }
    }

    /** The JDK's loaders take a question mark for a part of the name, what reads a URL by the rules does not. */
    @Test
    void whatCannotBeToldHasNone() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("a?b"));
        Path jar = Files.move(jar("one.jar", "", Map.of("a/A.class", "1")), odd.resolve("one.jar"));
        assertThatThrownBy(() -> value(new URL("file:" + jar))).isInstanceOf(Sight.Unknown.class);
        assertThatThrownBy(() -> value(new URL("file:" + folder + "/one.jar#main"))).isInstanceOf(Sight.Unknown.class);
        assertThat(seen(jar)).isEqualTo(seen(jar));
        assertThatThrownBy(() -> value(new URL("file:/dev/null"))).isInstanceOf(IOException.class);
    }

    /** When it ends, its folder is as empty as before. */
    @Test
    void aFolderThatAProgramFillsAndEmptiesIsNoticedMeanwhile() throws Exception {
        Path root = Files.createDirectory(folder.resolve("generated"));
        Path later = folder.resolve("later");
        Path missing = folder.resolve("missing.jar");
        URL[] urls = {root.toUri().toURL(), new URL(later.toUri() + "/"), missing.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            Sight sight = sight(loader, NONE);
            for (Path each : List.of(root, later)) {
                assertThat(sight.isAsSeen("a/A")).isTrue();
                Files.writeString(Files.createDirectories(each.resolve("a")).resolve("A.class"), "1");
                assertThat(sight.isAsSeen("a/A")).as("%s", each).isFalse();
                assertThat(sight.isAsSeen("b/B")).isTrue();
                Files.delete(each.resolve("a/A.class"));
                Files.delete(each.resolve("a"));
            }
            Files.delete(later);
            assertThat(sight.holds()).isTrue();
            assertThat(sight.isAsSeen("b/B")).isTrue();
            jar("missing.jar", "", Map.of("a/A.class", "1"));
            assertThat(sight.isAsSeen("b/B")).isFalse();
        }
    }

    @Test
    void aPackageThatWasThereAndGetsAClassIsNoticed() throws Exception {
        Path root = folder.resolve("classes");
        Path some = Files.createDirectories(root.resolve("a/b"));
        for (Path each : List.of(root, some.getParent(), some)) {
            Files.setLastModifiedTime(each, FileTime.fromMillis(1_700_000_000_000L));
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[]{root.toUri().toURL()}, null)) {
            Sight sight = sight(loader, NONE);
            assertThat(List.of("a/b/A", "a/A", "A", "c/d/A")).allMatch(sight::isAsSeen);
            Files.writeString(some.resolve("A.class"), "1");
            assertThat(sight.isAsSeen("a/b/B")).isFalse();
            assertThat(List.of("a/A", "A", "c/d/A")).allMatch(sight::isAsSeen);
            Files.createDirectories(root.resolve("c/d"));
            assertThat(sight.isAsSeen("c/d/A")).isFalse();
            assertThat(sight.isAsSeen("e/A")).isTrue();
        }
    }

    /** The working directory is on many a class path. */
    @Test
    void ofClassesOfNoPackageOnlyClassesCount() throws Exception {
        Path root = Files.createDirectory(folder.resolve("work"));
        Files.writeString(root.resolve("A.class"), "1");
        Files.setLastModifiedTime(root, FileTime.fromMillis(1_700_000_000_000L));
        try (URLClassLoader loader = new URLClassLoader(new URL[]{root.toUri().toURL()}, null)) {
            Sight sight = sight(loader, NONE);
            assertThat(sight.isAsSeen("A")).isTrue();
            Files.writeString(root.resolve("program.log"), "begins");
            assertThat(sight.isAsSeen("A")).isTrue();
            assertThat(sight.isAsSeen("a/A")).isTrue();
            Path other = Files.writeString(root.resolve("B.class"), "1");
            assertThat(sight.isAsSeen("A")).isFalse();
            Files.delete(other);
            assertThat(sight.isAsSeen("A")).as("it may have been used").isFalse();
            assertThat(sight.isAsSeen("a/A")).isTrue();
        }
    }

    /** A development environment gives each module's classes and resources a folder. */
    @Test
    void ofManyFoldersEachIsLookedAtOnceInAMoment() throws Exception {
        URL[] urls = new URL[50];
        for (int i = 0; i < urls.length; i++) {
            Path root = Files.createDirectories(folder.resolve("module" + i + "/a" + i)).getParent();
            Files.setLastModifiedTime(root.resolve("a" + i), FileTime.fromMillis(1_700_000_000_000L));
            Files.setLastModifiedTime(root, FileTime.fromMillis(1_700_000_000_000L));
            urls[i] = root.toUri().toURL();
        }
        AtomicLong now = new AtomicLong();
        AtomicInteger asked = new AtomicInteger();
        Looks looks = new Looks(now::get, file -> {
            asked.incrementAndGet();
            return file.lastModified();
        });
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            Sight sight = new Sight(loader, NONE, looks);
            assertThat(sight.isAsSeen("a1/A")).isTrue();
            assertThat(sight.isAsSeen("none/A")).isTrue();
            now.addAndGet(2 * Looks.MOMENT);
            asked.set(0);
            for (String each : List.of("a1/A", "a1/B", "none/A", "none/B")) {
                assertThat(sight.isAsSeen(each)).isTrue();
            }
            assertThat(asked).hasValue(urls.length + 1);
            assertThat(sight.isAsSeen("more/A")).isTrue();
            assertThat(asked).as("a package that was not asked for before").hasValue(2 * urls.length + 1);
        }
    }

    /** Each loader below the class path looks there too. What changes there meanwhile is noticed otherwise. */
    @Test
    void foldersOfTheClassPathAreReadOnce() throws Exception {
        Path root = Files.createDirectory(folder.resolve("classes"));
        Path own = Files.createDirectory(folder.resolve("own"));
        Path type = root.resolve("A.class");
        Files.writeString(type, "1");
        Files.writeString(own.resolve("B.class"), "1");
        URL[] classPath = {root.toUri().toURL()};
        Looks looks = new Looks();
        ClassLoader system = ClassLoader.getSystemClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[]{own.toUri().toURL()}, system);
                URLClassLoader next = new URLClassLoader(loader.getURLs(), system)) {
            long above = new Sight(system, any -> classPath, looks).value();
            Sight first = new Sight(loader, any -> classPath, looks);
            Files.writeString(type, "2");
            assertThat(new Sight(system, any -> classPath, looks).value()).isEqualTo(above);
            assertThat(new Sight(system, any -> classPath, new Looks()).value()).isNotEqualTo(above);
            assertThat(new Sight(next, any -> classPath, looks).value()).isEqualTo(first.value());
            assertThat(first.holds()).isFalse();
            Files.writeString(own.resolve("B.class"), "2");
            assertThat(new Sight(next, any -> classPath, looks).value()).isNotEqualTo(first.value());
            Files.writeString(root.resolve("C.class"), "1");
            assertThat(new Sight(next, any -> classPath, looks).isAsSeen("C")).isFalse();
        }
    }

    @Test
    void aFileOfAnySizeIsReadToItsEnd() throws Exception {
        Path root = Files.createDirectory(folder.resolve("classes"));
        for (int size : new int[]{0, 1, 16 << 10, (16 << 10) + 1, 100_000}) {
            byte[] bytes = new byte[size];
            Files.write(root.resolve("A.class"), bytes);
            long before = seen(root);
            assertThat(seen(root)).isEqualTo(before);
            if (size > 0) {
                bytes[size - 1] = 1;
                Files.write(root.resolve("A.class"), bytes);
                assertThat(seen(root)).as("%d", size).isNotEqualTo(before);
            }
        }
    }

    @Test
    void aJarOfTheSameLengthAndTimeIsNoticed() throws Exception {
        FileTime fixed = FileTime.from(Instant.parse("2024-01-01T00:00:00Z"));
        Path jar = jar("one.jar", "", Map.of("a/A.class", "1"));
        Files.setLastModifiedTime(jar, fixed);
        try (URLClassLoader loader = new URLClassLoader(new URL[]{jar.toUri().toURL()}, null)) {
            Sight sight = sight(loader, NONE);
            assertThat(sight.holds()).isTrue();
            Files.setLastModifiedTime(jar("one.jar", "", Map.of("a/A.class", "2")), fixed);
            assertThat(sight.holds()).isFalse();
        }
    }

    @Test
    void aJarBehindAProgramIsRead() throws Exception {
        Path jar = jar("one.jar", "named.jar", Map.of("a/A.class", "1"));
        byte[] bytes = Files.readAllBytes(jar);
        Path started = folder.resolve("started.jar");
        try (OutputStream out = Files.newOutputStream(started)) {
            out.write("#!/bin/sh\nexec java -jar $0\n".getBytes(StandardCharsets.US_ASCII));
            out.write(bytes);
        }
        assertThat(Jar.read(started.toFile()).classPath()).isEqualTo("named.jar");
    }

    @Test
    void filesOfAFolderCountByNameAndBytes() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes/a"));
        Path type = Files.writeString(classes.resolve("A.class"), "1");
        Path root = folder.resolve("classes");
        long before = seen(root);
        Files.writeString(classes.resolve("log.txt"), "what a program writes there does not count");
        assertThat(seen(root)).isEqualTo(before);
        Files.setLastModifiedTime(type, FileTime.fromMillis(1)); // as where it is unpacked at each start
        assertThat(seen(root)).isEqualTo(before);
        Files.move(type, classes.resolve("B.class"));
        assertThat(seen(root)).isNotEqualTo(before);
    }

    /** A checkout, or a copy that keeps times, may give another configuration the same length and time. */
    @Test
    void configurationsOfAFolderCountByTheirBytes() throws Exception {
        Path root = folder.resolve("classes");
        Path aop = Files.createDirectories(root.resolve("META-INF")).resolve("aop.xml");
        FileTime written = FileTime.fromMillis(1_700_000_000_000L);
        Files.setLastModifiedTime(Files.writeString(aop, "<aspectj/><!--1-->"), written);
        long before = seen(root);
        Files.setLastModifiedTime(Files.writeString(aop, "<aspectj/><!--2-->"), written);
        assertThat(seen(root)).isNotEqualTo(before);
    }

    /** As in images of Jib, buildpacks, Bazel and Nix: each file has the same time in each version. */
    @Test
    void whereTimesAreFixedAllFilesOfAFolderDo() throws Exception {
        Path root = Files.createDirectories(folder.resolve("classes"));
        Path type = root.resolve("A.class");
        for (String time : List.of("1970-01-01T00:00:01Z", "1980-01-01T00:00:01Z", "2024-01-01T00:00:00Z",
                "2024-05-06T07:08:09.123Z")) {
            FileTime fixed = FileTime.from(Instant.parse(time));
            Files.setLastModifiedTime(Files.writeString(type, "1"), fixed);
            long before = seen(root);
            Files.setLastModifiedTime(Files.writeString(type, "2"), fixed);
            assertThat(seen(root)).as(time).isNotEqualTo(before);
        }
    }

    @Test
    void modulesCountHoweverTheyArePacked() throws Exception {
        Path modules = Files.createDirectories(folder.resolve("modules"));
        Path unpacked = Files.createDirectories(modules.resolve("unpacked/a"));
        Files.writeString(modules.resolve("unpacked/module-info.class"), "a module");
        Path type = Files.writeString(unpacked.resolve("A.class"), "1");
        Files.move(jar("packed.jar", "", Map.of("b/B.class", "1")), modules.resolve("packed.jar"));
        for (Path path : List.of(modules, modules.resolve("unpacked"))) {
            long before = onModulePath(path);
            Files.writeString(type, Files.readString(type) + "2");
            assertThat(onModulePath(path)).as("%s", path).isNotEqualTo(before);
        }
        long before = onModulePath(modules);
        Files.copy(jar("packed.jar", "", Map.of("b/B.class", "2")), modules.resolve("packed.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(onModulePath(modules)).isNotEqualTo(before);
    }

    private static long onModulePath(Path path) throws Exception {
        URL notThere = path.resolve("not-there.jar").toUri().toURL();
        System.setProperty("jdk.module.path", path.toString());
        try {
            return sight(ClassLoader.getSystemClassLoader(), loader -> new URL[]{notThere}).value();
        } finally {
            System.clearProperty("jdk.module.path");
        }
    }

    @Test
    void nestedJarsCountAsTheOneTheyAreIn() throws Exception {
        Path one = jar("one.jar", "", Map.of("lib/inner.jar", "1"));
        URL inner = new URL("jar:file:" + one + "!/lib/inner.jar!/");
        URL other = new URL("jar:file:" + one + "!/lib/other.jar!/");
        assertThat(value(inner)).isNotEqualTo(value(other));
        long before = value(inner);
        jar("one.jar", "", Map.of("lib/inner.jar", "2"));
        assertThat(value(inner)).isNotEqualTo(before);
    }

    @Test
    void whatChangedMeanwhileIsNoticed() throws Exception {
        Path jar = jar("one.jar", "", Map.of("a/A.class", "1"));
        Path later = jar("later.jar", "", Map.of("b/B.class", "1"));
        List<URL> classPath = new ArrayList<>(List.of(jar.toUri().toURL()));
        ClassLoader system = ClassLoader.getSystemClassLoader();
        Sight before = sight(system, loader -> classPath.toArray(URL[]::new));
        assertThat(before.isOf(system)).isTrue();
        assertThat(before.holds()).isTrue();
        classPath.add(later.toUri().toURL()); // by an agent
        assertThat(before.isOf(system)).isFalse();
        assertThat(before.holds()).isFalse();
        assertThat(sight(system, loader -> classPath.toArray(URL[]::new)).value()).isNotEqualTo(before.value());
        try (URLClassLoader loader = new URLClassLoader(new URL[]{jar.toUri().toURL()})) {
            Sight sight = sight(loader, NONE);
            jar("one.jar", "", Map.of("a/A.class", "changed"));
            assertThat(sight.holds()).isFalse();
        }
    }

    @Test
    void loadersThatLookElsewhereHaveNone() {
        assertThatThrownBy(() -> sight(new ClassLoader() {
        }, NONE)).isInstanceOf(Sight.Unknown.class);
        assertThatThrownBy(() -> value(new URL("http://127.0.0.1:1/classes.jar"))).isInstanceOf(Sight.Unknown.class);
        assertThatThrownBy(() -> value()).isInstanceOf(Sight.Unknown.class);
        assertThatThrownBy(() -> value(Files.writeString(folder.resolve("no.jar"), "no jar at all").toUri().toURL()))
                .isInstanceOf(IOException.class);
    }

    /** Its rules are its own: it may take classes from a loader beside it, or be given more files. The JDK's are known. */
    @Test
    void aLoaderOfAnotherKindHasNone() throws Exception {
        URL[] urls = {jar("one.jar", "", Map.of("a/A.class", "1")).toUri().toURL()};
        try (URLClassLoader another = new URLClassLoader(urls, null) {
        };
                URLClassLoader below = new URLClassLoader(urls, another);
                URLClassLoader known = URLClassLoader
                        .newInstance(urls, null)) {
            assertThatThrownBy(() -> sight(another, NONE)).isInstanceOf(Sight.Unknown.class);
            assertThatThrownBy(() -> sight(below, NONE)).isInstanceOf(Sight.Unknown.class);
            assertThat(sight(known, NONE).holds()).isTrue();
        }
    }

    /** As if time passed between any two questions. */
    private static Sight sight(ClassLoader loader, Function<ClassLoader, URL[]> classPath) throws IOException {
        AtomicLong now = new AtomicLong();
        return new Sight(loader, classPath, new Looks(() -> now.addAndGet(2 * Looks.MOMENT), File::lastModified));
    }

    private static long seen(Path... files) throws Exception {
        URL[] urls = new URL[files.length];
        for (int i = 0; i < files.length; i++) {
            urls[i] = files[i].toUri().toURL();
        }
        return value(urls);
    }

    private static long value(URL... urls) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            return sight(loader, NONE).value();
        }
    }

    private Path jar(String name, String classPath, Map<String, String> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        Path file = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String each : new java.util.TreeSet<>(entries.keySet())) {
                JarEntry entry = new JarEntry(each);
                entry.setTime(0);
                out.putNextEntry(entry);
                out.write(entries.get(each).getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }
}
