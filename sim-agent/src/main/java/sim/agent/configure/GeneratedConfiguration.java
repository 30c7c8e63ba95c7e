package sim.agent.configure;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import sim.agent.select.Element;
import sim.base.config.OptionException;
import sim.base.exit.AtExit;

/**
 * Weaver configurations that SIM writes itself: one for {@code packages=shop+billing}, and the user's own with its pointcuts kept inside
 * what it includes. The weaver reads configurations from files alone, so these are files of this run. Called once, before the weaver starts.
 */
public final class GeneratedConfiguration {
    private static final Pattern PACKAGE = Pattern
            .compile("[\\p{javaJavaIdentifierPart}]+(\\.[\\p{javaJavaIdentifierPart}]+)*");
    private static final Pattern EXPRESSION = Pattern.compile(
            "(<pointcut\\b[^>]*?\\bexpression\\s*=\\s*)(\"[^\"]*\"|'[^']*')",
            Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

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
                    <concrete-aspect name="sim.packages.Metered" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                      <pointcut name="methodsToInstrument" expression="(execution(* *(..)) || execution(*.new(..))) &amp;&amp; %s"/>
                    </concrete-aspect>
                  </aspects>
                  %s
                </aspectj>
                """
                .formatted(within(patterns), included ? include : "");
    }

    /**
     * The same configuration with each pointcut confined to what the configuration includes. Without it the packages that SIM adds for a
     * library's probes would widen them: {@code execution(* *(..))} would meter the library's own methods.
     *
     * @return the text as it was, if it includes everything or is not plain XML
     */
    static String confined(String configuration) {
        String plain = COMMENT.matcher(configuration).replaceAll("");
        List<Element> elements = Element.read(plain);
        if (elements == null) {
            return configuration;
        }
        List<String> included = elements.stream().filter(each -> each.name().equals("include"))
                .map(each -> each.attributes().getOrDefault("within", "")).filter(each -> !each.isBlank()).toList();
        if (included.isEmpty()) {
            return configuration;
        }
        return EXPRESSION.matcher(plain).replaceAll(found -> {
            String written = found.group(2).substring(1, found.group(2).length() - 1);
            return Matcher.quoteReplacement(found.group(1) + "\"(" + written.replace("\"", "&quot;") + ") &amp;&amp; "
                    + within(included) + "\"");
        });
    }

    private static String within(List<String> patterns) {
        return patterns.stream().map(each -> "within(" + each.replace("&", "&amp;").replace("<", "&lt;") + ")")
                .collect(Collectors.joining(" || ", "(", ")"));
    }

    /**
     * Uses what is confined of a user's configuration.
     *
     * @return false, and nothing is done, if the configuration can be used as it is, or has letters that are not UTF-8
     */
    public static boolean useConfined(Path file) throws IOException {
        try {
            String written = Files.readString(file);
            String confined = confined(written);
            if (confined.equals(written)) {
                return false;
            }
            use(confined);
            return true;
        } catch (CharacterCodingException another) {
            return false; // the weaver reads it as its first line says
        }
    }

    /**
     * Writes a configuration for this run, and tells the weaver of it. In a JVM that is attached to again, one that was written before is used
     * again: the weaver refuses an aspect that it is given by two configurations.
     */
    public static synchronized void use(String configuration) throws IOException {
        Path known = USED.get(configuration);
        if (known != null) {
            Configurations.add(known.toUri().toString());
            return;
        }
        Path file = Files.createTempFile("sim", ".aop.xml");
        USED.put(configuration, file);
        Files.writeString(file, configuration);
        AtExit.run(() -> {
            try {
                Files.deleteIfExists(file);
            } catch (IOException stays) {
                // in the folder of temporary files
            }
        });
        Configurations.add(file.toUri().toString());
    }
}
