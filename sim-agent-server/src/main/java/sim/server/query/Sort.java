package sim.server.query;

import java.util.Comparator;
import java.util.Map;
import sim.metrics.snapshot.Meter;

/** An order of methods: the largest first, names ascending. */
public final class Sort {
    /** What can be asked for. */
    public static final String ALLOWED = "running.self, running.total, count, errors, class, method, wall.p50, wall.p95, wall.p99, or "
            + "<meter>.total, <meter>.self, <meter>.max of a meter such as wall or thread.cpu";

    private final Comparator<Map.Entry<Method, Sums>> order;

    private Sort(Comparator<Map.Entry<Method, Sums>> order) {
        this.order = order;
    }

    /** The order of that name, or null. */
    public static Sort named(String name) {
        switch (name) {
            case "count" :
                return largest(sums -> sums.count);
            case "errors" :
                return largest(sums -> sums.errors);
            case "class" :
                return new Sort(Comparator.comparing(entry -> entry.getKey().owner()));
            case "method" :
                return new Sort(Comparator.comparing(entry -> entry.getKey().member()));
            case "running.self" :
                return largest(sums -> sums.running("self"));
            case "running.total" :
                return largest(sums -> sums.running("total"));
            case "wall.p50" :
                return largest(sums -> sums.wall(0.50));
            case "wall.p95" :
                return largest(sums -> sums.wall(0.95));
            case "wall.p99" :
                return largest(sums -> sums.wall(0.99));
            default :
                int dot = name.lastIndexOf('.');
                Meter meter = dot < 0 ? null : Meter.labelled(name.substring(0, dot));
                String part = name.substring(dot + 1);
                if (meter == null || !part.matches("total|self|max")) {
                    return null;
                }
                return largest(sums -> sums.value(meter, part));
        }
    }

    Comparator<Map.Entry<Method, Sums>> order() {
        return order.thenComparing(entry -> entry.getKey().toString());
    }

    private static Sort largest(java.util.function.Function<Sums, Long> value) {
        return new Sort(Comparator.comparing(entry -> value.apply(entry.getValue()),
                Comparator.nullsLast(Comparator.reverseOrder())));
    }

    /** A method whatever its place. */
    record Method(String owner, String member) {
        @Override
        public String toString() {
            return owner + "." + member;
        }
    }
}
