package sim.metrics.extension;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jinspired.probes.Probes;
import sim.metrics.config.OptionException;
import sim.metrics.config.ShippedExtension;

/** Loads extensions from jars and folders of their own. Those of one class path see each other. Any thread. */
final class PlugIns {
    private static final Map<String, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    private PlugIns() {}

    /**
     * @param classPath jars, folders, or all jars of a folder as {@code folder/*}, separated as in a class path
     * @throws OptionException naming the first entry that is not there
     */
    static ClassLoader loader(String classPath) {
        return LOADERS.computeIfAbsent(classPath, PlugIns::make);
    }

    private static ClassLoader make(String classPath) {
        List<URL> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            try {
                addTo(entries, entry.trim());
            } catch (IOException | RuntimeException unreadable) {
                throw new OptionException(ShippedExtension.CLASSPATH + "=" + classPath + " cannot be used: '" + entry
                        + "' is no jar or folder that can be read (" + unreadable + ")");
            }
        }
        return new URLClassLoader("sim-extensions", entries.toArray(new URL[0]), parent());
    }

    private static void addTo(List<URL> entries, String entry) throws IOException {
        if (entry.isEmpty()) {
            return;
        }
        if (entry.endsWith("*")) {
            TreeSet<Path> jars = new TreeSet<>();
            try (DirectoryStream<Path> all = Files.newDirectoryStream(
                    Path.of(entry.substring(0, entry.length() - 1)), "*.{jar,JAR}")) {
                all.forEach(jars::add);
            }
            for (Path jar : jars) {
                entries.add(url(jar));
            }
            return;
        }
        Path path = Path.of(entry);
        if (!Files.isReadable(path)) {
            throw new IOException("not there");
        }
        entries.add(url(path));
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    /** The application's, as long as the API is the same there: extensions may use what the application brings. */
    private static ClassLoader parent() {
        ClassLoader system = ClassLoader.getSystemClassLoader();
        try {
            return Class.forName(Probes.class.getName(), false, system) == Probes.class
                    ? system
                    : Probes.class.getClassLoader();
        } catch (ClassNotFoundException | LinkageError elsewhere) {
            return Probes.class.getClassLoader();
        }
    }
}
