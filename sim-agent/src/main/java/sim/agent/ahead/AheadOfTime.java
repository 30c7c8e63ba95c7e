package sim.agent.ahead;

import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import sim.agent.cache.BuiltArchives;
import sim.agent.cache.WeavingResult;
import sim.agent.hook.Job;
import sim.agent.hook.WeavingLog;
import sim.agent.probe.Acceptance;
import sim.agent.select.LeftAlone;
import sim.agent.weave.LateWeaver;
import sim.agent.weave.PlainWeaving;
import sim.agent.weave.Weaving;
import sim.metrics.weaving.WeavingReport;

/**
 * Weaves an archive before the program starts, class by class, as the agent does while a program starts. The loaders see what the program's
 * loaders will see: for a jar, its own classes and those that its manifest names; for a Spring Boot jar or a war, also those of the nested
 * jars; for a multi-release jar, the classes of each version.
 */
final class AheadOfTime {
    private static final String CLASS = ".class";
    private static final String VERSIONS = "META-INF/versions/";
    /** Where nested programs have their classes. Their libraries are in a folder beside these. */
    private static final List<String> NESTED = List.of("BOOT-INF/", "WEB-INF/");

    private final Archive archive;
    private final List<Path> beside;
    private final Path scratch;
    private final PrintStream err;
    private final WeavingReport report = WeavingReport.ofJvm();
    private final LeftAlone leftAlone;
    private final LateWeaver weaver = new LateWeaver(report, WeavingLog.NONE);
    private final PlainWeaving plain = new PlainWeaving(false);
    private int woven;
    private int all;
    private int failed;

    /** @param beside what its classes see in addition to the archive and what its manifest names */
    AheadOfTime(Archive archive, List<Path> beside, Path scratch, String skip, PrintStream err) {
        this.archive = archive;
        this.beside = beside;
        this.scratch = scratch;
        this.err = err;
        this.leftAlone = new LeftAlone(report, List.of(skip.split("[,+]")), false);
    }

    String summary() {
        return woven + " of " + all + " classes woven" + (failed == 0 ? "" : ", " + failed + " could not be");
    }

    void weave(Path to) throws IOException {
        Map<String, byte[]> changed = new LinkedHashMap<>();
        Path root = scratch.resolve("root");
        archive.extract("", root);
        List<URL> outer = new ArrayList<>(List.of(url(root)));
        outer.addAll(named());
        for (Path each : beside) {
            outer.add(url(each.toAbsolutePath()));
        }
        try (URLClassLoader loader = loader(outer, AheadOfTime.class.getClassLoader())) {
            weave(archive, "", outer, loader, loader.getParent(), changed);
            for (String nested : NESTED) {
                weaveNested(nested, root, loader, changed);
            }
        }
        archive.write(to, changed, version());
    }

    /** What the manifest adds to the class path. */
    private List<URL> named() throws IOException {
        List<URL> urls = new ArrayList<>();
        String path = archive.attribute("Class-Path");
        for (String each : path == null ? new String[0] : path.trim().split(" +")) {
            urls.add(archive.file().toUri().resolve(each).toURL());
        }
        return urls;
    }

    private void weaveNested(String nested, Path root, URLClassLoader above, Map<String, byte[]> changed)
            throws IOException {
        String classes = nested + "classes/";
        List<String> libraries = archive.names().stream()
                .filter(each -> each.matches(nested + "lib[^/]*/[^/]+\\.jar")).toList();
        if (libraries.isEmpty() && archive.names().stream().noneMatch(each -> each.startsWith(classes))) {
            return;
        }
        List<URL> urls = new ArrayList<>(List.of(url(root.resolve(classes))));
        for (String each : libraries) {
            urls.add(url(root.resolve(each)));
        }
        try (URLClassLoader loader = loader(urls, above)) {
            weave(archive, classes, urls, loader, above, changed);
            changed.put(classes + BuiltArchives.MARK, version().getBytes(StandardCharsets.UTF_8));
            for (String each : libraries) {
                weaveLibrary(each, root.resolve(each), urls, loader, above, changed);
            }
        }
    }

