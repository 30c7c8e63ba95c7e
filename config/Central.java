import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Lays what was built out as Maven Central's portal takes it, {@code java config/Central.java BUILD TO [GPG-KEY]}: by group, artifact and version
 * the POM, the jar, its sources and its Javadoc, the signature of each, checksums of each, and all of it in one archive. Ends with 1 and says why if
 * something is missing that the portal wants: an element of a POM, a jar, a signature. Nothing is sent. {@code config/release} runs it.
 */
class Central {
    /** What the portal wants of each POM; the first two are no part of what a parent hands on. */
    private static final List<String> WANTED = List.of("name", "description", "url", "licenses/license/name",
            "licenses/license/url", "developers/developer/name", "scm/connection", "scm/url");
    private static final int OWN = 2;
    private static final Map<String, String> SUMS = new TreeMap<>(Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256"));
    private static final FileTime TIME = FileTime.fromMillis(946_684_800_000L); // the archive does not depend on when it was made

    private record Pom(Path file, Element project) {
        String of(String path) {
            Element at = project;
            for (String name : path.split("/")) {
                Element inside = null;
                for (Node node = at.getFirstChild(); node != null; node = node.getNextSibling()) {
                    inside = inside == null && node instanceof Element element && element.getTagName().equals(name)
                            ? element
                            : inside;
                }
                if (inside == null) {
                    return "";
                }
                at = inside;
            }
            return at.getTextContent().strip();
        }

        String own(String what) {
            String own = of(what);
            return own.isEmpty() ? of("parent/" + what) : own;
        }

        boolean isPublished() {
            return !of("properties/maven.deploy.skip").equals("true");
        }

        /** Whether its jar has in it what it depends on. */
        boolean isShaded() {
            return elements(project, "build").flatMap(each -> elements(each, "plugins"))
                    .flatMap(each -> elements(each, "plugin")).flatMap(each -> elements(each, "artifactId"))
                    .anyMatch(each -> each.getTextContent().strip().equals("maven-shade-plugin"));
        }

        private static Stream<Element> elements(Element in, String named) {
            return IntStream.range(0, in.getChildNodes().getLength()).mapToObj(in.getChildNodes()::item)
                    .filter(Element.class::isInstance).map(Element.class::cast)
                    .filter(each -> each.getTagName().equals(named));
        }

        boolean isJar() {
            return of("packaging").isEmpty() || of("packaging").equals("jar");
        }
    }

    private final Path to;
    private final String key;
    private final List<String> complaints = new ArrayList<>();
    private final Map<String, Pom> poms = new TreeMap<>();

    private Central(Path to, String key) {
        this.to = to;
        this.key = key;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            System.err.println("central: usage: java config/Central.java BUILD TO [GPG-KEY]");
            System.exit(2);
        }
        Central central = new Central(Path.of(arguments[1]), arguments.length > 2 ? arguments[2] : null);
        central.read(Path.of(arguments[0]));
        for (Pom each : central.poms.values()) {
            central.layOut(each);
        }
        if (!central.complaints.isEmpty()) {
            central.complaints.forEach(each -> System.err.println("central: " + each));
            System.exit(1);
        }
        Path archive = central.to.resolveSibling(central.to.getFileName() + ".zip");
        int files = central.pack(archive);
        System.out.println("central: " + central.poms.size() + " artifacts, " + files + " files in " + archive.getFileName());
        central.hints();
    }

    private void read(Path build) throws Exception {
        List<Path> folders = new ArrayList<>(List.of(build));
        try (Stream<Path> inside = Files.list(build)) {
            inside.filter(each -> each.getFileName().toString().startsWith("sim-")).sorted().forEach(folders::add);
        }
        for (Path each : folders) {
            Path file = each.resolve("pom.xml");
            if (Files.exists(file)) {
                Pom pom = new Pom(file, DocumentBuilderFactory.newInstance().newDocumentBuilder()
                        .parse(new ByteArrayInputStream(Files.readAllBytes(file))).getDocumentElement());
                if (pom.isPublished()) {
                    poms.put(pom.of("artifactId"), pom);
                }
            }
        }
    }

