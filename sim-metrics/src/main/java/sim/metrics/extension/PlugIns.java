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
import java.util.zip.ZipFile;
import org.jinspired.probes.Probes;
import sim.base.config.OptionException;
import sim.base.config.ShippedExtension;

/** Loads extensions from jars and folders of their own. Extensions with the same class path see each other. Any thread. */
final class PlugIns {
    private static final Map<String, PlugIns> LOADED = new ConcurrentHashMap<>();

    private final String setting;
    private final List<URL> entries = new ArrayList<>();
    /** The entries that cannot be read, joined. */
    private final StringBuilder broken = new StringBuilder();
    private final ClassLoader loader;
    private boolean said;

    private PlugIns(String classPath) {
        this.setting = ShippedExtension.CLASSPATH + "=" + classPath;
        for (String entry : classPath.split(File.pathSeparator)) {
            try {
                addTo(entry.trim());
            } catch (IOException | RuntimeException unreadable) {
                leaveOut(entry, unreadable);
            }
        }
        this.loader = new URLClassLoader("sim-extensions", entries.toArray(new URL[0]), parent());
    }

    /**
     * Loads a class. Entries that cannot be read are left out, as in any class path, and named once.
     *
     * @param classPath jars, folders, or all jars of a folder as {@code folder/*}, separated as in a class path
     * @throws OptionException naming the class path and what of it cannot be read, if the class is not there
     */
    static Class<?> load(String name, String classPath) {
        return LOADED.computeIfAbsent(classPath, PlugIns::new).load(name);
    }

    private Class<?> load(String name) {
        Class<?> loaded;
        try {
            loaded = Class.forName(name, true, loader);
        } catch (ExceptionInInitializerError thrown) {
            throw thrown; // the class exists
        } catch (ClassNotFoundException | LinkageError missing) {
            throw new OptionException(broken.length() > 0
                    ? setting + " cannot be used: " + broken
                    : setting + " has no class " + name + " that can be loaded (" + missing + ")");
        }
        sayBroken();
        return loaded;
    }

    private synchronized void sayBroken() {
        if (broken.length() > 0 && !said) {
            said = true;
            System.err.println("sim: " + setting + " is used without one of its parts: " + broken);
        }
    }

    private void leaveOut(Object entry, Exception unreadable) {
        broken.append(broken.length() == 0 ? "" : ", ").append('\'').append(entry)
                .append("' is no jar or folder that can be read (").append(unreadable).append(')');
    }

    private void addTo(String entry) throws IOException {
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
                try {
                    add(jar);
                } catch (IOException unreadable) {
                    leaveOut(jar, unreadable);
                }
            }
            return;
        }
        add(Path.of(entry));
    }

    private void add(Path path) throws IOException {
        if (!Files.isReadable(path)) {
            throw new IOException("not there, or no right to read it");
        }
        if (!Files.isDirectory(path)) {
            if (!Files.isRegularFile(path)) {
                throw new IOException("no file"); // opening a pipe would block
            }
            new ZipFile(path.toFile()).close(); // the class loader would ignore a broken jar silently
        }
        entries.add(url(path));
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    /** The parent loader: the application's, if it sees the same API, so that extensions can use classes of the application. */
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
