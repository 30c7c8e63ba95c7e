package woven;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jinspired.probes.Probes;
import sim.instrumentation.data.ContextManager;
import sim.metrics.probe.Metering;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;

/** What hooks fail for ({@link FailingHooks}): the program goes on in the context it is in. */
public final class FailingHooked {
    private FailingHooked() {}

    static void beginsNone(int deep) {
        if (deep > 0) {
            beginsNone(deep - 1);
        }
        say("begins none");
    }

    static void beginsNoneAndThrows() {
        throw new IllegalStateException("the application's");
    }

    static void beginsHalf() {
        say("begins half");
    }

    static void beginsByDefault(int deep) {
        if (deep > 0) {
            beginsByDefault(deep - 1);
        }
        say("begins by default");
    }

    static void beginsOneOfTwo() {
        say("begins one of two");
    }

    /** Its callers are still metered when it has ended: their ends find their own probes. */
    static void metered(int deep) {
        if (deep > 0) {
            metered(deep - 1);
        }
        Probes.Probe inside = Probes.begin(Probes.parse("inside"));
        inside.end();
    }

    static void overflows() {}

    static void isRead() {}

    static void isEndless() {}

    private static void say(String what) {
        System.out.println(what + " in " + ContextManager.getCurrentContext().getName());
    }

    /** The probes inside, by how many calls they are in: that of a call whose hook threw is in its caller's. */
    private static void sayPlaces() {
        Map<Integer, NodeEntry> nodes = new HashMap<>();
        Map<Integer, Long> counts = new TreeMap<>();
        List<TreeRow> rows = Metering.runtime().drain().rows();
        Metering.runtime().nodesAfter(0).forEach(node -> nodes.put(node.id(), node));
        int inside = Metering.runtime().namesAfter(0).stream().filter(name -> name.member().equals("inside")).findAny()
                .orElseThrow().id();
        for (TreeRow row : rows) {
            int outer = 0;
            for (int at = nodes.get(row.node()).parent(); nodes.containsKey(at); at = nodes.get(at).parent()) {
                outer++;
            }
            if (nodes.get(row.node()).name() == inside) {
                counts.merge(outer, row.count(), Long::sum);
            }
        }
        System.out.println("inside " + counts);
    }

    public static void main(String[] args) {
        ContextManager.createNewContext("outer", "");
        beginsNone(2);
        try {
            beginsNoneAndThrows();
        } catch (IllegalStateException expected) {
            say(expected.getMessage());
        }
        beginsHalf();
        beginsByDefault(1);
        beginsOneOfTwo();
        metered(2);
        overflows();
        isRead();
        isEndless();
        say("done");
        System.out.println("failures " + Metering.runtime().counters().get("metering.failures"));
        System.out.println("values " + ContextManager.getCurrentContext().size());
        ContextManager.destroyCurrentContext();
        System.out.println("left " + ContextManager.getCurrentContext());
        sayPlaces();
    }
}
