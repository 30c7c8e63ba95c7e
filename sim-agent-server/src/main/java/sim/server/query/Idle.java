package sim.server.query;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import sim.model.snapshot.Meter;

/**
 * Tells waiting for work from work, by place: what a thread waits inside a request is the request's, what it waits outside of
 * all requests is idle. docs/measures.md has the rule in words. One thread.
 */
final class Idle {
    /** A call that takes longer on average goes around requests: a pool's thread, a connection, a program's main method. */
    private static final long LONGEST_REQUEST = 10_000_000_000L;
    /** Processor time by which a call that mostly waits is more than the waiting. A queue's take or a select uses 1 to 20 us. */
    private static final long LEAST_WORK = 50_000;
    /** A call of this length that uses no known processor time waits: a virtual thread has no CPU time. */
    private static final long LEAST_WAIT = 1_000_000;
    /** A mean wait of this length, in a method that is named as a selector's, is a loop's. A client inside a request that has a selector of its own mostly waits for less. */
    private static final long LEAST_SELECT = 10_000_000;

    /** The later ones are seen more of. */
    private enum Part {
        /** Around requests, or nothing of it ended. */
        AROUND,
        /** Waits for a request. */
        WAITING,
        /** A turn of an event loop, or inside one: its selector waits for requests, and the rest is work. */
        TURN,
        /** A request, or inside one. */
        REQUEST
    }

    /**
     * Methods that only ever wait for work, by the ends of their classes' names, for servers are shipped inside others' packages. Jetty's pool calls them in jobs like those that serve requests, and no figure
     * tells such a job from one that sleeps or waits for another server. All wait with what they call, but for an acceptor, which hands connections on.
     */
    private static final Map<Sort.Method, Part> WAIT_FOR_WORK = waitForWork();

    private static Map<Sort.Method, Part> waitForWork() {
        Map<Sort.Method, Part> known = new HashMap<>();
        waiting(known, "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner", "idleJobPoll");
        waiting(known, "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread", "reservedWait",
                "waitForTask"); // as Jetty 12 calls it
        known.put(new Sort.Method("org.eclipse.jetty.server.ServerConnector", "accept"), Part.AROUND);
        waiting(known, "org.eclipse.jetty.io.ManagedSelector", "nioSelect", "select");
        waiting(known, "org.eclipse.jetty.io.ManagedSelector$SelectorProducer", "select");
        waiting(known, "org.apache.tomcat.util.threads.TaskQueue", "take", "poll");
        waiting(known, "org.apache.tomcat.util.threads.ThreadPoolExecutor", "getTask");
        waiting(known, "org.apache.tomcat.util.net.NioEndpoint", "serverSocketAccept");
        waiting(known, "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode", "park"); // Undertow's workers
        waiting(known, "io.netty.channel.epoll.EpollEventLoop", "epollWait", "epollWaitNoTimerChange",
                "epollWaitTimeboxed");
        waiting(known, "io.netty.channel.epoll.EpollIoHandler", "epollWait", "epollWaitNoTimerChange",
                "epollWaitTimeboxed");
        waiting(known, "io.netty.util.concurrent.SingleThreadEventExecutor", "takeTask");
        waiting(known, "io.netty.util.concurrent.GlobalEventExecutor", "takeTask");
        waiting(known, "io.netty.util.HashedWheelTimer$Worker", "waitForNextTick");
        return Map.copyOf(known);
    }

    private static void waiting(Map<Sort.Method, Part> known, String owner, String... members) {
        for (String member : members) {
            known.put(new Sort.Method(owner, member), Part.WAITING);
        }
    }

    private final Forest forest;
    private final PlaceSums.Figures[] figures;
    /** By place: for how long the contexts lasted that had calls there, ns; of a place around contexts the longest of those below it; 0 where there are none. */
    private final long[] lasted;
    private final BitSet inContext = new BitSet();
    /** Places that have places in contexts below them. */
    private final BitSet aroundContext = new BitSet();
    /** By place: processor time of it and of all below it, without the places that wait; ns. */
    private final long[] work;
    /** By place: for how long selectors waited in it and in all below it, ns. */
    private final long[] selects;

