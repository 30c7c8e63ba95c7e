package sim.recording.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A thread of a recording: the positions of its chunks, the time in which it was metered, and the firings that were given up. */
final class RecordedThread implements Records.Visitor {
    final String name;
    final List<String> meters;
    final List<Chunk> chunks = new ArrayList<>();
    /** The firings that the runtime gave up, by their order. Calls inside them belong to their callers. */
    final Set<Long> givenUp = new HashSet<>();
    /** How many firings ended. */
    long ended;
    long firstWall = Long.MAX_VALUE;
    long lastWall = Long.MIN_VALUE;

    private final List<?> names;
    private final Records records;
    private long[] open = new long[16];
    private int depth;
    private long begun;

    /**
     * @param names all names that are known so far; the list grows
     */
    RecordedThread(String name, List<String> meters, List<?> names) {
        this.name = name;
        this.meters = meters;
        this.names = names;
        this.records = new Records(meters.size());
    }

    /** Notes a chunk, and reads through it. */
    void add(Chunk chunk, RecordedBytes content) throws DamagedRecordingException {
        chunks.add(chunk);
        records.read(content, this);
    }

    @Override
    public void begin(int name, long wall, long[] readings) throws DamagedRecordingException {
        if (name >= names.size()) {
            throw new DamagedRecordingException("name " + name + " is not defined before it is used");
        }
        firstWall = Math.min(firstWall, wall);
        lastWall = Math.max(lastWall, wall);
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = begun++;
    }

    @Override
    public void end(int lost, long wall, long[] readings) throws DamagedRecordingException {
        lastWall = Math.max(lastWall, wall);
        if (lost + 1 > depth) {
            throw new DamagedRecordingException("an end without its begin");
        }
        for (int i = 0; i < lost; i++) {
            givenUp.add(open[--depth]);
        }
        depth--;
        ended++;
    }

    /**
     * @param offset the position of its records in the file
     */
    record Chunk(long offset, int length) {}
}
