package sim.recording.replay;

/** Reads the records of one thread, chunk after chunk, and adds up the differences that were written. */
final class Records {
    /** Called for every record, in the thread's order. */
    interface Visitor {
        /**
         * @param name the number of the name
         *
         * @param wall wall time, ns
         * @param readings by position in the thread's list of meters; valid during the call
         */
        void begin(int name, long wall, long[] readings) throws DamagedRecordingException;

        /**
         * @param lost how many firings inside were given up and have no end
         */
        void end(int lost, long wall, long[] readings) throws DamagedRecordingException;
    }

    private final long[] readings;
    private long wall;

    Records(int meters) {
        this.readings = new long[meters];
    }

    void read(RecordedBytes chunk, Visitor visitor) throws DamagedRecordingException {
        while (chunk.hasMore()) {
            int head = chunk.nextCount(Integer.MAX_VALUE);
            wall += chunk.nextSigned();
            if (readings.length > 0) {
                long changed = chunk.next();
                if (changed >>> readings.length != 0) {
                    throw new DamagedRecordingException("a reading of an unknown meter");
                }
                for (int i = 0; i < readings.length; i++) {
                    if ((changed & 1L << i) != 0) {
                        readings[i] += chunk.nextSigned();
                    }
                }
            }
            if ((head & 1) == 0) {
                visitor.begin(head >> 1, wall, readings);
            } else {
                visitor.end(head >> 1, wall, readings);
            }
        }
    }
}
