package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreCopy;
import sim.store.StoreTools;
import tools.jackson.databind.JsonNode;

/** Bytes of segments are other ones than were written: the question that fails at one finds it, and is answered from the rest. */
class FlippedSegmentHttpTest {
    private static final String METHODS = "methods?application=shop&last=1h";
    private static final String TREE = "calltree?application=shop&last=1h&instance=i";

    @TempDir
    static Path filled;

    @TempDir
    Path folder;

    @BeforeAll
    static void fill() {
        try (DuckDbStore store = new DuckDbStore(filled)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        try (StoreTools tools = StoreTools.open(filled)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
    }

    /** @param part how far into the footer, in hundredths; beyond it are its length and the last word */
    @ParameterizedTest
    @ValueSource(ints = {0, 7, 21, 38, 50, 64, 77, 89, 99, 101, 103, 106})
    void anywhereInTheFooter(int part) throws Exception {
        Path files = folder("tree_rows");
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) { // which opens files when it starts
            flip(files, (bytes, footer) -> part > 100
                    ? bytes - 8 + (part - 101)
                    : footer + (bytes - 8 - footer) * part / 100);
            for (String question : List.of(METHODS, TREE)) {
                JsonNode answer = answer(server, question);
                assertThat(answer.path("application").asString()).isEqualTo("shop");
                if (part == 0 || part > 100) { // elsewhere a byte may be of what no reader needs
                    assertThat(answer.path("missing").findValuesAsString("segment")).as(question).isNotEmpty()
                            .allMatch(file -> file.startsWith("tree_rows/"));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 30, 45, 60, 75, 90, 99})
    void anywhereInItsData(int part) throws Exception {
        flip(folder("tree_rows"), (bytes, footer) -> 4 + (footer - 5) * part / 100);
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            for (String question : List.of(METHODS, TREE)) {
                assertThat(answer(server, question).path("application").asString()).isEqualTo("shop");
            }
        }
    }

    /** The first failure names one file: the others of the same table, and of others, are met as the question goes on. */
    @Test
    void inAllFilesOfAllTables() throws Exception {
        StoreCopy.of(filled, folder);
        flip(folder.resolve("segments"), (bytes, footer) -> footer);
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            for (String question : List.of(METHODS, TREE, "contexts?application=shop&last=1h",
                    "events?application=shop&last=1h", "invocations?application=shop&last=1h",
                    "platform?application=shop&last=1h")) {
                assertThat(answer(server, question).path("missing")).as(question).isNotEmpty();
            }
        }
    }

    private Path folder(String table) {
        StoreCopy.of(filled, folder);
        return folder.resolve("segments").resolve(table);
    }

    /** Never an error of the server; where the database itself fails at the file, it is opened again first. */
    private static JsonNode answer(AskedServer server, String question) throws Exception {
        HttpResponse<String> first = server.ask(question);
        assertThat(first.statusCode()).as(question + " " + first.body()).isIn(200, 503);
        HttpResponse<String> answer = first.statusCode() == 200
                ? first
                : await().until(() -> server.ask(question), each -> each.statusCode() != 503);
        assertThat(answer.statusCode()).as(question + " " + answer.body()).isEqualTo(200);
        return AskedServer.json(answer);
    }

    private static void flip(Path files, Position position) throws IOException {
        try (Stream<Path> all = Files.walk(files)) {
            for (Path file : all.filter(each -> each.toString().endsWith(".parquet")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                int footer = bytes.length - 8
                        - ByteBuffer.wrap(bytes, bytes.length - 8, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
                bytes[position.of(bytes.length, footer)] ^= 0x55;
                Files.write(file, bytes);
                // the database keeps what it has read of a file whose time, in seconds, is the same
                Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() + 5_000));
            }
        }
    }

    private interface Position {
        int of(int bytes, int footer);
    }
}
