package sim.metrics.savepoint;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jinspired.probes.Probes;
import sim.base.name.Name;
import sim.metrics.tree.Node;

/**
 * What a thread gained between two points.
 *
 * <ul>
 * <li>The thread: count of the probes that ended, total by which its own readings grew (unprobed code included), inherent
 * total what its probes account for.
 * <li>A name: sums over its firings, so a recursive call counts its inner ones again in the total.
 * <li>A group: the inclusive total of a call counts only where none of its callers belongs to the group.
 * <li>Inherent totals never count anything twice.
 * </ul>
 */
final class Changes implements Probes.ChangeSet {
    private final ReadMeters meters;
    private final Map<Node, Account> sums;
    private final Map<Name, Account> byName = new LinkedHashMap<>();
    private final Account thread;
    private final int width;

    Changes(ReadMeters meters, Map<Node, Account> sums, long[] before, long[] now) {
        this.meters = meters;
        this.sums = sums;
        this.width = now.length;
        this.thread = new Account(width);
        sums.forEach((node, account) -> {
            byName.computeIfAbsent(node.name, ignored -> new Account(width)).add(account, true);
            thread.add(account, false);
        });
        for (int i = 0; i < width; i++) {
            thread.total[i] = now[i] - before[i];
        }
    }

    @Override
    public Iterator<Probes.Change> changes() {
        return all(thread).iterator();
    }

    @Override
    public Probes.Change change(Probes.Name meter) {
        return one(thread, meter);
    }

    @Override
    public Iterator<Probes.ChangePoint> changepoints() {
        Collection<Probes.ChangePoint> points = byName.entrySet()
                .stream().<Probes.ChangePoint>map(entry -> new Point(entry.getKey(), entry.getValue())).toList();
        return points.iterator();
    }

    @Override
    public Probes.ChangePoint changepoint(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        Account group = new Account(width);
        boolean prefix = false;
        for (Map.Entry<Node, Account> entry : sums.entrySet()) {
            Node node = entry.getKey();
            if (belongs(node.name, name)) {
                prefix |= node.name != name;
                group.add(entry.getValue(), !hasCallerIn(node, name));
            }
        }
        if (!prefix && byName.containsKey(name)) {
            return new Point(name, byName.get(name));
        }
        return group.count == 0 ? null : new Point(name, group);
    }

    private static boolean belongs(Name name, Probes.Name group) {
        return name == group || name.startsWith(group);
    }

    private static boolean hasCallerIn(Node node, Probes.Name group) {
        for (Node caller = node.parent; caller != null && caller.id != 0; caller = caller.parent) {
            if (belongs(caller.name, group)) {
                return true;
            }
        }
        return false;
    }

    private List<Probes.Change> all(Account account) {
        return IntStream.range(0, meters.size()).<Probes.Change>mapToObj(index -> new Sum(account, index)).toList();
    }

    private Probes.Change one(Account account, Probes.Name meter) {
        int index = meters.indexOf(Objects.requireNonNull(meter, "name"));
        return index < 0 ? null : new Sum(account, index);
    }

    private final class Point implements Probes.ChangePoint {
        private final Probes.Name name;
        private final Account account;

        Point(Probes.Name name, Account account) {
            this.name = name;
            this.account = account;
        }

        @Override
        public Probes.Name getName() {
            return name;
        }

        @Override
        public Iterator<Probes.Change> changes() {
            return all(account).iterator();
        }

        @Override
        public Probes.Change change(Probes.Name meter) {
            return one(account, meter);
        }
    }

    private final class Sum implements Probes.Change {
        private final Account account;
        private final int index;

        Sum(Account account, int index) {
            this.account = account;
            this.index = index;
        }

        @Override
        public Probes.Name getName() {
            return meters.name(index);
        }

        @Override
        public long getCount() {
            return account.count;
        }

        @Override
        public long getTotal() {
            return account.total[meters.place(index)] / meters.divisor(index);
        }

        @Override
        public double getAvg() {
            return account.count == 0 ? 0 : (double) getTotal() / account.count;
        }

        @Override
        public long getInherentTotal() {
            return Math.max(0, account.inherent[meters.place(index)]) / meters.divisor(index);
        }

        @Override
        public double getInherentAvg() {
            return account.count == 0 ? 0 : (double) getInherentTotal() / account.count;
        }
    }
}
