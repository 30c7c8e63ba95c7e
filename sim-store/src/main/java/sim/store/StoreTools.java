package sim.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A store in the hands of a command, while its server is down. One thread. */
public final class StoreTools implements AutoCloseable {
    /** What one kind of rows takes, of one step and one application. */
    public record Size(String table, String scope, String step, String application, long segments, long rows,
            long bytes) {}

    /**
     * What was looked at.
     *
     * @param wrong a line each
     * @param segments read to their ends
     * @param sums compared with those of the next step; none where a segment is damaged
     * @param hasDamaged whether a segment is damaged
     */
    public record Verified(List<String> wrong, int segments, int sums, boolean hasDamaged) {}

    /** How far something is: of how many segments. */
    public interface Step {
        void done(int segments, int of);
    }

    private final DuckDbStore store;

    private StoreTools(DuckDbStore store) {
        this.store = store;
    }

    /**
     * Opens a store that is there.
     *
     * @throws StoreException when there is none, or a server has it
     */
    public static StoreTools open(Path data) {
        Path file = data.resolve("sim.duckdb");
        try {
            Files.readAttributes(file, BasicFileAttributes.class);
        } catch (AccessDeniedException denied) { // there may be one
            throw new StoreException(Failures.cannotOpen(file, denied), denied);
        } catch (IOException none) {
            throw new StoreException("there is no store in " + data.toAbsolutePath()
                    + "; name the server's directory with --data", null);
        }
        DuckDbStore store = new DuckDbStore(data);
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE); // the server's options say what goes
        return new StoreTools(store);
    }

    /** What is said of segments that are away, in one line; null where they are there. */
    public String away() {
        return asked(store::away);
    }

    public List<Size> sizes(Step step) {
        return asked(() -> store.inspection().sizes(step));
    }

    /** Reads and compares all there is. */
    public Verified verify(Step step) {
        return asked(() -> {
            List<String> wrong = new ArrayList<>();
            Verified verified = store.inspection().verify(step,
                    (file, why) -> wrong.add("the segment " + file + " is damaged: " + why));
            wrong.addAll(verified.wrong());
            return new Verified(wrong, verified.segments(), verified.sums(), verified.hasDamaged());
        });
    }

    /**
     * Seals, rolls up and merges as a server with these options does: rows that are merged go together, so merging for longer than rows are kept would
     * keep them.
     *
     * @param most bytes that the store may take
     */
    public void compact(Keep keep, long most) {
        store.compact(keep, most);
        store.checkpoint();
    }

    /** See {@link Store#forget(String)}. */
    public StoreProgress.Removal forget(String application) {
        return store.forget(application);
    }

    /** See {@link Store#goneBeside}. */
    public void goneBeside(String application) {
        store.goneBeside(List.of(application));
    }

    /** See {@link Store#forget(String, String)}. */
    public StoreProgress.Removal forget(String key, String value) {
        return store.forget(key, value);
    }

    public long bytes() {
        return store.bytes();
    }

    /** Bytes of the database and its log. */
    public long headBytes() {
        return store.bytes() - store.progress().segmentBytes();
    }

    private <T> T asked(Asked<T> asked) {
        try {
            return asked.run();
        } catch (SQLException failure) {
            throw new StoreException("the store cannot be read: " + Failures.line(failure), failure);
        }
    }

    private interface Asked<T> {
        T run() throws SQLException;
    }

    @Override
    public void close() {
        store.close();
    }
}
