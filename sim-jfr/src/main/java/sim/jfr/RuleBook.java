package sim.jfr;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sim.model.jfr.RuleSet;

/**
 * A context filter at work: its rules, and a number for each event type that they name. A context's {@link Verdicts} are looked up by that
 * number. Immutable; at most one is in force.
 */
final class RuleBook {
    private static volatile RuleBook inForce;
    private static volatile boolean everSet;

    final RuleSet rules;
    /** The rules as recordings have them: without secrets, as values of contexts are written. A reader compares the one with the other. */
    final String written;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> types;
    /** The result for threads without a context. */
    private final Verdicts outside;

    RuleBook(RuleSet rules) {
        this.rules = rules;
        this.written = rules.with(Entry::asWritten).toText();
        this.types = rules.types();
        for (String type : types) {
            numbers.put(type, 1 + numbers.size());
        }
        this.outside = judge(null);
    }

    /** The filter in force, or null. */
    static RuleBook inForce() {
        return inForce;
    }

    /** Puts a filter in force, null for none, and writes that into recordings. */
    static void set(RuleBook book) {
        inForce = book;
        everSet = true;
        tell(true);
    }

    /** Writes which filter is in force, if there ever was one. */
    static void tell(boolean changed) {
        if (everSet) {
            RuleBook book = inForce;
            ContextFilterEvent event = new ContextFilterEvent();
            event.rules = book == null ? "" : book.written;
            event.changed = changed;
            event.commit();
        }
    }

    /** Applies the rules to a context, for every type that they name and for all others. */
    Verdicts judge(Entry entries) {
        Map<String, Object> context = Entry.toMap(entries);
        boolean[] accepted = new boolean[1 + types.size()];
        accepted[0] = rules.accepts("", context);
        for (int i = 0; i < types.size(); i++) {
            accepted[1 + i] = rules.accepts(types.get(i), context);
        }
        return new Verdicts(this, accepted);
    }

    /** The number of an event type. All types without rules of their own have the number 0. */
    int number(String type) {
        return numbers.getOrDefault(type, 0);
    }

    /** Whether the calling thread's context lets events of this number be written. Takes a few ns, because nothing is matched here. */
    boolean accepts(int number) {
        RecordingScope current = Current.scope();
        return (current == null ? outside : current.verdicts(this)).accepted()[number];
    }
}
