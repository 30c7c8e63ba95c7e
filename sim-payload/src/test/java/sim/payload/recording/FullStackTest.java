package sim.payload.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.base.name.Names;
import sim.base.redact.Redaction;
import sim.metrics.tree.CallTree;
import sim.model.payload.PayloadMinute;

/** What is made on a stack that may end at any call: it is there or it is not, nothing is there in part, and no search goes round for ever. */
class FullStackTest {
    private static final int MANY = 1_000_000;
    private static final int NEAR = 250;
    private static final int BEYOND = 20;
    private static final int STACK = 160 << 10;
    private static final int STEP = 50;
    private static final String TEXT = "text";

    private static final long ROOM = 1L << 40;

    private int steps;

    private static PayloadBounds bounds(int splits) {
        return new PayloadBounds(MANY, MANY, MANY, splits, splits, 1, MANY, MANY, MANY);
    }

    private static void assertTaken(long bytes, PayloadMemory memory) {
        assertThat(memory.take(ROOM - bytes)).isTrue();
        assertThat(memory.take(1)).isFalse();
        memory.give(ROOM - bytes);
    }

    /** Does it with a number of its own at each of many depths around the deepest. Returns how many times. */
    private int nearTheEnd(IntConsumer step) throws InterruptedException {
        Thread thread = new Thread(null, () -> {
            int deepest = STEP;
            while (isDone(deepest, step)) {
                deepest += STEP;
            }
            for (int depth = deepest + BEYOND; depth > Math.max(0, deepest - NEAR); depth--) {
                isDone(depth, step);
            }
        }, "full", STACK);
        thread.setDaemon(true);
        thread.start();
        thread.join();
        return steps;
    }

    private boolean isDone(int depth, IntConsumer step) {
        try {
            down(depth, step);
            return true;
        } catch (StackOverflowError full) {
            return false;
        }
    }

    private void down(int depth, IntConsumer step) {
        if (depth > 0) {
            down(depth - 1, step);
        } else {
            step.accept(++steps);
        }
    }

    @Test
    void aLeafIsListedOnceAndFoundAgain() throws Exception {
        PayloadMemory memory = new PayloadMemory(ROOM);
        Leaves leaves = new Leaves(memory, new Mishaps(), MANY, MANY);
        int many = nearTheEnd(number -> leaves.find(number, TEXT));
        List<Leaf> all = new ArrayList<>();
        leaves.each(all::add);
        Map<Integer, Leaf> byNode = new HashMap<>();
        all.forEach(each -> assertThat(byNode.put(each.node, each)).isNull());
        byNode.forEach((node, leaf) -> assertThat(leaves.find(node, TEXT)).isSameAs(leaf));
        assertTaken(all.size() * Leaf.bytes(TEXT), memory);
        IntStream.rangeClosed(1, many).forEach(node -> leaves.find(node, TEXT));
        all.clear();
        leaves.each(all::add);
        assertThat(all).hasSize(many);
        leaves.retire();
        assertTaken(0, memory);
    }

    @Test
    void aPlaceThatIsFullIsFoundFull() throws Exception {
        Leaves leaves = new Leaves(new PayloadMemory(ROOM), new Mishaps(), 0, MANY);
        int many = nearTheEnd(number -> leaves.find(number, TEXT));
        IntStream.rangeClosed(1, many)
                .forEach(node -> assertThat(leaves.find(node, TEXT)).isSameAs(leaves.find(node, Leaves.OTHER)));
    }

    @Test
    void anObjectsSumsAreListedOnceAndFoundAgain() throws Exception {
        PayloadMemory memory = new PayloadMemory(ROOM);
        ObjectTallies tallies = new ObjectTallies(memory, new Mishaps(), MANY);
        int many = nearTheEnd(number -> tallies.find(number, 1));
        IntStream.rangeClosed(1, many).forEach(object -> tallies.find(object, 1));
        List<ObjectTally> all = new ArrayList<>();
        tallies.each(all::add);
        assertThat(all).hasSize(many + 1).doesNotHaveDuplicates();
        assertTaken((long) many * ObjectTally.BYTES, memory);
        tallies.retire();
        assertTaken(0, memory);
    }

    @Test
    void controlObjectsThatAreClosedAreOpenNoMore() throws Exception {
        ControlObjects.Shared shared = new ControlObjects.Shared(MANY / 10, MANY, Redaction.NONE, new Mishaps());
        ControlObjects objects = new ControlObjects(shared, 1);
        List<Object> held = IntStream.range(0, MANY / 100).mapToObj(each -> new Object()).toList();
        int many = nearTheEnd(number -> {
            objects.open(held.get(number % held.size()), TEXT, true);
            objects.close(held.get((number + 1) / 2 % held.size()));
        });
        assertThat(many).isPositive();
        held.forEach(objects::close);
        assertThat(shared.open).hasValue(0);
        held.forEach(each -> assertThat(objects.open(each, TEXT, true)).isPositive());
        assertThat(shared.open).hasValue(held.size());
    }

    @Test
    void splitsAreFoundAgainAndTakeNoMoreThanTheyAre() throws Exception {
        Names names = new Names(MANY);
        CallTree tree = new CallTree(MANY, names);
        List<String> texts = IntStream.range(0, MANY / 100).mapToObj(each -> TEXT + each).toList();
        SplitTexts splits = new SplitTexts("Probe", names, bounds(texts.size() + 1), new Mishaps());
        nearTheEnd(number -> splits.find(tree.root(), texts.get(number % texts.size())));
        texts.forEach(each -> assertThat(splits.find(tree.root(), each))
                .isNotSameAs(splits.find(tree.root(), Leaves.OTHER)));
    }

    @Test
    void sumsOfAMinuteStay() throws Exception {
        Minutes minutes = new Minutes();
        PayloadTold told = new PayloadTold();
        Mishaps mishaps = new Mishaps();
        KnownProbe probe = new KnownProbe(1, "probe", null, new SplitTexts("probe", new Names(1), bounds(1), mishaps));
        told.recording = new Recording(1, probe, 1, true, new PayloadMemory(MANY), mishaps, bounds(1));
        told.text = TEXT;
        boolean[] added = new boolean[MANY];
        int many = nearTheEnd(number -> {
            told.object = number;
            added[number] = minutes.add(told);
        });
        List<PayloadMinute> kept = new ArrayList<>();
        Minutes taken = new Minutes();
        minutes.moveTo(taken);
        taken.tell(kept);
        assertThat(kept.stream().map(PayloadMinute::object).collect(Collectors.toSet()))
                .containsAll(IntStream.rangeClosed(1, many).filter(each -> added[each])
                        .mapToObj(each -> (long) each).toList());
    }
}
