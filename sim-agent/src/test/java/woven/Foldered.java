package woven;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs a class of a loader that reads a folder, and of which SIM knows no files. */
public class Foldered {
    public static void main(String[] args) throws Exception {
        Class<?> type = new OfFolder(Path.of(args[0])).loadClass(args[1]);
        ((Runnable) type.getDeclaredConstructor().newInstance()).run();
        Report.print();
    }

    private static final class OfFolder extends ClassLoader {
        private final Path folder;

        OfFolder(Path folder) {
            super(Foldered.class.getClassLoader());
            this.folder = folder;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] bytes = Files.readAllBytes(file(name.replace('.', '/') + ".class"));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException absent) {
                throw new ClassNotFoundException(name, absent);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            try {
                return Files.isRegularFile(file(name))
                        ? new ByteArrayInputStream(Files.readAllBytes(file(name)))
                        : super.getResourceAsStream(name);
            } catch (IOException unreadable) {
                return null;
            }
        }

        @Override
        public java.net.URL getResource(String name) {
            try {
                return Files.isRegularFile(file(name)) ? file(name).toUri().toURL() : super.getResource(name);
            } catch (IOException unreadable) {
                return null;
            }
        }

        private Path file(String name) {
            return folder.resolve(name);
        }
    }
}
