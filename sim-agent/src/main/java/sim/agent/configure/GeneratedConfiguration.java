package sim.agent.configure;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import sim.agent.select.Element;
import sim.base.config.OptionException;
import sim.base.exit.AtExit;

/**
 * Weaver configurations that SIM writes itself: one for {@code packages=shop+billing}, and the user's own with their aspects kept inside
 * what they include. The weaver reads configurations from files alone, so these are files of this run. Called before the weaver of a loader starts.
 */
public final class GeneratedConfiguration {
    /** The aspect of {@code packages=}. */
    public static final String OF_PACKAGES = "sim.packages.Metered";
    private static final Pattern PACKAGE = Pattern
            .compile("[\\p{javaJavaIdentifierPart}]+(\\.[\\p{javaJavaIdentifierPart}]+)*");
    private static final Pattern EXPRESSION = Pattern.compile(
            "(<pointcut\\b[^>]*?\\bexpression\\s*=\\s*)(\"[^\"]*\"|'[^']*')",
            Pattern.DOTALL);
    private static final Pattern ASPECT = Pattern
            .compile("<aspect((?:\\s+[\\w.:-]+\\s*=\\s*(?:\"[^\"]*\"|'[^']*'))*)(\\s*/?>)");
    private static final Pattern SCOPE = Pattern.compile("\\s+scope\\s*=\\s*(\"[^\"]*\"|'[^']*')");
    private static final Pattern OF_ANNOTATIONS = Pattern
            .compile("name\\s*=\\s*[\"']sim\\.instrumentation\\.aop\\.aspectj\\.(Annotation|AspectsPrecedence)");
    /** Comments, and what says in which letters the file is written: the text is written anew. */
    private static final Pattern SKIPPED = Pattern.compile("<!--.*?-->|<[?!][^>]*>", Pattern.DOTALL);

    private static final String FILE = "aop.xml";
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");
    private static final List<String> ELSEWHERE = List.of("user.home", "user.dir");

    /** The files of this run, by their content. */
    private static final Map<String, Path> USED = new HashMap<>();

    private GeneratedConfiguration() {}

    /**
     * Meters all methods and constructors of these packages and of those below them.
     *
     * @param included whether another configuration names what the weaver looks at, so that these packages have to be named too
     * @throws OptionException if one is no package's name
     */
    public static String ofPackages(List<String> packages, boolean included) {
        for (String each : packages) {
            if (!PACKAGE.matcher(each).matches()) {
                throw new OptionException(
                        "packages=" + each + " is no package's name: write one such as com.acme.shop, "
                                + "several joined by '+'. Those below it are included");
            }
        }
        List<String> patterns = packages.stream().map(each -> each + "..*").toList();
        String include = patterns.stream().map(each -> "<include within=\"" + each + "\"/>")
                .collect(Collectors.joining("", "<weaver>", "</weaver>"));
        return """
                <aspectj>
                  <aspects>
                    <concrete-aspect name="%s" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                      <pointcut name="methodsToInstrument" expression="(execution(* *(..)) || execution(*.new(..))) &amp;&amp; %s"/>
                    </concrete-aspect>
                  </aspects>
                  %s
                </aspectj>
                """
                .formatted(OF_PACKAGES, within(patterns), included ? include : "");
    }

    /**
     * The same configuration with each aspect confined to what the user's configurations include: pointcuts by a condition, aspects in code by
     * a scope. Without it the packages that SIM adds for a library's probes would widen them: {@code execution(* *(..))} would meter the
     * library's own methods.
     *
     * @param included what they include; everything if it is empty
     * @return the text as it was, if everything is included, or it is not plain XML
     */
    static String confined(String configuration, List<String> included) {
        String plain = SKIPPED.matcher(configuration).replaceAll("");
        if (included.isEmpty() || Element.read(plain) == null) {
            return configuration;
        }
        String types = joined(included.stream().map(GeneratedConfiguration::escaped).toList());
        String confined = EXPRESSION.matcher(plain).replaceAll(found -> Matcher.quoteReplacement(
                found.group(1) + "\"(" + unquoted(found.group(2)) + ") &amp;&amp; " + within(included) + "\""));
        return ASPECT.matcher(confined).replaceAll(found -> Matcher.quoteReplacement(scoped(found, types)));
    }

