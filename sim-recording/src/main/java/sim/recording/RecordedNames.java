package sim.recording;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jinspired.probes.Probes;
import sim.model.text.Text;

/** The numbers of names in a recording. Each name is written once, before the first firing that uses it. Any thread. */
final class RecordedNames {
    /** The most names. Further ones are recorded as number 0, {@code [other]}. */
    private static final int MOST = 100_000;
    /** The most parts of a name. Longer ones are recorded as {@code [other]} too. */
    private static final int MOST_PARTS = 1_000;
    /** The most characters of a part, because a block must not be larger than a reader accepts. */
    private static final int MOST_TEXT = 10_000;

    private final Map<Probes.Name, Integer> ids = new ConcurrentHashMap<>();
    private final Queue<Block> definitions;

    RecordedNames(Queue<Block> definitions) {
        this.definitions = definitions;
    }

    int idOf(Probes.Name name) {
        Integer known = ids.get(name);
        return known != null ? known : define(name);
    }

    private synchronized int define(Probes.Name name) {
        Integer known = ids.get(name);
        if (known != null || name.getLength() > MOST_PARTS) {
            return known == null ? 0 : known;
        }
        int prefix = name.getPrefix() == null ? 0 : define(name.getPrefix());
        if (ids.size() >= MOST || prefix == 0 && name.getPrefix() != null) {
            return 0;
        }
        int id = ids.size() + 1;
        definitions.add(new Block(RecordingFormat.NAME).add(id).add(prefix).add(cut(name.getValue())));
        ids.put(name, id);
        return id;
    }

    private static String cut(String text) {
        return Text.cut(text, MOST_TEXT);
    }
}
