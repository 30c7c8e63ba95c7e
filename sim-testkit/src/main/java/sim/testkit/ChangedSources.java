package sim.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.tools.ToolProvider;

/**
 * SIM with some of its sources changed, beside the one that is tested: a test takes the steps that a page describes, to copies of the files, and so
 * proves them.
 */
public final class ChangedSources {
    private final Path folder;
    private final List<String> sources = new ArrayList<>();
    private final List<Path> changed = new ArrayList<>();
    private final List<String> options = new ArrayList<>();

    /** @param folder an empty one, for the copies and what is compiled of them */
    public ChangedSources(Path folder) {
        this.folder = folder;
    }

    /** Changes a copy of a file. */
    public ChangedSources change(Path file, UnaryOperator<String> change) throws IOException {
        String text = Files.readString(file);
        String other = change.apply(text);
        if (other.equals(text)) {
            throw new IllegalArgumentException("the change leaves " + file + " as it is");
        }
        sources.add(Files.writeString(folder.resolve(file.getFileName()), other).toString());
        changed.add(file);
        return this;
    }

    /** Adds a line behind the one that ends so. */
    public ChangedSources behind(Path file, String line, String added) throws IOException {
        return change(file, text -> behind(text, line, added));
    }

    /** The text with a line behind the one that ends so, of which there must be one. */
    public static String behind(String text, String line, String added) {
        int at = text.indexOf(line);
        if (at < 0 || text.indexOf(line, at + 1) >= 0) {
            throw new IllegalArgumentException("not once in the file: " + line);
        }
        return text.replace(line, line + "\n" + added);
    }

    /** Adds a file. */
    public ChangedSources add(Path file) {
        sources.add(file.toString());
        return this;
    }

    /** Compiles with one more option of javac. */
    public ChangedSources with(String option) {
        options.add(option);
        return this;
    }

    /** The files that were there and are changed. */
    public List<Path> changed() {
        return List.copyOf(changed);
    }

    /** The folder of the classes of all of them, compiled with the others of the class path. */
    public Path compile() throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp",
                System.getProperty("java.class.path")));
        arguments.addAll(options);
        arguments.addAll(sources);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, said, arguments.toArray(new String[0]));
        if (result != 0) {
            throw new IllegalStateException("the changed sources do not compile: " + said);
        }
        return classes;
    }

    /** Loads SIM's classes anew, and the changed ones in place of those they were. */
    public static ClassLoader load(Path classes) {
        return new ChangedFirst(classes);
    }

    private static final class ChangedFirst extends ClassLoader {
        private final Path changed;

        ChangedFirst(Path changed) {
            super(ChangedSources.class.getClassLoader());
            this.changed = changed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("sim.") && !name.startsWith("org.jinspired.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            Path other = changed.resolve(file);
            try (InputStream in = Files.isRegularFile(other)
                    ? Files.newInputStream(other)
                    : getParent().getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
