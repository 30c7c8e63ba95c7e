package sim.metrics.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.base.name.Name;

/**
 * Which names call each other in a circle, as far as the call tree has seen: a parser's rules, visitors. Each way round such a circle is a path of its own, and their
 * number grows without end. A circle is what folded recursion went round. It ends when that recursion has not happened for an hour: a framework may have called
 * itself around most of a program once, at its start, and then nobody could see any more which method calls which. Used under the tree's lock.
 */
final class Cycles {
    /** Recursion that has not happened for so many drains, an hour, joins no names any more. */
    static final int DRAINS = 720;
    /** Looked at once in so many drains. */
    static final int EVERY = 12;

    /** Of a name that is in a circle: another of the same, which leads to the one that stands for all of them. That one leads to itself. */
    private Map<Name, Name> towards = new IdentityHashMap<>();
    private final List<Node.Fold> folds = new ArrayList<>();
    /** The places of which a call counts beside them. */
    private final Set<Node> callers = new HashSet<>();
    private int drains;

    /** Notes that recursive calls from {@code innermost} count at {@code outermost}, a place above it or itself: all between are a circle. */
    void fold(Node innermost, Node outermost) {
        Node.Fold fold = innermost.fold;
        if (fold == null) {
            fold = new Node.Fold(innermost, outermost);
            fold.usedAt = drains;
            folds.add(fold);
            innermost.fold = fold;
        }
        if (outermost.depth < fold.outermost.depth) {
            fold.outermost = outermost;
        }
        fold.isUsed = true;
        close(innermost, outermost);
    }

    /** Notes that a call from {@code innermost} counts below {@code around}, a place above it: all between are in the circle of that. */
    void aside(Node innermost, Node around) {
        callers.add(innermost);
        close(innermost, around);
    }

    private void close(Node innermost, Node outermost) {
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

    /**
     * Ends circles whose recursion no longer happens. Called at each drain. If it fails, that is done later.
     *
     * @return whether any has ended: threads then look up their calls in progress anew
     */
    boolean end() {
        if (++drains % EVERY != 0) {
            return false;
        }
        boolean any = false;
        for (Node.Fold each : folds) {
            each.usedAt = each.isUsed ? drains : each.usedAt;
            each.isUsed = false;
            any |= hasEnded(each);
        }
        if (any) {
            endUnused();
        }
        return any;
    }

    private boolean hasEnded(Node.Fold fold) {
        return drains - fold.usedAt >= DRAINS;
    }

    /** What goes on closes its circle again at its next call: calls aside are looked up anew. */
    private void endUnused() {
        for (Node each : callers) {
            each.forget(called -> called.parent != each && !called.isAround(each));
        }
        callers.clear();
        for (Node.Fold each : folds) {
            if (hasEnded(each)) {
                each.innermost.forget(called -> called.isAround(each.innermost));
                each.innermost.fold = null;
            }
        }
        folds.removeIf(this::hasEnded);
        towards = new IdentityHashMap<>();
        for (Node.Fold each : folds) {
            close(each.innermost, each.outermost);
        }
    }

    /** Calls that count aside are looked up anew if they count at a candidate that is gone, or where there was no room for one. */
    void forgetGone() {
        for (Node each : callers) {
            each.forget(called -> called.isGone() || called.isFlat());
        }
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
