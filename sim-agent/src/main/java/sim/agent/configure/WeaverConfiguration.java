package sim.agent.configure;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.aspectj.weaver.patterns.ParserException;
import org.aspectj.weaver.patterns.PatternParser;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;
import sim.base.config.OptionException;

/**
 * Checks the weaver configuration that a user names, before the weaver reads it. The weaver answers a mistake with dozens of lines, a stack
 * trace, or silence. This check reports the first mistake in one line, with file, line, value and correction.
 */
public final class WeaverConfiguration extends DefaultHandler {
    private static final String PACKAGE = "sim.instrumentation.aop.aspectj.";
    /** SIM's abstract aspects, each with the pointcut that it needs. */
    private static final Map<String, List<String>> WANTED = Map.of(PACKAGE + "AbstractMethodInterceptor",
            List.of("methodsToInstrument", "methodExecution"), PACKAGE + "AbstractMethodInstrumentation",
            List.of("methodsToInstrument"), PACKAGE + "AbstractContextCreator", List.of("methodToCreateNewContext"),
            PACKAGE + "AbstractContextWriter", List.of("placeToTriggerTheContextWrite"),
            PACKAGE + "AbstractContextCounter", List.of("pointcutToIncrementCounter"),
            PACKAGE + "AbstractContextPropagator", List.of("callsToPropagate"), PACKAGE + "AbstractPayloadRecorder",
            List.of("methodsToRecord"), PACKAGE + "AbstractCallTreeSplitter", List.of("methodsToSplit"));

    private final Path file;
    private Locator locator;
    private String aspect;
    private String parent;
    private final Set<String> pointcuts = new HashSet<>();

    private WeaverConfiguration(Path file) {
        this.file = file;
    }

    /** @throws OptionException for the first mistake */
    public static void check(Path file) {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            try (InputStream content = new FileInputStream(file.toFile())) {
                factory.newSAXParser().parse(content, new WeaverConfiguration(file));
            }
        } catch (SAXParseException malformed) {
            throw new OptionException("aop=" + file + ", line " + malformed.getLineNumber() + ", column "
                    + malformed.getColumnNumber() + ": " + malformed.getMessage() + " Correct the file's XML");
        } catch (SAXException | ParserConfigurationException | IOException failure) {
            throw new OptionException("aop=" + file + " cannot be read: " + failure.getMessage());
        }
    }

    @Override
    public void setDocumentLocator(Locator locator) {
        this.locator = locator;
    }

    /** Does not fetch the DTD, because nothing is validated with it. */
    @Override
    public InputSource resolveEntity(String publicId, String systemId) {
        return new InputSource(new java.io.StringReader(""));
    }

    @Override
    public void startElement(String uri, String localName, String element, Attributes attributes) {
        switch (element) {
            case "concrete-aspect" -> {
                aspect = attributes.getValue("name");
                parent = attributes.getValue("extends");
                pointcuts.clear();
                if (parent != null && parent.startsWith(PACKAGE) && !WANTED.containsKey(parent)) {
                    throw wrong("extends=\"" + parent + "\" is no abstract aspect of SIM; there are "
                            + String.join(", ", new java.util.TreeSet<>(WANTED.keySet())));
                }
            }
            case "pointcut" -> {
                pointcuts.add(attributes.getValue("name"));
                checkPointcut(attributes.getValue("expression"));
            }
            default -> {
                // for the weaver alone to read
            }
        }
    }

    @Override
    public void endElement(String uri, String localName, String element) {
        List<String> wanted = element.equals("concrete-aspect") ? WANTED.get(parent) : null;
        if (wanted != null && Collections.disjoint(wanted, pointcuts)) {
            throw wrong("aspect " + aspect + " defines " + (pointcuts.isEmpty() ? "no pointcut" : pointcuts)
                    + "; as a " + parent.substring(PACKAGE.length()) + " it must define <pointcut name=\""
                    + wanted.get(0)
                    + "\" expression=\"...\"/>");
        }
    }

    private void checkPointcut(String expression) {
        try {
            PatternParser parser = new PatternParser(expression == null ? "" : expression);
            parser.parsePointcut();
            parser.checkEof();
        } catch (ParserException malformed) {
            int at = malformed.getLocation() == null ? 0 : malformed.getLocation().getStart();
            throw wrong(
                    "the pointcut '" + expression + "' of " + aspect + " cannot be read at its character " + (at + 1)
                            + ": expected " + malformed.getMessage());
        }
    }

    private OptionException wrong(String what) {
        return new OptionException("aop=" + file + ", line " + locator.getLineNumber() + ": " + what);
    }
}
