package shop.etl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.InstrumentationScope;

/** Writes the order files, always the same ones. Scope PUBLIC: {@code generate} is metered, {@code line} is not. */
@Instrument(InstrumentationScope.PUBLIC)
final class OrderFiles {
    private static final String[] CATEGORIES = {"books/novels/crime", "books/maps", "tools/garden",
            "tools/kitchen/knives"};

    private final Path folder;
    private final Random random = new Random(7);

    OrderFiles(Path folder) {
        this.folder = folder;
    }

    public List<Path> generate(int files, int lines) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (int file = 0; file < files; file++) {
            List<String> content = new ArrayList<>();
            for (int line = 0; line < lines; line++) {
                content.add(line(file * lines + line));
            }
            paths.add(Files.write(folder.resolve("orders-" + file + ".csv"), content));
        }
        return paths;
    }

    /** Every 500th line has no price. */
    private String line(int id) {
        String price = id % 500 == 499 ? "" : Integer.toString(100 + random.nextInt(9_900));
        return id + ",customer-" + random.nextInt(50) + "," + CATEGORIES[random.nextInt(CATEGORIES.length)] + ","
                + (1 + random.nextInt(5)) + "," + price;
    }
}
