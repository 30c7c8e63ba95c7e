package sim.server.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import sim.store.Keep;
import sim.store.StoreTools;

/** {@code sim store}: what a store takes and whether it is sound, while its server is down. */
@Command(name = "store", description = "Tells what a store takes, verifies or compacts it. Its server must be down: a server that runs says its sizes itself, on its page's tab Server.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class StoreCommand implements Callable<Integer> {
    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", scope = CommandLine.ScopeType.INHERIT, description = "the server's directory (default: ${DEFAULT-VALUE})")
    private Path data;

    @Command(name = "sizes", description = "Bytes by kind, step and application (the default).", mixinStandardHelpOptions = true)
    int sizes() {
        try (StoreTools store = StoreTools.open(data)) {
            String away = store.away();
            if (away != null) {
                System.err.println("sim: " + away);
            }
            List<StoreTools.Size> sizes = store.sizes(bar("read"));
            List<String[]> rows = new ArrayList<>();
            rows.add(new String[]{"kind", "of", "step", "application", "segments", "rows", "bytes"});
            for (StoreTools.Size each : sizes) {
                rows.add(new String[]{each.table(), each.scope(), each.step(), each.application(),
                        Units.count(each.segments()), Units.count(each.rows()), Units.bytes(each.bytes())});
            }
            rows.add(new String[]{"head", "", "", "", "", "", Units.bytes(store.headBytes())});
            rows.add(new String[]{"all", "", "", "", "",
                    Units.count(sizes.stream().mapToLong(StoreTools.Size::rows).sum()),
                    Units.bytes(sizes.stream().mapToLong(StoreTools.Size::bytes).sum() + store.headBytes())});
            System.out.print(Table.of(rows));
        }
        return 0;
    }

    @Command(name = "verify", description = "Reads every segment to its end, and compares the sums of each step with those of the next, where both are kept. Ends with 1 if anything is wrong.", mixinStandardHelpOptions = true)
    int verify() {
        try (StoreTools store = StoreTools.open(data)) {
            StoreTools.Verified verified = store.verify(bar("verified"));
            verified.wrong().forEach(System.out::println);
            System.out.println(result(verified));
            return verified.wrong().isEmpty() ? 0 : 1;
        }
    }

    static String result(StoreTools.Verified verified) {
        String read = Units.count(verified.segments()) + " segments were read";
        if (verified.hasDamaged()) {
            return read + "; no sums were compared, because a segment is damaged. A server answers without it; put a "
                    + "sound copy in its place, and it is used from the next start on";
        }
        int faults = verified.wrong().size();
        return read + " and " + Units.count(verified.sums()) + " sums compared with those of the next step: "
                + (faults == 0 ? "all of them are right" : faults + (faults == 1 ? " differs" : " differ"));
    }

    @Command(name = "compact", description = "Seals, rolls up and merges what is there, and gives free space back.", mixinStandardHelpOptions = true)
    int compact(
            @Option(names = "--keep", paramLabel = "TIMES", defaultValue = "7d,notable=30d", converter = KeepConverter.class, description = "that of the server: it says what is merged with what, and nothing is removed (default: ${DEFAULT-VALUE})") Keep keep,
            @Option(names = "--max-size", defaultValue = "10GB", converter = SizeConverter.class, description = "that of the server: no segment becomes a large part of it (default: ${DEFAULT-VALUE})") long maxSize) {
        try (StoreTools store = StoreTools.open(data)) {
            long before = store.bytes();
            store.compact(keep, maxSize);
            System.out.println(Units.bytes(store.bytes()) + ", " + Units.bytes(before) + " before");
        }
        return 0;
    }

    @Override
    public Integer call() {
        return sizes();
    }

    /** A bar on the terminal, if there is one. */
    private static StoreTools.Step bar(String what) {
        return (done, of) -> {
            if (System.console() != null) {
                int filled = of == 0 ? 40 : done * 40 / of;
                System.err.print("\r[" + "#".repeat(filled) + "-".repeat(40 - filled) + "] " + done + " of " + of
                        + " segments " + what + (done == of ? "\n" : ""));
            }
        };
    }
}
