package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** Where the time is of a program that has many more places than its tree may have: a parser by recursive descent, visitors, and what comes late. */
class FullTreeTest {
    private static final int PLACES = 4_000;
    private static final int RULES = 60;
    private static final int HELPERS = 30;
    private static final int CHECKS = 40;
    private static final int STARTED = 300;

    @Test
    void aParsersTimeIsNotUnderOther() {
        Program program = new Program();
        double[] parts = new double[12];
        for (int interval = 0; interval < parts.length; interval++) {
            program.parse(40);
            parts[interval] = program.otherPart();
        }
        assertThat(parts[parts.length - 1]).as("of the last interval: %s", Arrays.toString(parts))
                .isLessThan(0.01);
    }

    @Test
    void whatComesLateIsNotUnderOther() {
        Program program = new Program();
        double[] parts = new double[16];
        for (int interval = 0; interval < parts.length; interval++) {
            program.parse(40);
            if (interval >= 4) {
                program.check(200);
            }
            parts[interval] = program.otherPart();
        }
        assertThat(parts[parts.length - 1]).as("of the last interval: %s", Arrays.toString(parts))
                .isLessThan(0.01);
    }

    /** Checkstyle's configuration made three quarters of its places before it parsed anything. */
    @Test
    void whatTheStartAloneCalledMakesRoom() {
        Program program = new Program();
        program.start();
        double[] parts = new double[12];
        for (int interval = 0; interval < parts.length; interval++) {
            program.parse(40);
            program.check(100);
            parts[interval] = program.otherPart();
        }
        assertThat(parts[parts.length - 1]).as("of the last interval: %s", Arrays.toString(parts))
                .isLessThan(0.01);
    }

    /** Each name that is switched off makes new callers of what it called, and leaves its own places unused. */
    @Test
    void whereNamesAreSwitchedTheOldPlacesMakeRoom() {
        Program program = new Program();
        Random chance = new Random(7);
        double part = 0;
        for (int interval = 0; interval < 26; interval++) {
            program.parse(40);
            program.check(100);
            part = program.otherPart();
            for (int i = 0; i < 20 && interval < 16; i++) {
                program.switchSome(chance);
            }
        }
        assertThat(part).isLessThan(0.01);
        assertThat(program.metering.nodesAfter(0).size()).as("places, and those under [other]")
                .isLessThan(2 * PLACES + RULES + HELPERS + 12 * CHECKS);
    }

    /** A program with phases: the first has more callers and names than there may be places and candidates. */
    @Test
    void whatComesAfterTwiceTheLimitIsNotUnderOther() {
        Program program = new Program();
        for (int interval = 0; interval < 3; interval++) {
            program.start(4 * PLACES, 5_000, program.random);
            program.otherPart();
        }
        double[] parts = new double[12];
        for (int interval = 0; interval < parts.length; interval++) {
            program.check(200);
            parts[interval] = program.otherPart();
        }
        assertThat(parts[0]).as("no room at first: %s", Arrays.toString(parts)).isGreaterThan(0.5);
        assertThat(parts[parts.length - 1]).as("of the last interval: %s", Arrays.toString(parts))
                .isLessThan(0.01);
    }

    /** More callers and names than find room, all of them called all the time, and together a thousandth of all. */
    @Test
    void whatIsDearFindsRoomAmongManyThatAreCheap() {
        Program program = new Program();
        double[] parts = new double[40];
        for (int interval = 0; interval < parts.length; interval++) {
            program.work();
            Random same = new Random(3);
            for (int i = 0; i < 200; i++) {
                program.start(4 * PLACES / 200, 1, same);
                if (interval >= 3) {
                    program.check(1);
                }
            }
            parts[interval] = program.otherPart();
        }
        assertThat(parts[3]).as("no room at first: %s", Arrays.toString(parts)).isGreaterThan(0.2);
        assertThat(parts[parts.length - 1]).as("of the last interval: %s", Arrays.toString(parts))
                .isLessThan(0.03);
    }

    /** However many callers and names come and go, a thread has tallies for as many as may be there at a time. */
    @Test
    void candidatesThatGoLeaveTheirMemoryToOthers() {
        Program program = new Program();
        long[] taken = new long[24];
        for (int phase = 0; phase < taken.length; phase++) {
            program.start(4 * PLACES, 5_000, program.random);
            for (int interval = 0; interval < 6; interval++) {
                program.otherPart();
            }
            taken[phase] = program.metering.threads.books.memory.taken();
        }
        assertThat(taken[taken.length - 1]).as("bytes: %s", Arrays.toString(taken)).isLessThan(taken[9] * 11 / 10);
    }

