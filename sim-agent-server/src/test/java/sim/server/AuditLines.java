package sim.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sim.server.identity.Audit;

/** What an audit log has, as its readers get it. */
public final class AuditLines {
    private AuditLines() {}

    /** At most so many lines, the latest first. */
    public static List<String> latest(Audit audit, int most) throws IOException {
        List<String> lines = new ArrayList<>();
        audit.latest(System.currentTimeMillis(), 0, most, () -> {}, lines::add);
        return lines;
    }
}
