package sim.agent.inject;

import java.util.ArrayList;
import java.util.List;

/** The lists of interceptions that methods have, by the numbers in their code. Equal lists share one number. */
public final class Selections {
    private static final List<List<Interception>> ALL = new ArrayList<>();

    private Selections() {}

    /** The number of a list. Adds the list if it is new. */
    public static int number(List<Interception> wanted) {
        synchronized (ALL) {
            int known = ALL.indexOf(wanted);
            if (known < 0) {
                known = ALL.size();
                ALL.add(List.copyOf(wanted));
            }
            return known;
        }
    }

    /** Whether some code has this interception. */
    public static boolean isPlaced(Interception one) {
        synchronized (ALL) {
            return ALL.stream().anyMatch(each -> each.contains(one));
        }
    }

    static List<Interception> of(int number) {
        synchronized (ALL) {
            return ALL.get(number);
        }
    }
}
