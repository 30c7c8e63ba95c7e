package sim.server.query;

/**
 * Which rows of a list are wanted, and whether there are more. A range stays that of the first page: "the last five minutes" are others at
 * each request. One answer, one thread.
 */
public final class Page {
    private static final int DIGITS = 36;
    /** Rows that no page is behind. */
    private static final int MOST = 1_000_000_000;

    private final int limit;
    private final int offset;
    private final long fromMillis;
    private final long toMillis;
    private int given;

    /** @param offset the rows of the pages before; @param fromMillis the range that was asked for */
    public Page(int limit, int offset, long fromMillis, long toMillis) {
        this.limit = limit;
        this.offset = offset;
        this.fromMillis = Math.max(0, fromMillis); // before that was nothing
        this.toMillis = toMillis;
    }

    /** The first rows, whatever the range; there is no other page. */
    public static Page first(int limit) {
        return new Page(limit, 0, 0, 0);
    }

    /** What a cursor says, at most {@code limit} rows; null if it says nothing. */
    public static Page behind(String cursor, int limit) {
        String[] parts = cursor.split("-", -1);
        try {
            int offset = parts.length == 3 ? Integer.parseInt(parts[0], DIGITS) : MOST;
            if (offset < MOST) {
                return new Page(limit, offset, Long.parseLong(parts[1], DIGITS), Long.parseLong(parts[2], DIGITS));
            }
        } catch (NumberFormatException malformed) {
            // no cursor of ours
        }
        return null;
    }

    public long fromMillis() {
        return fromMillis;
    }

    public long toMillis() {
        return toMillis;
    }

    int limit() {
        return limit;
    }

    /** How many rows to skip. */
    public int offset() {
        return offset;
    }

    /** How many rows to read: the one more tells whether there is another page. */
    public int asked() {
        return limit + 1;
    }

    /** Whether the next row that was read belongs to the page. */
    public boolean takes() {
        return ++given <= limit;
    }

    /** The first row of the page among so many that are known. */
    int from(int rows) {
        return Math.min(offset, rows);
    }

    /** The row behind its last one. */
    int to(int rows) {
        given = rows - from(rows);
        return from(rows) + Math.min(limit, given);
    }

    /** Where the next page begins; null if there is none. */
    public String next() {
        return given <= limit
                ? null
                : Integer.toString(offset + limit, DIGITS) + '-' + Long.toString(fromMillis, DIGITS) + '-'
                        + Long.toString(toMillis, DIGITS);
    }
}
