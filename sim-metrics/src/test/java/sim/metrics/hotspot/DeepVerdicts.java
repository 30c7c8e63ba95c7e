package sim.metrics.hotspot;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Standing;

/** A program that switches a name off again and again, each time with a little more room on the stack: see {@link DrainedTest}. */
final class DeepVerdicts {
    private static final int UP = 300;

    private final Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {});
    private final Scorecard card = hotspot.open(new Names(10).parse("shop.Cart").name("price"), 1);

    private DeepVerdicts() {}

    public static void main(String[] arguments) throws InterruptedException {
        DeepVerdicts verdicts = new DeepVerdicts();
        verdicts.card.control(HotspotControl.Action.DISABLE); // so that all classes are there
        verdicts.card.control(HotspotControl.Action.RESET);
        Throwable[] failed = new Throwable[1];
        Thread deep = new Thread(null, verdicts::judge, "deep", 256 << 10);
        deep.setUncaughtExceptionHandler((thread, failure) -> failed[0] = failure);
        deep.start();
        deep.join();
        if (failed[0] != null) {
            throw new IllegalStateException(failed[0]);
        }
        System.out.println("dropped " + verdicts.hotspot.dropped());
    }

    private void judge() {
        List<String> wrong = new ArrayList<>();
        for (int up = 0; up < UP; up++) {
            card.control(HotspotControl.Action.RESET);
            if (!card.lower(Level.SAMPLED, MeasureGroup.TIME.bit(), "too much")) {
                wrong.add(up + " frames up: not lowered");
            }
            disable(up);
            hotspot.drainScores(new ArrayList<>());
            boolean isOff = card.standing() == Standing.OFF;
            if (card.name().isDisabled() != isOff || (card.reading() == MeasureGroup.EVERY) != isOff) {
                wrong.add(up + " frames up: " + card.standing() + ", reads " + card.reading());
            }
        }
        wrong.forEach(each -> System.out.println("wrong " + each));
    }

    /** Switches the name off so many frames above the deepest. Returns how far up from there it is. */
    private int disable(int frames) {
        int up = 0;
        try {
            up = disable(frames) + 1;
        } catch (StackOverflowError full) {
            // this is the deepest
        }
        if (up == frames) {
            try {
                card.control(HotspotControl.Action.DISABLE);
            } catch (StackOverflowError full) {
                // as meant
            }
        }
        return up;
    }
}
