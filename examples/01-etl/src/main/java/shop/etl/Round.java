package shop.etl;

import java.nio.file.Path;
import java.util.List;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;

/** One run over all files. */
final class Round {
    private final Path folder;
    private final List<Path> files;

    @Instrument
    Round(Path folder, List<Path> files) {
        this.folder = folder;
        this.files = files;
    }

    @Instrument
    @CreateContext(name = "round", tag = "shop")
    Summary run() throws Exception {
        Extract extract = new Extract();
        Transform transform = new Transform();
        Load load = new Load(folder.resolve("loaded.csv"));
        return load.apply(transform.apply(extract.apply(files)));
    }
}
