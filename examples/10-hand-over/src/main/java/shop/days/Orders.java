package shop.days;

import java.util.ArrayList;
import java.util.List;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;

/** What is done with a day's orders; every step is a context inside the day's, on whatever thread it runs. */
@Instrument
final class Orders {
    @CreateContext(name = "extract", tag = "shop")
    List<String> extract(String day, int file) {
        return read(day, file);
    }

    @CreateContext(name = "transform", tag = "shop")
    List<String> transform(List<String> lines) {
        List<String> priced = new ArrayList<>();
        for (String line : lines) {
            priced.add(price(line));
        }
        return priced;
    }

    @CreateContext(name = "load", tag = "shop")
    int load(List<List<String>> files) {
        return files.stream().mapToInt(List::size).sum();
    }

    private List<String> read(String day, int file) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            lines.add(day + "," + file + "," + i);
        }
        return lines;
    }

    private String price(String line) {
        int hash = line.hashCode();
        for (int i = 0; i < 20_000; i++) {
            hash = 31 * hash + (hash >>> 7);
        }
        return line + "," + Math.floorMod(hash, 1000);
    }
}
