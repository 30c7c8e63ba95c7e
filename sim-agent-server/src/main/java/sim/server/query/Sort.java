package sim.server.query;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** An order of methods: the largest first, names ascending. */
public final class Sort {
    /** What can be asked for. */
    public static final String ALLOWED = "work.self, work.total, count, errors, class, method, or "
            + "<meter>.total, <meter>.self, <meter>.max, <meter>.p50, <meter>.p95, <meter>.p99, <meter>.mean of a meter such as wall, thread.cpu "
            + "or one of the application's own";

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
            case "work.self" :
                return largest(sums -> sums.rankOfWork("self"));
            case "work.total" :
                return largest(sums -> sums.rankOfWork("total"));
            default :
                int dot = name.lastIndexOf('.');
                String part = name.substring(dot + 1);
                if (dot <= 0 || !part.matches("total|self|max|p50|p95|p99|mean")) {
                    return null;
                }
                String meter = name.substring(0, dot);
                return largest(sums -> sums.rank(meter, part));
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
        /** What the owner of a splitting node's name begins with; its probe follows. */
        static final String SPLIT = "split:";

        /** {@code class} and {@code method}; of a splitting node also {@code split}, which is its probe. */
        Map<String, Object> describe() {
            Map<String, Object> method = new LinkedHashMap<>();
            method.put("class", owner);
            method.put("method", member);
            if (owner.startsWith(SPLIT)) {
                method.put("split", owner.substring(SPLIT.length()));
            }
            return method;
        }

        @Override
        public String toString() {
            return owner + "." + member;
        }
    }
}