    private static final class Program {
        private final PlayedClock clock = new PlayedClock();
        private final Metering metering;
        private final Random random = new Random(1);
        private final Set<String> off = new HashSet<>();
        private final ProbeSite main;
        private final ProbeSite[] rules = new ProbeSite[RULES];
        private final int[][] called = new int[RULES][];
        private final ProbeSite[] helpers = new ProbeSite[HELPERS];
        private final ProbeSite[][] checks = new ProbeSite[CHECKS][];

        Program() {
            Properties properties = new Properties();
            properties.setProperty("sim.hotspot.threshold", "0"); // nothing is switched but by hand
            properties.setProperty("sim.hotspot.threshold.inherent", "0");
            properties.setProperty("sim.compensation", "false");
            properties.setProperty("sim.meters", "wall");
            metering = new Metering(Options.load("tree.nodes=" + PLACES, properties), clock, false);
            main = metering.site("test", "main");
            for (int rule = 0; rule < RULES; rule++) {
                rules[rule] = metering.site("test", "rule" + rule);
                called[rule] = random.ints(4, 0, RULES).toArray();
            }
            for (int helper = 0; helper < HELPERS; helper++) {
                helpers[helper] = metering.site("test", "helper" + helper);
            }
            for (int check = 0; check < CHECKS; check++) {
                checks[check] = new ProbeSite[12];
                for (int part = 0; part < checks[check].length; part++) {
                    checks[check][part] = metering.site("test", "check" + check + "_" + part);
                }
            }
        }

        /** Beside which the calls of {@link #start} that take 1 ns each are next to nothing. */
        void work() {
            main.begin();
            clock.passes(30_000_000);
            main.end();
        }

        /** Paths by chance, three quarters of the places. */
        void start() {
            start(PLACES / 4, 5_000, random);
        }

        void start(int paths, int nanos, Random by) {
            main.begin();
            for (int path = 0; path < paths; path++) {
                ProbeSite[] calls = new ProbeSite[3];
                for (int i = 0; i < calls.length; i++) {
                    calls[i] = metering.site("test", "start" + by.nextInt(STARTED));
                }
                nest(calls, 0, nanos);
            }
            main.end();
        }

        void parse(int files) {
            main.begin();
            for (int file = 0; file < files; file++) {
                rule(0, 0);
            }
            main.end();
        }

        private void rule(int rule, int depth) {
            rules[rule].begin();
            clock.passes(1_000);
            int helpersOf = rule % 5;
            for (int i = 0; i < 3; i++) {
                help((helpersOf * 6 + i * 2) % HELPERS, 3);
            }
            for (int i = 0; i < (depth < 4 ? 2 : 1) && depth < 25; i++) {
                rule(called[rule][random.nextInt(4)], depth + 1);
            }
            rules[rule].end();
        }

        private void help(int helper, int more) {
            helpers[helper].begin();
            clock.passes(200);
            if (more > 0) {
                help((helper + 1) % HELPERS, more - 1);
            }
            helpers[helper].end();
        }

        /** One name off, or on again, but the outermost. */
        void switchSome(Random chance) {
            int check = chance.nextInt(CHECKS);
            String name = List.of("rule" + (1 + chance.nextInt(RULES - 1)), "helper" + chance.nextInt(HELPERS),
                    "check" + check + "_" + chance.nextInt(12)).get(chance.nextInt(3));
            boolean goesOff = !off.remove(name) && off.add(name);
            metering.control(new HotspotControl(
                    goesOff ? HotspotControl.Action.DISABLE : HotspotControl.Action.ENABLE, "test", name, -1, -1));
        }

        /** Each check is dear, in what it calls. */
        void check(int times) {
            main.begin();
            for (int i = 0; i < times; i++) {
                nest(checks[random.nextInt(CHECKS)], 0, 5_000);
            }
            main.end();
        }

        private void nest(ProbeSite[] path, int from, int nanos) {
            if (from < path.length) {
                path[from].begin();
                clock.passes(nanos);
                nest(path, from + 1, nanos);
                path[from].end();
            }
        }

        /** The part of the self time of the interval that is under {@code [other]}. */
        double otherPart() {
            Snapshot snapshot = metering.drain();
            Map<Integer, String> members = new HashMap<>();
            Map<Integer, NodeEntry> nodes = new HashMap<>();
            metering.namesAfter(0).forEach(name -> members.put(name.id(), name.member()));
            metering.nodesAfter(0).forEach(node -> nodes.put(node.id(), node));
            double all = 0;
            double other = 0;
            for (TreeRow row : snapshot.rows()) {
                int parent = nodes.get(row.node()).parent();
                boolean isOther = parent != 0 && members.get(nodes.get(parent).name()).equals("[other]");
                all += row.self()[0];
                other += isOther ? row.self()[0] : 0;
            }
            return other / all;
        }
    }
}
