package sim.realworld;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * How each test of one run ended, by the test's id: {@code passed}, {@code skipped}, or the failure. Read from the reports that JUnit's
 * console launcher writes.
 */
record TestOutcomes(Map<String, String> byTest) {
    static final String PASSED = "passed";
    private static final String SKIPPED = "skipped";
    private static final String MISSING = "was not run";
    private static final String ID = "unique-id: ";
    private static final Pattern ADDRESS = Pattern.compile("@[0-9a-f]{4,16}\\b");

    static TestOutcomes read(Path folder) throws IOException {
        Map<String, String> outcomes = new TreeMap<>();
        List<Path> reports;
        try (Stream<Path> files = Files.list(folder)) {
            reports = files.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        }
        for (Path report : reports) {
            try (InputStream xml = Files.newInputStream(report)) {
                read(xml, outcomes);
            } catch (XMLStreamException e) {
                throw new IOException(report + " is no report of JUnit's: " + e.getMessage(), e);
            }
        }
        return new TestOutcomes(outcomes);
    }

    private static void read(InputStream xml, Map<String, String> outcomes) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        XMLStreamReader in = factory.createXMLStreamReader(xml);
        String outcome = PASSED;
        while (in.hasNext()) {
            if (in.next() != XMLStreamReader.START_ELEMENT) {
                continue;
            }
            switch (in.getLocalName()) {
                case "testcase" -> outcome = PASSED;
                case "skipped" -> outcome = SKIPPED;
                case "failure", "error" -> outcome = in.getAttributeValue(null, "type") + ": "
                        + in.getAttributeValue(null, "message");
                case "system-out" -> {
                    String text = in.getElementText();
                    int id = text.indexOf(ID);
                    if (id >= 0) {
                        keep(text.substring(id + ID.length()).lines().findFirst().orElseThrow().strip(), outcome,
                                outcomes);
                    }
                }
                default -> {
                    // the rest says how long tests took, and what the JVM's properties were
                }
            }
        }
    }

    /** A test's parameter may be in its id with the address that an object had in that run, which says nothing. */
    private static void keep(String id, String outcome, Map<String, String> outcomes) {
        String same = ADDRESS.matcher(id).replaceAll("@");
        String name = same;
        for (int i = 2; outcomes.putIfAbsent(name, outcome) != null; i++) {
            name = same + " " + i;
        }
    }

    /** Tests that passed here and there. */
    List<String> passedInBoth(TestOutcomes other) {
        return byTest.entrySet().stream()
                .filter(test -> test.getValue().equals(PASSED) && other.of(test.getKey()).equals(PASSED))
                .map(Map.Entry::getKey).sorted().toList();
    }

    /** Those of the tests that did not pass here, with what they did. */
    Map<String, String> notPassed(List<String> tests) {
        Map<String, String> notPassed = new TreeMap<>();
        tests.stream().filter(test -> !of(test).equals(PASSED)).forEach(test -> notPassed.put(test, of(test)));
        return notPassed;
    }

    /** Tests there are none of in the other run. */
    List<String> beyond(TestOutcomes other) {
        List<String> more = new ArrayList<>(byTest.keySet());
        more.removeAll(other.byTest.keySet());
        return more;
    }

    private String of(String test) {
        return byTest.getOrDefault(test, MISSING);
    }
}
