package sim.metrics.tree;

import java.util.IdentityHashMap;
import java.util.Map;
import sim.base.name.Name;

/**
 * Which names call each other in a circle, as far as the call tree has seen: a parser's rules, visitors. Each way round such a circle is a path of its own, and their
 * number grows without end. Used under the tree's lock.
 */
final class Cycles {
    /** Of a name that is in a circle: another of the same, which leads to the one that stands for all of them. That one leads to itself. */
    private final Map<Name, Name> towards = new IdentityHashMap<>();

    /** Notes that the calls from {@code outermost} to {@code innermost}, a place below it, are a circle. */
    void close(Node innermost, Node outermost) {
        Name all = join(outermost.name);
        for (Node at = innermost; at != outermost; at = at.parent) {
            towards.put(join(at.name), all);
        }
    }

    /** The place here or above, next to the root, whose name is in a circle with {@code called}; null if none is. Looks no further up than a branch. */
    Node outermost(Node from, Name called) {
        Name circle = find(called);
        Node found = null;
        for (Node at = from; circle != null && !at.isBranch && at.parent != null; at = at.parent) {
            if (find(at.name) == circle) {
                found = at;
            }
        }
        return found;
    }

    private Name join(Name name) {
        towards.putIfAbsent(name, name);
        return find(name);
    }

    private Name find(Name name) {
        Name at = name;
        Name next = towards.get(at);
        while (next != at && next != null) {
            Name after = towards.get(next);
            towards.put(at, after); // shorter for who comes next
            at = after;
            next = towards.get(at);
        }
        return next;
    }
}
