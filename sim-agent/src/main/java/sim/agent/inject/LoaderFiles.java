package sim.agent.inject;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;

/** The classes that a compiler may use: those of the JDK, and those of which a class loader of the application has files. */
final class LoaderFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private static final String CLASS = JavaFileObject.Kind.CLASS.extension;

    private final ClassLoader loader;

    LoaderFiles(JavaFileManager jdk, ClassLoader loader) {
        super(jdk);
        this.loader = loader;
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packages, Set<JavaFileObject.Kind> kinds,
            boolean recurse) throws IOException {
        if (location != StandardLocation.CLASS_PATH || !kinds.contains(JavaFileObject.Kind.CLASS)) {
            return location == StandardLocation.CLASS_PATH ? List.of() : super.list(location, packages, kinds, recurse);
        }
        List<JavaFileObject> found = new ArrayList<>();
        String folder = packages.replace('.', '/');
        for (URL each : Collections.list(loader.getResources(folder.isEmpty() ? "." : folder))) {
            if (each.getProtocol().equals("file")) {
                inFolder(each, packages, found);
            } else if (each.openConnection() instanceof JarURLConnection jar) {
                inJar(jar, folder, found);
            }
        }
        return found;
    }

    private static void inFolder(URL url, String packages, List<JavaFileObject> found) {
        try {
            File[] files = Path.of(url.toURI()).toFile().listFiles((folder, name) -> name.endsWith(CLASS));
            for (File file : files == null ? new File[0] : files) {
                String simple = file.getName().substring(0, file.getName().length() - CLASS.length());
                found.add(new Known(packages.isEmpty() ? simple : packages + "." + simple, file.toURI().toURL()));
            }
        } catch (URISyntaxException | IOException unreadable) {
            // the compiler names what it does not find
        }
    }

    private static void inJar(JarURLConnection connection, String folder, List<JavaFileObject> found)
            throws IOException {
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            String root = connection.getURL().toString();
            root = root.substring(0, root.indexOf("!/") + 2);
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.endsWith(CLASS) && name.startsWith(folder + "/")
                        && name.indexOf('/', folder.length() + 1) < 0) {
                    found.add(new Known(name.substring(0, name.length() - CLASS.length()).replace('/', '.'),
                            new URL(root + name)));
                }
            }
        }
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof Known known ? known.name : super.inferBinaryName(location, file);
    }

    @Override
    public boolean isSameFile(javax.tools.FileObject one, javax.tools.FileObject other) {
        return one == other || one.toUri().equals(other.toUri());
    }

    private static final class Known extends SimpleJavaFileObject {
        private final String name;
        private final URL url;

        Known(String name, URL url) {
            super(URI.create("loader:///" + name.replace('.', '/') + CLASS), Kind.CLASS);
            this.name = name;
            this.url = url;
        }

        @Override
        public InputStream openInputStream() throws IOException {
            URLConnection connection = url.openConnection();
            connection.setUseCaches(false);
            return connection.getInputStream();
        }
    }
}
