package sim.context;

/** All contexts of one name and tag. */
final class Kind {
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

    /** @param slowest how many of the slowest are kept */
    Kind(int id, String name, String tag, String givenName, String givenTag, int slowest) {
        this.slowest = new Slowest(slowest);
        this.id = id;
        this.name = name;
        this.tag = tag;
        this.givenName = givenName;
        this.givenTag = givenTag;
    }

    boolean is(String aName, String aTag) {
        return givenName.equals(aName) && givenTag.equals(aTag);
    }
}
