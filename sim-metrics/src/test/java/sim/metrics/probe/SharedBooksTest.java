package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sim.base.name.Names;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Layout;
import sim.metrics.tree.Node;
import sim.metrics.tree.NumbersMemory;
import sim.metrics.tree.Tallies;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Meter;

/** Where memory is short a place has one tally in all shared books together: nobody charges for it, so there may be no second one. */
class SharedBooksTest {
    private static final int PLACES = 64;
    private static final int WALL = Meter.WALL.bit();

    private final Names names = new Names(10_000);
    private final CallTree tree = new CallTree(PLACES, names);
    private final List<Books> all = new ArrayList<>();
    private final SharedBooks shared = books();
    private final Node main = place(tree.root(), "main");

    /** A long tail of call paths in a full tree. A candidate's id is that of its name, the slot of one that is gone has the next. */
    @Test
    void aTailOfCandidatesLeavesOneTallyASlot() {
        for (int round = 0; round < 60; round++) {
            for (int i = 0; i < 20; i++) {
                count(place(main, "once" + round + "x" + i), 0);
            }
            for (int i = 0; i < 6; i++) {
                drain();
            }
        }
        assertThat(tallies()).as("of places and candidates")
                .isLessThanOrEqualTo(2 * PLACES);
    }

    /** Its id was that of its name, and is its own then. */
    @Test
    void aCandidateThatGetsItsPlaceKeepsItsTally() {
        for (int i = 0; i < PLACES; i++) {
            count(place(main, "first" + i), 0);
        }
        Node dear = place(main, "dear");
        assertThat(dear.isOther()).isTrue();
        count(dear, 1_000_000);
        int id = dear.id;
        int before = tallies();
        drain();
        assertThat(dear.isOther()).isFalse();
        assertThat(dear.id % all.size()).isNotEqualTo(id % all.size());
        count(dear, 1_000_000);
        assertThat(tallies()).isEqualTo(before);
    }

    private SharedBooks books() {
        Layout layout = new Layout(WALL, 0, Meter.COUNT);
        NumbersMemory memory = new NumbersMemory(64 << 10);
        AtomicLong ringRoom = new AtomicLong();
        return new SharedBooks(16, () -> {
            Books books = new Books(layout, memory, 16, ringRoom, WALL, Meter.COUNT);
            all.add(books);
            return books;
        });
    }

    private Node place(Node caller, String name) {
        return caller.child(names.parse("shop.Cart").name(name));
    }

    private void count(Node node, long wall) {
        Books books = shared.borrowOne(node);
        try {
            books.ledger.charge(books.ledger.addWall(books.ledger.tallyAnyhow(node), wall, 0, 0));
        } finally {
            books.held = 0;
        }
    }

    private void drain() {
        Gathering gathering = new Gathering(Meter.COUNT);
        shared.drain(gathering, new InvocationPacker());
        tree.settle(gathering);
    }

    private int tallies() {
        return all.stream().mapToInt(books -> Tallies.in(books.ledger)).sum();
    }
}
