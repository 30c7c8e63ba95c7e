package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

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

    /** A store that takes minutes to open is no reason to kill the server. */
    @Test
    void theServerHasTimeToStart() throws Exception {
        assertThat(read("kubernetes.yaml")).containsPattern("startupProbe:.*\\n\\s+httpGet: \\{path: /health/live,");
    }

    private static String read(String name) throws IOException {
        return Files.readString(Path.of("..", "deploy", name));
    }
}
