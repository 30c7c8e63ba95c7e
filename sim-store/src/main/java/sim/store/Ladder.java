package sim.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The steps of time by which rows are added up. Level 0 has the rows as batches brought them; the others have one row for a
 * step, which ends at a multiple of it. A row belongs whole to the step in which its batch ends.
 *
 * @param slotMicros how long the head collects before its rows become segments
 * @param steps microseconds by level, each a multiple of the one before; 0 first
 */
public record Ladder(long slotMicros, List<Long> steps) {
    /** 1 minute, 10 minutes, an hour and a day. */
    public static final Ladder STANDARD = of(Duration.ofMinutes(10), Duration.ofMinutes(1), Duration.ofMinutes(10),
            Duration.ofHours(1), Duration.ofDays(1));

    /** @param steps those of the levels from 1 on: four */
    static Ladder of(Duration slot, Duration... steps) {
        List<Long> micros = new ArrayList<>(List.of(0L));
        for (Duration step : steps) {
            micros.add(step.toNanos() / 1_000);
        }
        return new Ladder(slot.toNanos() / 1_000, List.copyOf(micros));
    }

    /**
     * A ladder turned down, for tests of what takes months otherwise.
     *
     * @param text the slot and the four steps, such as {@code 10m,1m,10m,1h,1d}
     */
    public static Ladder of(String text) {
        List<Long> micros = Arrays.stream(text.split(",")).map(Keep::micros).toList();
        for (int i = 2; i < micros.size(); i++) {
            if (micros.get(i) % micros.get(i - 1) != 0) {
                throw new IllegalArgumentException("'" + text + "' has a step that is no multiple of the one before");
            }
        }
        if (micros.size() != STANDARD.steps.size()) {
            throw new IllegalArgumentException("'" + text + "' is not a slot and four steps, such as 10m,1m,10m,1h,1d");
        }
        List<Long> steps = new ArrayList<>(micros);
        steps.set(0, 0L);
        return new Ladder(micros.get(0), List.copyOf(steps));
    }

    /** The step of a level; a microsecond for level 0, whose rows end at any time. */
    long step(int level) {
        return Math.max(1, steps.get(level));
    }

    /** The step to which a level's oldest time is aligned: there the next level has whole steps. */
    long coarser(Scope scope, int level) {
        return step(Math.min(level + 1, scope.top));
    }

    /** How a level is called: {@code batch}, {@code 1m}, {@code 10m}, {@code 1h}, {@code 1d}. */
    String name(int level) {
        return level == 0 ? "batch" : Keep.text(steps.get(level));
    }

    /** How a level of a table is called: one that is not rolled up has a level for contexts that are kept longer. */
    String name(Table<?> table, int level) {
        return table.isRolled() || level == 0 ? name(level) : "notable";
    }

    /** The coarsest level whose step is at most that long. */
    int levelOf(long micros) {
        int level = 0;
        while (level + 1 < steps.size() && steps.get(level + 1) <= micros) {
            level++;
        }
        return level;
    }

    static long down(long micros, long step) {
        return Math.floorDiv(micros, step) * step;
    }

    static long up(long micros, long step) {
        return -down(-micros, step);
    }
}