    private Idle(Forest forest, PlaceSums.Figures[] figures, long[] lasted) {
        this.forest = forest;
        this.figures = figures;
        this.lasted = lasted;
        this.work = new long[forest.size()];
        this.selects = new long[forest.size()];
    }

    /** Notes the idle time of each place. */
    static void find(Question question, Range range, Forest forest, PlaceSums.Figures[] figures) {
        question.reserve(36L * forest.size());
        long[] lasted = new long[forest.size()];
        if (!question.has("context_kind_rows")) {
            find(forest, figures, lasted);
            return;
        }
        String ranged = " WHERE " + question.during(range, "instance", "to_micros");
        question.each("SELECT r.instance, r.node, " + Sql.sum("k.lasted")
                + " FROM (SELECT DISTINCT instance, name, tag, node FROM context_kind_rows" + ranged
                + ") r LEFT JOIN (SELECT instance, name, tag, " + Sql.sum("lasted_nanos")
                + " AS lasted FROM context_kinds" + ranged
                + " GROUP BY instance, name, tag) k USING (instance, name, tag) GROUP BY r.instance, r.node", row -> {
                    int place = forest.find(row.getString(1), row.getInt(2));
                    if (place != Forest.NONE) {
                        lasted[place] = Math.max(1, row.getLong(3));
                    }
                });
        find(forest, figures, lasted);
    }

    /** The same, where it is known for how long the contexts lasted that had calls at a place. Takes the array over. */
    static void find(Forest forest, PlaceSums.Figures[] figures, long[] lasted) {
        Idle idle = new Idle(forest, figures, lasted);
        idle.lookUp();
        idle.decide();
        idle.addUp();
    }

    private void lookUp() {
        for (int place = 0; place < forest.size(); place++) {
            inContext.set(place, lasted[place] > 0);
        }
        for (int place = forest.size() - 1; place >= 0; place--) {
            PlaceSums.Figures own = figures[place];
            if (own != null && !waits(own)) {
                work[place] += Math.max(0, own.hasCpu() ? own.cpuSelf : own.wallSelf);
            }
            if (own != null && selects(place)) {
                selects[place] += waited(own);
            }
            int caller = forest.caller(place);
            if (caller != Forest.NONE) {
                work[caller] += work[place];
                selects[caller] += selects[place];
                if (inContext.get(place) || aroundContext.get(place)) {
                    aroundContext.set(caller);
                    if (!inContext.get(caller)) {
                        lasted[caller] = Math.max(lasted[caller], lasted[place]);
                    }
                }
            }
        }
    }

    private void decide() {
        Part[] parts = new Part[forest.size()];
        Part[] byMethod = new Part[forest.methods.size()];
        Part[] known = known();
        BitSet underOther = new BitSet();
        for (int place = 0; place < parts.length; place++) {
            int caller = forest.caller(place);
            int method = forest.method(place);
            if (known[method] != null && !inContext.get(place)) {
                parts[place] = known[method];
                continue;
            }
            if (caller != Forest.NONE && forest.isOther(caller)) {
                underOther.set(place);
                continue;
            }
            Part above = caller == Forest.NONE ? Part.AROUND : parts[caller];
            parts[place] = above == null ? Part.REQUEST : above == Part.AROUND ? part(place, caller) : above;
            if (figures[place] != null && (byMethod[method] == null || byMethod[method].compareTo(parts[place]) < 0)) {
                byMethod[method] = parts[place];
            }
        }
        // who called these is not known: they are what the method is elsewhere, and seen if it is nowhere else
        for (int place = underOther.nextSetBit(0); place >= 0; place = underOther.nextSetBit(place + 1)) {
            Part elsewhere = byMethod[forest.method(place)];
            parts[place] = inContext.get(place) || elsewhere == null ? Part.REQUEST : elsewhere;
        }
        for (int place = 0; place < parts.length; place++) {
            PlaceSums.Figures own = figures[place];
            if (own != null && parts[place] != Part.REQUEST && (parts[place] != Part.TURN || selects(place))) {
                own.idleSelf = waited(own);
            }
        }
    }

