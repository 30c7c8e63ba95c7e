package sim.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs the parts of a round of upkeep, each by itself: if one fails, the others still run. The failure is thrown at the end. One thread. */
final class Parts {
    private final Database database;
    private final List<String> failed = new ArrayList<>();
    private Throwable first;

    Parts(Database database) {
        this.database = database;
    }

    /** @param what names the part in what is said */
    void run(String what, Part part) {
        if (database.isInvalid()) {
            return; // the committer opens it again
        }
        try {
            part.run();
        } catch (Throwable failure) {
            failed.add(what);
            if (first == null) {
                first = failure;
            } else if (first != failure) { // the virtual machine may hand out the same one again
                first.addSuppressed(failure);
            }
        }
    }

    /** Throws if a part failed: which, and why the first. */
    void tell() throws SQLException {
        if (first != null) {
            throw new SQLException(failed.stream().distinct().collect(Collectors.joining(" and ")) + " failed: "
                    + Failures.line(first), first);
        }
    }

    /** Work that may fail. */
    interface Part {
        void run() throws SQLException;
    }
}
