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
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of the page, under a path that names their content: a browser keeps them for good and asks for none of them again, until the server is
 * another one. There a page's module is one file with all that it imports. The files are under their plain paths too, one by one.
 */
final class PageFiles {
    private static final String FOLDER = "/web";
    private static final Map<String, String> PAGES = Map.of("/", "index.html", "/index.html", "index.html", "/api.html",
            "api.html");
    private static final Pattern NAMED = Pattern.compile("(href|src)=\"((?:css|js)/[^\"]+|icon\\.svg)\"");
    private static final Pattern MODULE = Pattern.compile("<script type=\"module\" src=\"(js/[^\"]+)\">");
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";
    private static final int DIGITS = 16;

    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, String> pages = new LinkedHashMap<>();
    /** Modules with all that they import, by their path. */
    private final Map<String, String> whole = new HashMap<>();
    private final UnaryOperator<String> source;
    private final String path;

    PageFiles() {
        this(PageFiles::resource);
    }

    /** @param source a file's text by its name below the folder */
    PageFiles(UnaryOperator<String> source) {
        this.source = source;
        Map<String, String> modules = new TreeMap<>();
        PAGES.values().stream().distinct().sorted().forEach(page -> {
            NAMED.matcher(read(page)).results().forEach(each -> read(each.group(2)));
            MODULE.matcher(read(page)).results()
                    .forEach(each -> modules.put(each.group(1), PageModules.of(each.group(1), this::read)));
        });
        path = "files-" + digest(modules.values());
        modules.forEach((file, text) -> whole.put("/" + path + "/" + file, text));
        PAGES.values().stream().distinct()
                .forEach(page -> pages.put(page, NAMED.matcher(files.get(page)).replaceAll("$1=\"" + path + "/$2\"")));
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
        if (!request.method().name().equals("GET") && !request.method().name().equals("HEAD")) {
            return;
        }
        String page = PAGES.get(request.path());
        String module = whole.get(request.path());
        if (page != null) {
            request.header("Cache-Control", "no-cache");
            request.html(pages.get(page)).skipRemainingHandlers();
        } else if (module != null) {
            request.header("Cache-Control", FOR_GOOD);
            request.contentType("text/javascript; charset=utf-8").result(module).skipRemainingHandlers();
        }
    }

    private String digest(Collection<String> modules) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Stream.concat(files.values().stream(), modules.stream())
                    .forEach(each -> digest.update(each.getBytes(StandardCharsets.UTF_8)));
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
