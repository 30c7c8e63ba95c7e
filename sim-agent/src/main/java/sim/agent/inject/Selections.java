package sim.agent.inject;

import java.util.ArrayList;
import java.util.List;

/** The interceptions that methods have, by numbers that stand in their code. A list there is already is not added again. */
public final class Selections {
    private static final List<List<Interception>> ALL = new ArrayList<>();

    private Selections() {}

    /** The number of a list. */
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

    /** Whether there is code that has it. */
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