    /** By method, what each of its places is that is in no context; null where that is to be found out. */
    private Part[] known() {
        Part[] known = new Part[forest.methods.size()];
        for (int method = 0; method < known.length; method++) {
            Sort.Method each = forest.methods.get(method);
            for (Map.Entry<Sort.Method, Part> of : WAIT_FOR_WORK.entrySet()) {
                if (of.getKey().member().equals(each.member()) && each.owner().endsWith(of.getKey().owner())) {
                    known[method] = of.getValue();
                }
            }
        }
        return known;
    }

    private Part part(int place, int caller) {
        PlaceSums.Figures own = figures[place];
        if (inContext.get(place)) {
            return Part.REQUEST;
        }
        if (own == null || own.total(Meter.WALL) / Math.max(1, own.calls) > LONGEST_REQUEST) {
            return Part.AROUND;
        }
        if (aroundContext.get(place)) { // a handler in which a request begins has the request's time; a loop around requests waits for the next
            return lasted[place] >= own.total(Meter.WALL) / 2 ? Part.REQUEST : Part.AROUND;
        }
        if (caller == Forest.NONE) {
            return Part.REQUEST; // what calls it has no probe, so this call is all that is known of somebody's request
        }
        boolean mostlyWaits = own.hasCpu()
                ? own.total(Meter.CPU) < own.total(Meter.WALL) / 20
                : work[place] < own.total(Meter.WALL) / 20;
        if (mostlyWaits && work[place] / Math.max(1, own.calls) < LEAST_WORK) {
            return Part.WAITING;
        }
        // while a program is new, a turn does more than the least work, the more so where only elapsed time is known
        return selects[place] >= own.total(Meter.WALL) / 20 * 19 && selects[place] > 0 ? Part.TURN : Part.REQUEST;
    }

    /** The own time of a place that was neither on a processor nor blocked. */
    private static long waited(PlaceSums.Figures own) {
        if (own.hasCpu()) {
            return Math.max(0, own.wallSelf - Math.max(0, own.cpuSelf) - Math.max(0, own.blockedSelf));
        }
        return waits(own) ? own.wallSelf : 0;
    }

    /** Whether a place is a selector's wait, by the names and by the length of the wait: SIM does not know what a method calls that has no probe. */
    private boolean selects(int place) {
        PlaceSums.Figures own = figures[place];
        if (own.meanSelf() < LEAST_SELECT || !waits(own)) {
            return false;
        }
        Sort.Method method = forest.methods.get(forest.method(place));
        String simple = method.owner().substring(method.owner().lastIndexOf('.') + 1);
        return (simple.contains("Selector") || simple.contains("EventLoop") || simple.contains("IoHandler"))
                && method.member().toLowerCase(Locale.ROOT).contains("select");
    }

    /** Whether a place's own time is nearly all off the processor. */
    private static boolean waits(PlaceSums.Figures own) {
        return own.hasCpu()
                ? own.cpuSelf < own.wallSelf / 10
                : own.meanSelf() >= LEAST_WAIT;
    }

    private void addUp() {
        // a place that has no numbers hands on what is below it
        long[] below = new long[forest.size()];
        for (int place = forest.size() - 1; place >= 0; place--) {
            PlaceSums.Figures own = figures[place];
            if (own != null) {
                own.idleTotal = own.idleSelf + below[place];
            }
            int caller = forest.caller(place);
            if (caller != Forest.NONE) {
                below[caller] += own == null ? below[place] : own.idleTotal;
            }
        }
    }
}
