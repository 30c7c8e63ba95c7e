package sim.agent.code;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads class files that a loader finds, without loading a class: on the threads that load classes. The stream of a resource in a jar opens the
 * jar once more, reads its manifest, and where it is signed verifies that. A type's name and its parents need none of it, so the jars of the class path,
 * which its loader keeps open until the JVM ends, are read as plain files.
 */
final class ClassPathFiles {
    private static final String JAR = "jar:";
    private static final String IN_JAR = "!/";
    private static final ClassLoader OF_CLASS_PATH = ClassLoader.getSystemClassLoader();
    /** Whether nobody has put a loader of their own in its place. */
    private static final boolean IS_THE_JDKS = OF_CLASS_PATH.getClass().getClassLoader() == null;
    /** By the URL; no more than there are jars on the class path. */
    private static final Map<String, ZipFile> JARS = new ConcurrentHashMap<>();

    private ClassPathFiles() {}

    /** Null where the loader has no such file. */
    static InputStream open(ClassLoader loader, String file) throws IOException {
        if (loader != OF_CLASS_PATH || !IS_THE_JDKS) {
            return AgentClasses.open(loader, file);
        }
        URL found = loader.getResource(file);
        return found == null ? null : open(found, file);
    }

    /** Whether the file that a loader finds has these bytes; null where it finds none. */
    static Boolean has(ClassLoader loader, String file, byte[] bytes) throws IOException {
        URL found = loader.getResource(file);
        if (found == null) {
            return null;
        }
        if (loader == OF_CLASS_PATH && IS_THE_JDKS) {
            ZipFile jar = jarOf(found, file);
            ZipEntry entry = jar == null ? null : jar.getEntry(file);
            if (entry != null) {
                CRC32 sum = new CRC32();
                sum.update(bytes, 0, bytes.length);
                return entry.getSize() == bytes.length && entry.getCrc() == sum.getValue();
            }
        }
        try (InputStream in = open(loader, file)) {
            return in != null && Arrays.equals(in.readAllBytes(), bytes);
        }
    }

    /** Opens a file that the loader of the class path has found. */
    static InputStream open(URL found, String file) throws IOException {
        ZipFile jar = jarOf(found, file);
        ZipEntry entry = jar == null ? null : jar.getEntry(file);
        return entry == null ? found.openStream() : jar.getInputStream(entry);
    }

    /** Null where it is in no jar, in a jar in another one, or in one of several versions. */
    private static ZipFile jarOf(URL found, String file) throws IOException {
        String url = found.toString();
        int end = url.length() - file.length() - IN_JAR.length();
        return end < 0 || !url.startsWith(JAR + "file:") || url.indexOf(IN_JAR) != end || !url.endsWith(file)
                ? null
                : jar(url.substring(JAR.length(), end));
    }

    /** Null where the URL is that of no path: on Windows it may name the host of a share. */
    private static ZipFile jar(String url) throws IOException {
        ZipFile known = JARS.get(url);
        if (known == null) {
            File file;
            try {
                file = new File(URI.create(url));
            } catch (IllegalArgumentException noPath) {
                return null;
            }
            known = new ZipFile(file);
            ZipFile other = JARS.putIfAbsent(url, known);
            if (other != null) {
                known.close();
                known = other;
            }
        }
        return known;
    }
}
