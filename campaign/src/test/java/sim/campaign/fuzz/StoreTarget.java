package sim.campaign.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import sim.campaign.Samples;
import sim.store.Appended;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.FrameCodec;
import sim.wire.Hello;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** Whatever a batch says, the store keeps it or sets it aside, and stores the next one. One thread. */
public final class StoreTarget {
    private static final int BATCHES = 2_000;

    private static DuckDbStore store;
    private static int batches;

    private StoreTarget() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        WireFrame frame;
        try {
            frame = FrameCodec.decode(Sealed.frame(input));
        } catch (WireException refused) {
            return;
        }
        if (frame instanceof Batch batch) {
            append(batch);
        } else if (frame instanceof Hello hello) {
            store().open(hello);
        }
    }

    private static void append(Batch batch) throws IOException {
        DuckDbStore here = store();
        Hello odd = Samples.hello("odd");
        here.open(odd);
        here.append(odd.instance(), batch);
        here.query(connection -> {
            try (var statement = connection.createStatement()) {
                for (String view : List.of("contexts", "invocations", "tree_rows")) {
                    statement.executeQuery("SELECT count(*) FROM " + view).close();
                }
            }
            return null;
        });
        Hello sound = Samples.hello("sound");
        here.open(sound);
        Appended appended = here.append(sound.instance(), Samples.calls(1, 1, System.currentTimeMillis() * 1000));
        if (appended != Appended.STORED) {
            throw new IllegalStateException("behind it a sound batch is " + appended);
        }
    }

    private static DuckDbStore store() throws IOException {
        if (store == null || ++batches % BATCHES == 0) {
            if (store != null) {
                store.close();
            }
            Path directory = Files.createTempDirectory(
                    Path.of(System.getProperty("fuzz.work", System.getProperty("java.io.tmpdir"))), "store");
            store = new DuckDbStore(directory);
        }
        return store;
    }
}
