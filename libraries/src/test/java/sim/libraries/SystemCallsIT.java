package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.libraries.Program.Run;

/** {@code libraries=files+sockets+processes}: real ones, at calls in woven code. */
class SystemCallsIT {
    @Test
    void everyCallIsAPayloadAndTheProgramDoesTheSame(@TempDir Path bareFolder, @TempDir Path folder) throws Exception {
        Run bare = Program.with().run("tried.SystemCalls", bareFolder.toString());
        Run run = Program.with().agent("payload.record=all,libraries=files+sockets+processes")
                .run("tried.SystemCalls", folder.toString()).isWell();

        assertThat(run.does()).as(run.all()).isEqualTo(bare.does()).hasSizeGreaterThan(10);
        List<String> told = run.after("sim ").stream().map(line -> line.replaceAll(" /\\S*/", " ")
                .replaceAll(":\\d{4,5} ", " ").replaceAll("at \\d{4,5} ", "at PORT ")).toList();
        assertThat(told).as(run.all()).containsExactlyInAnyOrder("open streams.bin 5 0", "open streams.bin.none 1 1",
                "write streams.bin 3 0", "read streams.bin 4 0", "write lines.txt 1 0", "open lines.txt 1 0",
                "read lines.txt 4 1", "copy lines.txt 1 0", "read copy.txt 1 0", "delete lines.txt 1 0",
                "connect 127.0.0.1 2 1", "connect 127.0.0.1 1 0", "write 127.0.0.1 1 0",
                "read 127.0.0.1 1 0", "write 127.0.0.1 1 0", "read accepted at PORT 1 0", "write accepted at PORT 1 0",
                "read accepted at PORT 1 0", "start java 1 0", "wait for java 1 0", "start none 1 1");
        assertThat(run.after("type ")).contains("start 2", "wait 1", "connect 3");
    }

    @Test
    void whatIsNotAskedForIsNotSeen(@TempDir Path folder) throws Exception {
        Run run = Program.with().agent("payload.record=all,libraries=processes")
                .run("tried.SystemCalls", folder.toString()).isWell();
        assertThat(run.after("sim ")).containsExactlyInAnyOrder("start java 1 0", "wait for java 1 0",
                "start none 1 1");
        // it was closed before the payload of its wait ended
        assertThat(run.after("object ").stream().filter(each -> each.endsWith("CLOSED")).toList()).singleElement()
                .asString().startsWith("java ");
        assertThat(run.after("object ")).as("opened and closed").hasSize(2);
    }
}