    private void weaveLibrary(String name, Path file, List<URL> urls, URLClassLoader loader, ClassLoader above,
            Map<String, byte[]> changed) throws IOException {
        try (Archive library = Archive.open(file)) {
            if (library.signature() != null) {
                err.println("sim: not woven, it is signed: " + name);
                return;
            }
            Map<String, byte[]> inside = new LinkedHashMap<>();
            weave(library, "", urls, loader, above, inside);
            // a server unpacks a war, so each of its jars must say that it was woven
            if (!inside.isEmpty() || name.startsWith("WEB-INF/")) {
                changed.put(name, library.written(inside, version()));
            }
        }
    }

    /** Weaves the classes below a prefix of an archive, for all versions of Java. */
    private void weave(Archive from, String prefix, List<URL> urls, URLClassLoader loader, ClassLoader above,
            Map<String, byte[]> changed) throws IOException {
        weaveVersion(from, prefix, loader, changed);
        TreeSet<Integer> versions = prefix.isEmpty() ? from.versions() : new TreeSet<>();
        for (int version : versions) {
            List<URL> seen = new ArrayList<>();
            for (int each : versions.headSet(version, true).descendingSet()) {
                Path folder = Files.createTempDirectory(scratch, "version");
                from.extract(VERSIONS + each + "/", folder);
                seen.add(url(folder));
            }
            seen.addAll(urls);
            try (URLClassLoader versioned = loader(seen, above)) {
                weaveVersion(from, VERSIONS + version + "/", versioned, changed);
            }
        }
    }

    private void weaveVersion(Archive from, String prefix, ClassLoader loader, Map<String, byte[]> changed)
            throws IOException {
        for (String entry : from.names()) {
            String name = entry.startsWith(prefix) ? entry.substring(prefix.length()) : "";
            // no other entry is a class of this loader
            boolean isClass = name.endsWith(CLASS) && !name.startsWith("META-INF/")
                    && !name.endsWith("module-info.class")
                    && NESTED.stream().noneMatch(name::startsWith);
            if (isClass) {
                byte[] result = weave(loader, name.substring(0, name.length() - CLASS.length()), from.read(entry),
                        (made, bytes) -> changed.putIfAbsent(prefix + made.replace('.', '/') + CLASS, bytes));
                if (result != null) {
                    changed.put(entry, result);
                }
            }
        }
    }

    private byte[] weave(ClassLoader loader, String name, byte[] bytes, Job.Made made) throws IOException {
        all++;
        if (leftAlone.why(loader, name, null) != null) {
            return null;
        }
        try (Job job = Job.aheadOfTime(loader, bytes, made)) {
            WeavingResult result = plain.weave(loader, name, bytes);
            if (result == null) {
                result = Weaving.result(job, loader, bytes, weaver.weave(loader, name, null, null, bytes));
            }
            if (result.outcome() == WeavingResult.Outcome.FAILED) {
                failed++;
                report.failed(result.reason(), name.replace('/', '.'), result.what());
            }
            boolean isWoven = result.outcome() == WeavingResult.Outcome.WOVEN
                    || result.outcome() == WeavingResult.Outcome.PROBED;
            woven += isWoven ? 1 : 0;
            return result.code();
        } catch (RuntimeException | LinkageError failure) {
            failed++;
            report.failed(Acceptance.reason(failure), name.replace('/', '.'), Acceptance.text(failure));
            return null;
        }
    }

    private static String version() {
        String version = AheadOfTime.class.getPackage().getImplementationVersion();
        return version == null ? "yes" : version;
    }

    private static URLClassLoader loader(List<URL> urls, ClassLoader above) {
        return new URLClassLoader(urls.toArray(URL[]::new), above);
    }

    private static URL url(Path file) throws MalformedURLException {
        URI uri = file.toUri();
        return uri.toURL();
    }
}
