package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where SIM's classes of a start come from, and which there are. */
class StartClassesIT {
    @TempDir
    Path folder;

    @Test
    void theyComeFromTheAgentsJar() throws IOException {
        assertThat(lines("", ChildJvm.CLASSES.toString())).filteredOn(line -> line.contains(" sim.metrics."))
                .hasSizeGreaterThan(100)
                .allMatch(line -> line.endsWith(ChildJvm.AGENT.getFileName().toString()) || line.contains("Lambda"));
    }

    /** As it was before they were loaded ahead: the class path comes first. */
    @Test
    void aModuleThatTheClassPathHasIsTakenFromThere() throws IOException {
        String model = ChildJvm.library("sim-model").toString();
        List<String> lines = lines("", ChildJvm.CLASSES + File.pathSeparator + model);
        assertThat(lines).filteredOn(line -> line.contains(" sim.model.snapshot.") && !line.contains("Lambda"))
                .hasSizeGreaterThan(5).allMatch(line -> line.endsWith(Path.of(model).getFileName().toString()));
        assertThat(lines).filteredOn(line -> line.contains(" sim.metrics.probe.") && !line.contains("Lambda"))
                .isNotEmpty().allMatch(line -> line.endsWith(ChildJvm.AGENT.getFileName().toString()));
    }

    /** A second later all that shipping and ending may need is loaded, the first of which is the Open API. */
    @Test
    void whoWantsNoMeterOfTheProcessStartsWithNoneOfThem() throws IOException {
        assertThat(lines("meters=wall", ChildJvm.CLASSES.toString()).stream()
                .takeWhile(line -> !line.contains(" org.jinspired.probes.Probes ")).toList()).hasSizeGreaterThan(100)
                .noneMatch(line -> line.contains("sim.base.meter.ProcessMeters"));
        assertThat(lines("meters=process.cpu", ChildJvm.CLASSES.toString()))
                .anyMatch(line -> line.contains("sim.base.meter.ProcessMeters"));
    }

    private List<String> lines(String argument, String classPath) throws IOException {
        Path log = folder.resolve("classes.log");
        ChildJvm.Result run = new ChildJvm().usual().agent(argument).flag("-Xlog:class+load:file=" + log).run(classPath,
                "woven.Plain");
        assertThat(run.out()).as(run.all()).contains("sum 42");
        return Files.readAllLines(log);
    }
}
