package sim.wire;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import sim.model.snapshot.Level;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;

/** The scorecards that changed. A name's last score replaces the earlier ones. */
final class ScoreSection extends ElementSection<Score> {
    ScoreSection() {
        super("scores", Score.class);
    }

    @Override
    void write(Score score, long fromMicros, Parts out) {
        out.add(score.name());
        out.add(score.standing().number());
        out.add(score.balance());
        out.add(score.trials());
    }

    @Override
    Score readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new Score(in.nextInt(), in.nextOf(Standing.values()), in.next(), in.nextInt());
    }

    @Override
    void writeMore(List<Score> scores, long fromMicros, Parts out) {
        Appendix.write(scores, score -> !score.isUnmoved(), score -> {
            out.add(score.level().number());
            out.add(score.levelMicros());
            out.add(score.groups());
            out.add(score.oneIn());
        }, out);
    }

    @Override
    void readMore(List<Score> scores, long fromMicros, Parts in) throws WireException {
        Appendix.read(scores, in, score -> {
            Level level = in.nextOf(Level.values());
            return new Score(score.name(), score.standing(), score.balance(), score.trials(), level, in.next(),
                    in.nextInt(), in.nextInt());
        });
    }

    @Override
    long bytes(Score score) {
        return Sizes.OBJECT + 56;
    }

    @Override
    public List<Score> melt(List<List<Score>> waiting, long room) {
        Map<Integer, Score> latest = new TreeMap<>();
        waiting.forEach(scores -> scores.forEach(score -> latest.put(score.name(), score)));
        return List.copyOf(latest.values());
    }

    @Override
    public int share() {
        return 0;
    }

    @Override
    public Score cleaned(Score element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}