    /** Each of SIM's aspects for annotations is in force wherever the weaver looks, whoever else lists it. */
    private static String scoped(MatchResult found, String types) {
        Matcher scope = SCOPE.matcher(found.group(1));
        if (OF_ANNOTATIONS.matcher(found.group(1)).find()) {
            return found.group();
        }
        return scope.find()
                ? "<aspect" + found.group(1).substring(0, scope.start()) + " scope=\"(" + unquoted(scope.group(1))
                        + ") &amp;&amp; (" + types + ")\"" + found.group(1).substring(scope.end()) + found.group(2)
                : "<aspect" + found.group(1) + " scope=\"" + types + "\"" + found.group(2);
    }

    private static String unquoted(String value) {
        return value.substring(1, value.length() - 1).replace("\"", "&quot;");
    }

    private static String escaped(String pattern) {
        return pattern.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String joined(List<String> conditions) {
        return String.join(" || ", conditions);
    }

    private static String within(List<String> patterns) {
        return "(" + joined(patterns.stream().map(each -> "within(" + escaped(each) + ")").toList()) + ")";
    }

    /**
     * Writes a configuration for this run, and tells the weaver of it. In a JVM that is attached to again, one that was written before is used
     * again: the weaver refuses an aspect that it is given by two configurations.
     */
    public static synchronized void use(String configuration) throws IOException {
        Configurations.add(file(configuration).toUri().toString());
    }

    /** A new folder in that of temporary files; if that is not there or cannot be written, where the user's or the program's files are. */
    private static Path fresh() throws IOException {
        IOException none;
        try {
            return made(System.getProperty("java.io.tmpdir"), "sim");
        } catch (IOException unusable) {
            none = unusable;
        }
        for (String property : ELSEWHERE) {
            try {
                return made(System.getProperty(property, "."), ".sim");
            } catch (IOException unusable) {
                none.addSuppressed(unusable);
            }
        }
        throw new IOException("no file can be made for what the weaver is to read (" + none
                + "): name a folder that is there and can be written with -Djava.io.tmpdir=FOLDER", none);
    }

    /**
     * A folder that is the user's alone from its first moment on: who could write into it would choose what is woven. Not by the JDK's own temporary
     * folders, whose names need random numbers, and the program may still say from whom.
     */
    private static Path made(String folder, String prefix) throws IOException {
        if (folder == null) {
            throw new IOException("java.io.tmpdir is not set");
        }
        while (true) {
            Path own = Path.of(folder, prefix + ProcessHandle.current().pid() + "-" + System.nanoTime());
            try {
                return own.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? Files.createDirectory(own, PosixFilePermissions.asFileAttribute(OWNERS))
                        : Files.createDirectory(own);
            } catch (FileAlreadyExistsException another) {
                // its name is taken
            } catch (IOException unusable) {
                throw new IOException(folder + ": " + unusable, unusable);
            }
        }
    }

    /** The file of this run with this content. */
    static synchronized Path file(String configuration) throws IOException {
        Path known = USED.get(configuration);
        if (known != null) {
            return known;
        }
        Path own = fresh();
        Path file = own.resolve(FILE);
        USED.put(configuration, file);
        try (OutputStream out = new FileOutputStream(file.toFile())) { // as EarlyFile says
            out.write(configuration.getBytes(StandardCharsets.UTF_8));
        }
        AtExit.run(() -> {
            try {
                Files.deleteIfExists(file);
                Files.deleteIfExists(own);
            } catch (IOException | SecurityException stays) {
                // in the folder of temporary files
            }
        });
        return file;
    }
}
