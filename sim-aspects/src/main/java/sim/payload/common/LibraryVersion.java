package sim.payload.common;

import java.io.InputStream;
import java.security.CodeSource;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of a library with which a room was tried. In any other version, or one that cannot be found out, the room's aspect does
 * nothing, and SIM prints one line. The version is found by a class of the library, once for each class. Any thread.
 */
public final class LibraryVersion {
    private static final Pattern MAJOR = Pattern.compile("(\\d+)(?:[.\\-].*)?");

    private final String word;
    private final String library;
    private final Pattern jar;
    private final int first;
    private final int last;
    private final String resource;
    private final String key;
    private final Set<String> said = new HashSet<>();
    private final ClassValue<Boolean> known = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return look(type);
        }
    };

    /**
     * @param word the room's word in {@code libraries=}
     *
     * @param library a regular expression for the name of the library's jar before the version
     * @param first the first major version that was tried
     * @param last the last major version that was tried
     * @param resource a properties file of the library that has its version, for jars with other names; null for none
     * @param key the key of the version in that file
     */
    public LibraryVersion(String word, String library, int first, int last, String resource, String key) {
        this.word = word;
        this.library = library.replaceAll("\\(.*?\\)\\??", "");
        this.jar = Pattern.compile(".*[/\\\\!]" + library + "-(\\d[^/\\\\!]*)\\.jar(?:[!/].*)?");
        this.first = first;
        this.last = last;
        this.resource = resource;
        this.key = key;
    }

    /** Whether the class is of a version that was tried. Never throws. */
    public boolean isKnown(Class<?> type) {
        return known.get(type);
    }

    private boolean look(Class<?> type) {
        try {
            String where = where(type);
            String version = version(type, where);
            Matcher major = version == null ? null : MAJOR.matcher(version);
            if (major != null && major.matches()) {
                int number = Integer.parseInt(major.group(1));
                if (number >= first && number <= last) {
                    return true;
                }
            }
            say((version == null ? "a version that cannot be told, in " + where : version));
        } catch (Exception | LinkageError unreadable) {
            say("a version that cannot be read (" + unreadable + ")");
        }
        return false;
    }

    private synchronized void say(String version) {
        if (said.add(version) && said.size() < 10) {
            System.err.println("sim: libraries=" + word + " knows " + library + " " + first
                    + (last > first ? " to " + last : "") + "; here is " + version + ": it is left alone");
        }
    }

    private String version(Class<?> type, String where) throws Exception {
        Matcher named = jar.matcher(where);
        if (named.matches()) {
            return named.group(1);
        }
        if (resource == null || type.getClassLoader() == null) {
            return null;
        }
        try (InputStream content = type.getClassLoader().getResourceAsStream(resource)) {
            if (content == null) {
                return null;
            }
            Properties properties = new Properties();
            properties.load(content);
            return properties.getProperty(key);
        }
    }

    private static String where(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null ? "no file" : source.getLocation().toString();
    }
}