    private void layOut(Pom pom) throws Exception {
        String artifact = pom.of("artifactId");
        String version = pom.own("version");
        complete(pom, artifact, version);
        Path folder = Files.createDirectories(
                to.resolve(pom.own("groupId").replace('.', '/')).resolve(artifact).resolve(version));
        Path target = pom.file().resolveSibling("target");
        addPom(pom, folder.resolve(artifact + "-" + version + ".pom"));
        if (!pom.isJar()) {
            return;
        }
        for (String part : List.of("", "-sources", "-javadoc")) {
            Path named = folder.resolve(artifact + "-" + version + part + ".jar");
            Path built = target.resolve(artifact + "-" + version + part + ".jar");
            built = Files.exists(built) ? built : target.resolve(artifact + part + ".jar");
            if (Files.exists(built)) {
                add(built, named);
            } else if (part.equals("-javadoc") && pom.of("properties/maven.javadoc.skip").equals("true")) {
                Path none = Files.createTempFile("none", ".jar");
                write(none, Map.of("README.md", ("# " + artifact
                        + "\n\nIts sources are aspects, of which Javadoc makes nothing. They say themselves what they are for: see "
                        + artifact + "-" + version + "-sources.jar.\n").getBytes(StandardCharsets.UTF_8)));
                add(none, named);
                Files.delete(none);
            } else {
                complaints.add(artifact + " has no " + named.getFileName() + "; build with mvn -Prelease package");
            }
        }
    }

    /** Who takes a jar that has in it what it depends on must not get that a second time. */
    private void addPom(Pom pom, Path as) throws Exception {
        if (!pom.isShaded()) {
            add(pom.file(), as);
            return;
        }
        Element project = (Element) pom.project().cloneNode(true);
        Pom.elements(project, "dependencies").toList().forEach(project::removeChild);
        Path reduced = Files.createTempFile("reduced", ".pom");
        TransformerFactory.newInstance().newTransformer().transform(new DOMSource(project),
                new StreamResult(reduced.toFile()));
        add(reduced, as);
        Files.delete(reduced);
    }

    /** Its own elements, and those it has of its parent. */
    private void complete(Pom pom, String artifact, String version) throws IOException {
        for (int i = 0; i < WANTED.size(); i++) {
            Pom parent = i < OWN ? null : poms.get(pom.of("parent/artifactId"));
            if (pom.of(WANTED.get(i)).isEmpty() && (parent == null || parent.of(WANTED.get(i)).isEmpty())) {
                complaints.add(artifact + "'s POM has no <" + WANTED.get(i).replace("/", "><") + ">; add it to " + pom.file());
            }
        }
        if (version.isEmpty() || Files.readString(pom.file()).contains("-SNAPSHOT")) {
            complaints.add(artifact + "'s POM has a version of no release; config/release names one");
        }
    }

    /** A file of the bundle, with its signature and checksums. */
    private void add(Path file, Path as) throws IOException, InterruptedException {
        Files.copy(file, as, StandardCopyOption.REPLACE_EXISTING);
        Path signature = as.resolveSibling(as.getFileName() + ".asc");
        if (key != null) {
            Process gpg = new ProcessBuilder("gpg", "--batch", "--yes", "--local-user", key, "--armor", "--output",
                    signature.toString(), "--detach-sign", as.toString()).inheritIO().start();
            if (gpg.waitFor() != 0 || !Files.exists(signature)) {
                complaints.add(as.getFileName() + " is not signed; gpg ended with " + gpg.exitValue());
            }
        }
        byte[] bytes = Files.readAllBytes(as);
        for (Map.Entry<String, String> sum : SUMS.entrySet()) {
            Files.writeString(as.resolveSibling(as.getFileName() + "." + sum.getKey()), sum(sum.getValue(), bytes));
        }
    }

    private static String sum(String algorithm, byte[] bytes) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (java.security.NoSuchAlgorithmException none) {
            throw new IOException(none);
        }
    }

    private int pack(Path archive) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(to)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                files.put(to.relativize(each).toString().replace('\\', '/'), Files.readAllBytes(each));
            }
        }
        write(archive, files);
        return files.size();
    }

    private static void write(Path archive, Map<String, byte[]> files) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                out.putNextEntry(new ZipEntry(each.getKey()).setLastModifiedTime(TIME));
                out.write(each.getValue());
            }
        }
    }

    /** What is complete in form and yet not for the portal. */
    private void hints() {
        Pom parent = poms.get("sim-parent");
        if (key == null) {
            System.out.println("central: NOT SIGNED: the portal takes nothing without signatures; name a key");
        }
        if (parent != null && !parent.of("groupId").contains(".")) {
            System.out.println("central: the group '" + parent.of("groupId")
                    + "' is no namespace that the portal gives; name yours: GROUP=org.example config/release VERSION KEY");
        }
        if (parent != null && parent.of("url").contains(".invalid")) {
            System.out.println("central: the POMs name no home that exists; name yours: SITE=https://... config/release VERSION KEY");
        }
    }
}
