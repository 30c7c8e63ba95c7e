package sim.collector;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The version of the program in this JVM, as the manifest of the jar with its main class has it. The jar is found by what the JVM says of its
 * command: no class of the program is loaded for it. Called on the shipper's thread.
 */
final class ProgramVersion {
    private ProgramVersion() {}

    /** The manifest's {@code Implementation-Version}; empty where there is none, or no such jar. */
    static String ofMain() {
        return of(System.getProperty("java.class.path", ""), System.getProperty("sun.java.command", ""));
    }

    /**
     * @param classPath of a program that was started by {@code -jar} that jar alone
     * @param command the main class or jar, and arguments behind a space
     */
    static String of(String classPath, String command) {
        try {
            if (!classPath.isEmpty() && (command.equals(classPath) || command.startsWith(classPath + " "))) {
                return classPath.endsWith(".class") ? "" : ofJar(new File(classPath));
            }
            String main = command.split(" ", 2)[0];
            String name = main.substring(main.indexOf('/') + 1).replace('.', '/') + ".class"; // behind its module
            URL found = ClassLoader.getSystemResource(name);
            return found == null ? "" : ofResource(found);
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return ""; // it is not known; the program's own class loader may fail as it likes
        }
    }

    /** @param found such as {@code jar:file:/home/shop.jar!/shop/Main.class}; what is in a folder has no manifest */
    private static String ofResource(URL found) throws IOException {
        String path = found.getPath();
        int end = path.indexOf("!/");
        return found.getProtocol().equals("jar") && path.startsWith("file:") && end > 0
                ? ofJar(new File(URI.create(path.substring(0, end))))
                : "";
    }

    private static String ofJar(File file) throws IOException {
        if (!file.isFile()) {
            return "";
        }
        try (JarFile jar = new JarFile(file)) {
            Manifest manifest = jar.getManifest();
            String version = manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return version == null ? "" : version.trim();
        }
    }
}
