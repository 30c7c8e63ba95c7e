import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks the Open Source Vulnerabilities database (osv.dev) about each component of a bill of materials: {@code java config/Osv.java
 * target/sim-sbom.json [ADDRESS]}. Ends with 0 if nothing is known against any of them, with 1 if something is, and with 3 if the data could not be
 * reached: what was not checked has not passed. {@code mvn -Posv -Dmaven.test.skip package} makes the bill and runs this.
 */
class Osv {
    private static final String ADDRESS = "https://api.osv.dev";
    private static final Pattern PURL = Pattern.compile("\"purl\"\\s*:\\s*\"(pkg:maven/[^\"]+)\"");
    /** More than a component has. */
    private static final int MOST_PAGES = 100;
    private static final Pattern NEXT = Pattern.compile("\"next_page_token\"\\s*:\\s*\"([A-Za-z0-9+/=_.-]+)\"");
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"((?:GHSA|CVE|OSV|MAL)-[^\"]+)\"");

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.println("osv: no bill of materials is named; usage: java config/Osv.java target/sim-sbom.json [ADDRESS]");
            System.exit(2);
        }
        String address = arguments.length > 1 ? arguments[1] : ADDRESS;
        Set<String> components = new TreeSet<>();
        for (Matcher found = PURL.matcher(Files.readString(Path.of(arguments[0]))); found.find();) {
            String purl = found.group(1).replaceFirst("\\?.*", "");
            if (!purl.startsWith("pkg:maven/sim/")) { // our own
                components.add(purl);
            }
        }
        if (components.isEmpty()) {
            System.err.println("osv: " + arguments[0] + " names no component; nothing was checked");
            System.exit(3);
        }
        HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
        int bad = 0;
        for (String component : components) {
            Set<String> known;
            try {
                known = known(client, address, component);
            } catch (IOException away) {
                System.err.println("osv: " + address + " cannot be reached (" + away
                        + "): NOTHING IS KNOWN about " + component + " and those after it; run this where it can be reached");
                System.exit(3);
                return;
            }
            if (!known.isEmpty()) {
                bad++;
                System.err.println("osv: " + component + ": " + String.join(", ", known));
            }
        }
        System.out.println("osv: asked about " + components.size() + " components; " + bad + " have known vulnerabilities");
        System.exit(bad == 0 ? 0 : 1);
    }

    /** The answer has pages where much is known. */
    private static Set<String> known(HttpClient client, String address, String component)
            throws IOException, InterruptedException {
        Set<String> known = new TreeSet<>();
        String page = "";
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            String answer = ask(client, address, component, page);
            for (Matcher found = ID.matcher(answer); found.find();) {
                known.add(found.group(1));
            }
            Matcher next = NEXT.matcher(answer);
            if (!next.find()) {
                return known;
            }
            page = ",\"page_token\":\"" + next.group(1) + "\"";
        }
        throw new IOException("its answer has more than " + MOST_PAGES + " pages");
    }

    private static String ask(HttpClient client, String address, String component, String page)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(address + "/v1/query"))
                .timeout(Duration.ofSeconds(60)).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"package\":{\"purl\":\"" + component + "\"}" + page + "}")).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("it answered " + answer.statusCode());
        }
        String said = answer.body().strip();
        if (!said.startsWith("{") || !said.endsWith("}")) { // of a proxy in between, for instance
            throw new IOException("it answered no JSON object");
        }
        return answer.body();
    }
}
