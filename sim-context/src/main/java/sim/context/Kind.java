package sim.context;

/** All contexts of one name and tag. */
final class Kind {
    private static final int NEVER = -1;

    /** Dense, from 0, which is all kinds past the bound. */
    final int id;
    final String name;
    final String tag;
    /** As they were given. */
    private final String givenName;
    private final String givenTag;
    /** Places that its contexts were kept with since the last drain. Racy: a few may be missing, which matters to no sum. */
    int places;
    /** Failed contexts that were kept past the rate since the last drain. Racy as well. */
    int failed;
    final Slowest slowest;
    /** The number of the interval in which there was no memory for it; {@link #NEVER} if that was not the reason, or it is a kind of its own. */
    private final int refused;

    /** @param slowest how many of the slowest are kept */
    Kind(int id, String name, String tag, String givenName, String givenTag, int slowest) {
        this(id, name, tag, givenName, givenTag, slowest, NEVER);
    }

    /** What is called so and counts with the others, because there was no memory for it. */
    static Kind refused(String name, String tag, String givenName, String givenTag, int drains) {
        return new Kind(0, name, tag, givenName, givenTag, 0, drains);
    }

    private Kind(int id, String name, String tag, String givenName, String givenTag, int slowest, int refused) {
        this.refused = refused;
        this.slowest = new Slowest(slowest);
        this.id = id;
        this.name = name;
        this.tag = tag;
        this.givenName = givenName;
        this.givenTag = givenTag;
    }

    /** Whether it is worth to look for memory again: not more than once in an interval. */
    boolean isToBeTriedAgain(int drains) {
        return refused != NEVER && refused != drains;
    }

    boolean is(String aName, String aTag) {
        return givenName.equals(aName) && givenTag.equals(aTag);
    }
}
