package shop.etl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sim.instrumentation.annotation.CreateContext;

/** Reads the files. Metered because its superclass is. */
final class Extract extends Step<List<Path>, List<String>> {
    Extract() {
        super("extract");
    }

    @Override
    @CreateContext(name = "extract", tag = "shop")
    List<String> apply(List<Path> files) throws Exception {
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            lines.addAll(Orders.read(file));
        }
        return lines;
    }
}
