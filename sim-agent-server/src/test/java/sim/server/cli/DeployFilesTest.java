package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import sim.base.config.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files in deploy/ start the server with options that it has, and probe routes that it has. */
class DeployFilesTest {
    private static final Pattern LISTED = Pattern.compile("\\[\"server\".*\\]");
    private static final Pattern UNIT = Pattern.compile("sim-agent-server\\.jar (server .*)");

    @ParameterizedTest
    @ValueSource(strings = {"sim-server.service", "Containerfile", "kubernetes.yaml"})
    void theServerTakesTheirOptions(String name) throws Exception {
        String file = read(name);
        List<String> words = new ArrayList<>();
        Matcher listed = LISTED.matcher(file);
        Matcher unit = UNIT.matcher(file);
        if (listed.find()) {
            JsonMapper.shared().readTree(listed.group()).forEach(word -> words.add(word.asString()));
        } else if (unit.find()) {
            words.addAll(List.of(unit.group(1).split(" ")));
        }
        assertThat(words).as(name).first().isEqualTo("server");
        CommandLine.ParseResult parsed = new CommandLine(new ServerCommand())
                .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        assertThat(parsed.hasMatchedOption("--data")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health/live", "/health/ready"})
    void theProbesAskRoutesThatNeedNoToken(String path) throws Exception {
        assertThat(read("kubernetes.yaml")).contains("path: " + path + ",");
        assertThat(Files.readString(Path.of("src/main/java/sim/server/http/Routes.java")))
                .contains("get(\"" + path + "\", NONE,");
    }

    /** DuckDB's library is mapped from the folder for temporary files, and hardened machines mount /run, /tmp and /dev/shm noexec. */
    @Test
    void theUnitUnpacksTheLibraryWhereItCanBeMapped() throws Exception {
        String unit = read("sim-server.service");
        Matcher folder = Pattern.compile("-Djava\\.io\\.tmpdir=(\\S+)").matcher(unit);
        assertThat(folder.find()).isTrue();
        assertThat(folder.group(1)).isEqualTo("/var/cache/sim");
        assertThat(unit).containsPattern("(?m)^CacheDirectory=sim$");
    }

    /** On a machine of 32 processors it would have 256 of them: no limit of a container is certain then. */
    @ParameterizedTest
    @ValueSource(strings = {"../deploy/sim-server.service", "../deploy/Containerfile", "../sim"})
    void theServersNativeHeapsAreFew(String file) throws Exception {
        assertThat(Files.readString(Path.of(file))).containsPattern(
                "(?m)^\\s*(ENV |Environment=|export )MALLOC_ARENA_MAX=(4|\"\\$\\{MALLOC_ARENA_MAX:-4}\")$");
    }

    /** The server needs none of what it is refused. */
    @Test
    void theUnitIsHardened() throws Exception {
        List<String> lines = read("sim-server.service").lines().toList();
        assertThat(lines).contains("Restart=on-failure",
                "CapabilityBoundingSet=",
                "ProtectKernelModules=yes", "ProtectKernelLogs=yes", "ProtectClock=yes", "ProtectHostname=yes",
                "ProtectProc=invisible", "RestrictNamespaces=yes", "SystemCallArchitectures=native",
                "SystemCallFilter=@system-service");
        assertThat(lines).as("the JVM compiles").noneMatch(line -> line.startsWith("MemoryDenyWriteExecute"));
    }

    /** A store that takes minutes to open is no reason to kill the server. */
    @Test
    void theServerHasTimeToStart() throws Exception {
        assertThat(read("kubernetes.yaml")).containsPattern("startupProbe:.*\\n\\s+httpGet: \\{path: /health/live,");
    }

    /** What a cluster would refuse, or would leave waiting: names that are in no other place of the files and of what the page says is to be made. */
    @ParameterizedTest
    @ValueSource(strings = {"kubernetes.yaml", "application.yaml"})
    void whatThePodsNameIsThere(String name) throws Exception {
        Set<String> made = new TreeSet<>(); // kind and name
        for (JsonNode each : parse("kubernetes.yaml")) {
            made.add(each.path("kind").asString() + " " + each.path("metadata").path("name").asString());
        }
        Matcher secrets = Pattern.compile("kubectl create secret (?:generic|tls) (\\S+)")
                .matcher(Files.readString(Path.of("..", "docs", "production.md")));
        while (secrets.find()) {
            made.add("Secret " + secrets.group(1));
        }
        int pods = 0;
        for (JsonNode each : parse(name)) {
            assertThat(each.path("apiVersion").asString()).isNotEmpty();
            if (each.path("kind").asString().equals("Deployment")) {
                pods++;
                JsonNode template = each.path("spec").path("template");
                assertThat(each.path("spec").path("selector").path("matchLabels"))
                        .isEqualTo(template.path("metadata").path("labels"));
                pod(template.path("spec"), made);
            }
        }
        assertThat(pods).isEqualTo(1);
    }

    /** A name without a registry would be looked for in a public one, where a stranger may own it. */
    @ParameterizedTest
    @ValueSource(strings = {"kubernetes.yaml", "application.yaml"})
    void noImageIsAStrangersBeforeTheOwnIsNamed(String name) throws Exception {
        int images = 0;
        for (JsonNode each : parse(name)) {
            JsonNode pod = each.path("spec").path("template").path("spec");
            for (JsonNode container : concat(pod.path("containers"), pod.path("initContainers"))) {
                images++;
                assertThat(container.path("image").asString()).matches("registry\\.invalid/[a-z-]+:[A-Z]+");
            }
        }
        assertThat(images).isPositive();
        assertThat(Files.readString(Path.of("..", "docs", "production.md"))).contains("registry.invalid")
                .doesNotContainPattern("--image=(?!registry\\.invalid/)");
    }

    private static void pod(JsonNode pod, Set<String> made) {
        Set<String> volumes = new TreeSet<>();
        for (JsonNode volume : pod.path("volumes")) {
            volumes.add(volume.path("name").asString());
            JsonNode secret = volume.path("secret");
            JsonNode claim = volume.path("persistentVolumeClaim");
            if (!secret.isMissingNode()) {
                assertThat(made).contains("Secret " + secret.path("secretName").asString());
                assertThat(secret.path("defaultMode").asInt()).as("others may not read it").isEqualTo(0440);
            } else if (!claim.isMissingNode()) {
                assertThat(made).contains("PersistentVolumeClaim " + claim.path("claimName").asString());
            } else {
                assertThat(volume.path("emptyDir").path("sizeLimit").asString()).as("%s", volume).isNotEmpty();
            }
        }
        assertThat(pod.path("securityContext").path("runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.path("securityContext").path("fsGroup").asInt()).isPositive();
        Set<String> mounted = new TreeSet<>();
        for (JsonNode container : concat(pod.path("containers"), pod.path("initContainers"))) {
            for (JsonNode mount : container.path("volumeMounts")) {
                mounted.add(mount.path("name").asString());
            }
            assertThat(container.path("resources").path("limits").path("memory").asString()).isNotEmpty();
            assertThat(container.path("resources").path("requests").path("cpu").asString()).isNotEmpty();
            JsonNode security = container.path("securityContext");
            assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
            assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        }
        assertThat(mounted).as("each volume, and nothing else").isEqualTo(volumes);
        for (JsonNode container : pod.path("containers")) {
            Set<String> ports = new TreeSet<>();
            container.path("ports").forEach(port -> ports.add(port.path("name").asString()));
            for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
                JsonNode asked = container.path(probe);
                JsonNode port = asked.has("httpGet")
                        ? asked.path("httpGet").path("port")
                        : asked.path("tcpSocket").path("port");
                assertThat(ports).as(probe).contains(port.asString("none"));
            }
            long patience = container.path("startupProbe").path("periodSeconds").asLong()
                    * container.path("startupProbe").path("failureThreshold").asLong();
            assertThat(patience).as("a store or a woven program takes a while").isGreaterThanOrEqualTo(300);
        }
    }

    /** The agent takes the options, and each file they name is in a volume that is mounted. */
    @Test
    void theApplicationsAgentTakesItsOptionsAndReachesTheServer() throws Exception {
        JsonNode pod = parse("application.yaml").get(0).path("spec").path("template").path("spec");
        JsonNode container = pod.path("containers").get(0);
        String options = container.path("env").get(0).path("value").asString();
        String agent = options.substring(options.indexOf("-javaagent:") + "-javaagent:".length());
        Map<String, String> given = new TreeMap<>();
        for (String each : agent.substring(agent.indexOf('=') + 1).split(",")) {
            given.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        assertThat(Arrays.stream(Option.values()).map(Option::label)).containsAll(given.keySet());
        List<String> folders = container.path("volumeMounts").valueStream()
                .map(mount -> mount.path("mountPath").asString()).toList();
        for (String file : List.of(agent.substring(0, agent.indexOf('=')), given.get("tls.trust"),
                given.get("token.file"), given.get("weave.cache") + "/x")) {
            assertThat(folders).as(file).anyMatch(folder -> file.startsWith(folder + "/"));
        }
        JsonNode copies = pod.path("initContainers").get(0);
        assertThat(agent).startsWith(copies.path("command").get(2).asString());
        assertThat(read("Containerfile")).contains(" " + copies.path("command").get(1).asString() + "\n");
        JsonNode service = parse("kubernetes.yaml").get(0);
        assertThat(given.get("server")).isEqualTo("tls://" + service.path("metadata").path("name").asString() + ":"
                + service.path("spec").path("ports").get(0).path("port").asInt());
        assertThat(Files.readString(Path.of("..", "docs", "production.md"))).contains("--from-file=token=",
                "--from-file=ca.crt=");
    }

    private static List<JsonNode> parse(String name) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        try (MappingIterator<JsonNode> read = YAMLMapper.shared().readerFor(JsonNode.class).readValues(read(name))) {
            read.forEachRemaining(all::add);
        }
        assertThat(all).as(name).isNotEmpty();
        return all;
    }

    private static List<JsonNode> concat(JsonNode first, JsonNode second) {
        List<JsonNode> all = new ArrayList<>();
        first.forEach(all::add);
        second.forEach(all::add);
        return all;
    }

    private static String read(String name) throws IOException {
        return Files.readString(Path.of("..", "deploy", name));
    }
}
