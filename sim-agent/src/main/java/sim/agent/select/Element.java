package sim.agent.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tag of a weaver configuration. Tags are in the order of the text. Read without an XML parser, because that takes long to load. What is
 * not plain XML is not understood, and the weaver then reads it.
 *
 * @param isEnd      whether the tag closes an element; one that closes itself only opens it
 * @param name       the element's name
 * @param attributes by name
 */
public record Element(boolean isEnd, String name, Map<String, String> attributes) {
    private static final Pattern SKIPPED = Pattern.compile("<!--.*?-->|<[?!][^>]*>", Pattern.DOTALL);
    private static final Pattern ELEMENT = Pattern
            .compile("<(/?)([\\w-]+)((?:\\s+[\\w.:-]+\\s*=\\s*(?:\"[^\"]*\"|'[^']*'))*)\\s*/?>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w.:-]+)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    /** All tags of a text; null if the text has anything else in it. */
    public static List<Element> read(String configuration) {
        String text = SKIPPED.matcher(configuration).replaceAll("");
        Matcher element = ELEMENT.matcher(text);
        List<Element> found = new ArrayList<>();
        int end = 0;
        while (element.find()) {
            if (!text.substring(end, element.start()).isBlank()) {
                return null;
            }
            end = element.end();
            found.add(new Element(!element.group(1).isEmpty(), element.group(2), attributes(element.group(3))));
        }
        return text.substring(end).isBlank() ? found : null;
    }

    private static Map<String, String> attributes(String text) {
        Map<String, String> found = new TreeMap<>();
        Matcher attribute = ATTRIBUTE.matcher(text);
        while (attribute.find()) {
            String value = attribute.group(2) == null ? attribute.group(3) : attribute.group(2);
            found.put(attribute.group(1), value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"")
                    .replace("&apos;", "'").replace("&amp;", "&"));
        }
        return found;
    }
}
