package sim.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees made by chance, merged as the words say it: upwards from each place, however long that takes. */
class MergedTreeTest {
    private final QueryGate gate = new QueryGate(
            new QueryGate.Limits(1, 1, Duration.ofSeconds(1), Duration.ofMinutes(10), 256 << 20), () -> 0);
    private final Turn turn = gate.turn(() -> {});
    private final Question question = new Question(null, null, turn);

    @AfterEach
    void close() {
        gate.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void placesAreMergedAndRecursionIsFoldedAsIfEachLookedUpwards(boolean fold) {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Forest forest = forest(random, 1 + random.nextInt(400), 1 + random.nextInt(9), random.nextInt(4));
            assertThat(merged(forest, fold)).as("seed " + seed).isEqualTo(expected(forest, fold));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void mergingEndsWithItsTurn(boolean fold) {
        Forest forest = forest(new Random(1), 5_000, 5_000, 0);
        turn.end(new TooBusy("of the test"));
        assertThatThrownBy(() -> new MergedTree(question, forest, fold)).isInstanceOf(TooBusy.class);
    }

    /** Looked for upwards this takes twenty thousand million steps. */
    @Test
    void aChainOfManyMethodsIsMergedInOneGo() {
        Forest forest = new Forest(question, true);
        for (int node = 1; node <= 200_000; node++) {
            forest.add("i", node, node - 1, "a.A", Integer.toString(node), false);
        }
        assertThat(new MergedTree(question, forest, true).size()).isEqualTo(200_000);
    }

    /** Deep or flat, some of it hidden, in two instances. */
    private Forest forest(Random random, int places, int methods, int hidden) {
        Forest forest = new Forest(question, false);
        boolean[] isHidden = new boolean[methods];
        for (int i = 0; i < hidden; i++) {
            isHidden[random.nextInt(methods)] = true;
        }
        for (String instance : List.of("i", "j")) {
            for (int node = 1; node <= places; node++) {
                int method = random.nextInt(methods);
                int parent = random.nextInt(3) > 0 ? node - 1 : random.nextInt(node);
                forest.add(instance, node, parent, isHidden[method] ? "split:a.A" : "a.A", "m" + method, false);
            }
        }
        return forest;
    }

    /** How deep the recursion goes, by the path of each node. */
    private Map<String, Integer> merged(Forest forest, boolean fold) {
        MergedTree tree = new MergedTree(question, forest, fold);
        List<String> paths = new ArrayList<>();
        Map<String, Integer> levels = new HashMap<>();
        for (int node = 0; node < tree.size(); node++) {
            String above = tree.caller(node) == Forest.NONE ? "" : paths.get(tree.caller(node));
            String path = above + "/" + forest.methods.get(tree.method(node)).member();
            paths.add(path);
            assertThat(levels.put(path, Math.max(1, tree.levels(node)))).as(path).isNull();
        }
        int[] groups = tree.groups();
        for (int place = 0; place < forest.size(); place++) {
            assertThat(groups[place] == Forest.NONE).isEqualTo(forest.isHidden(place));
        }
        return levels;
    }

    private static Map<String, Integer> expected(Forest forest, boolean fold) {
        String[] pathOf = new String[forest.size()];
        int[] levelOf = new int[forest.size()];
        Map<String, Integer> levels = new HashMap<>();
        for (int place = 0; place < forest.size(); place++) {
            int caller = forest.caller(place);
            String above = caller == Forest.NONE ? "" : pathOf[caller];
            if (forest.isHidden(place)) {
                pathOf[place] = above;
                continue;
            }
            String method = "/" + forest.methods.get(forest.method(place)).member();
            int outer = fold ? (above + "/").indexOf(method + "/") : -1;
            pathOf[place] = outer < 0 ? above + method : above.substring(0, outer + method.length());
            levelOf[place] = 1;
            for (int up = caller; fold && up != Forest.NONE; up = forest.caller(up)) {
                if (!forest.isHidden(up) && pathOf[up].equals(pathOf[place])) {
                    levelOf[place] = levelOf[up] + 1;
                    break;
                }
            }
            levels.merge(pathOf[place], levelOf[place], Math::max);
        }
        return levels;
    }
}
