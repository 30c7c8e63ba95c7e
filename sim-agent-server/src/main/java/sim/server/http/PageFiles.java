package sim.server.http;

import io.javalin.config.StaticFilesConfig;
import io.javalin.http.Context;
import io.javalin.http.staticfiles.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of the page, under a path that names their content: a browser keeps them for good and asks for none of them again, until the server is
 * another one. A page names all of its modules, so that a first visit fetches them side by side and not import by import. The files are under their
 * plain paths too.
 */
final class PageFiles {
    private static final String FOLDER = "/web";
    private static final Map<String, String> PAGES = Map.of("/", "index.html", "/index.html", "index.html", "/api.html",
            "api.html");
    private static final Pattern NAMED = Pattern.compile("(href|src)=\"((?:css|js)/[^\"]+|icon\\.svg)\"");
    private static final Pattern MODULE = Pattern.compile("<script type=\"module\" src=\"(js/[^\"]+)\">");
    private static final Pattern IMPORT = Pattern.compile("(?m)^(?:import|export) [^;]*? from '\\./([^']+)';");
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";
    private static final int DIGITS = 16;

    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, String> pages = new LinkedHashMap<>();
    private final UnaryOperator<String> source;
    private final String path;

    PageFiles() {
        this(PageFiles::resource);
    }

    /** @param source a file's text by its name below the folder */
    PageFiles(UnaryOperator<String> source) {
        this.source = source;
        PAGES.values().stream().distinct().sorted().forEach(page -> {
            NAMED.matcher(read(page)).results().forEach(each -> read(each.group(2)));
            modules(page);
        });
        path = "files-" + digest();
        PAGES.values().stream().distinct().forEach(page -> pages.put(page, written(page)));
    }

    /** Where the files are that a browser keeps for good. */
    String path() {
        return path;
    }

    /** Serves the files under the path that names them, and under their plain ones. */
    void serve(StaticFilesConfig config) {
        serve(config, "/", "max-age=0");
        serve(config, "/" + path, FOR_GOOD);
    }

    private static void serve(StaticFilesConfig config, String at, String caching) {
        config.add(files -> {
            files.hostedPath = at;
            files.directory = FOLDER;
            files.location = Location.CLASSPATH;
            files.headers = Map.of("Cache-Control", caching);
        });
    }

    /** Before a file is looked for: a page itself is asked for anew at each visit. */
    void answer(Context request) {
        String page = PAGES.get(request.path());
        if (page == null || !request.method().name().equals("GET") && !request.method().name().equals("HEAD")) {
            return;
        }
        request.header("Cache-Control", "no-cache");
        request.html(pages.get(page)).skipRemainingHandlers();
    }

    private String written(String page) {
        String html = NAMED.matcher(files.get(page)).replaceAll("$1=\"" + path + "/$2\"");
        StringBuilder ahead = new StringBuilder();
        for (String module : modules(page)) {
            ahead.append("  <link rel=\"modulepreload\" href=\"").append(path).append('/').append(module)
                    .append("\">\n");
        }
        return html.replace("</head>", ahead + "</head>");
    }

    /** What a page's module imports, and what these import. */
    private Set<String> modules(String page) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>();
        MODULE.matcher(read(page)).results().forEach(each -> open.add(each.group(1)));
        while (!open.isEmpty()) {
            String module = open.remove();
            if (found.add(module)) {
                Matcher imports = IMPORT.matcher(read(module));
                while (imports.find()) {
                    open.add("js/" + imports.group(1));
                }
            }
        }
        return found;
    }

    private String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.values().forEach(each -> digest.update(each.getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // each JDK has it
        }
    }

    private String read(String name) {
        return files.computeIfAbsent(name, source);
    }

    static String resource(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + "/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the page names " + name + ", which is not in the server's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
