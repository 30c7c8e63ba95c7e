package sim.metrics.probe;

import sim.metrics.hotspot.Scorecard;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** Calls in a SIM that has one more meter: see {@link AddedMeterTest}, which loads this class once more for it. */
final class AddedMeterRun {
    private AddedMeterRun() {}

    /**
     * @param level what is read of the calls
     * @return total and self of the added meter at the place that was called
     */
    static long[] calls(String options, String level, int times) {
        Runs runs = new Runs(options + ",compensation=false");
        ProbeSite outer = runs.site("outer");
        ProbeSite called = runs.site("called");
        called.card().read(switch (level) {
            case "all" -> MeasureGroup.EVERY;
            case "time" -> MeasureGroup.TIME.bit();
            default -> MeasureGroup.TIME.bit() | (1 << 24) - 1 << Scorecard.GROUPS;
        });
        for (int i = 0; i < times; i++) {
            Object out = outer.begin();
            Object in = called.begin();
            called.end(in, null);
            outer.end(out, null);
        }
        runs.drain();
        TreeRow row = runs.row("outer/called");
        int added = Meter.labelled("added.count").ordinal();
        if (row.count() != times) {
            throw new AssertionError(row.count() + " calls");
        }
        TreeRow caller = runs.row("outer");
        if (caller.total()[added] != caller.self()[added] + row.total()[added]) {
            throw new AssertionError("what is inside is not the caller's own");
        }
        return new long[]{row.total()[added], row.self()[added]};
    }
}
