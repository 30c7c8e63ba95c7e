package sim.server.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page's module and all that it imports as one module: a browser asks for each file by itself, and the page has eighty; so it opens in half the
 * time. Each module is a function that returns what it exports, behind those that it imports. What the page's modules do not use is refused: cycles,
 * default exports, exported lists and variables.
 */
final class PageModules {
    /** How modules import, over several lines too: all of another as a name, or a list of names. */
    private static final Pattern IMPORT = Pattern
            .compile("(?m)^import (?:\\* as (\\w+)|\\{([^}]*)}) from '\\./([^']+)';$");
    private static final Pattern EXPORT = Pattern
            .compile("(?m)^export ((?:async function|function|class|const) (\\w+))");
    private static final Pattern LEFT = Pattern.compile("(?m)^(?:import|export)\\b.*");

    private final UnaryOperator<String> source;
    /** By file below {@code js/}, those that are imported before those that import them: the names of their functions' results. */
    private final Map<String, String> names = new LinkedHashMap<>();
    private final List<String> open = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private PageModules(UnaryOperator<String> source) {
        this.source = source;
    }

    /**
     * The text of one module.
     *
     * @param first the file of the page's module, such as {@code js/app.js}
     * @param source a file's text by its name below the folder
     */
    static String of(String first, UnaryOperator<String> source) {
        PageModules modules = new PageModules(source);
        modules.add(first);
        return modules.text.toString();
    }

    private String add(String file) {
        String known = names.get(file);
        if (known != null) {
            return known;
        }
        if (open.contains(file)) {
            throw new IllegalStateException("modules of the page import each other: " + open + " " + file);
        }
        open.add(file);
        String module = source.apply(file);
        String folder = file.substring(0, file.lastIndexOf('/') + 1);
        String inside = IMPORT.matcher(module)
                .replaceAll(each -> Matcher.quoteReplacement(taken(each, add(folder + each.group(3)))));
        List<String> exported = EXPORT.matcher(inside).results().map(each -> each.group(2)).toList();
        inside = EXPORT.matcher(inside).replaceAll("$1");
        Matcher left = LEFT.matcher(inside);
        if (left.find()) {
            throw new IllegalStateException(file + " of the page says \"" + left.group()
                    + "\": write import {a, b as c} from './file.js'; or export before a function, a class or a const");
        }
        open.remove(file);
        String name = "module" + names.size();
        names.put(file, name);
        text.append("// ").append(file).append("\nconst ").append(name).append(" = (() => {\n").append(inside)
                .append("\nreturn {").append(String.join(", ", exported)).append("};\n})();\n");
        return name;
    }

    private static String taken(MatchResult imported, String from) {
        if (imported.group(1) != null) {
            return "const " + imported.group(1) + " = " + from + ";";
        }
        return "const {" + Arrays.stream(imported.group(2).split(",")).map(String::strip)
                .filter(each -> !each.isEmpty()).map(each -> each.replaceFirst("\\s+as\\s+", ": "))
                .collect(Collectors.joining(", ")) + "} = " + from + ";";
    }
}
