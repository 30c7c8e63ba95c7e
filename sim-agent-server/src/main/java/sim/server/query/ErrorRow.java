package sim.server.query;

/**
 * Which row of the errors. With neither a place nor a kind, the exceptions that are only counted, and without a place.
 *
 * @param type the exception's class; empty where none is known
 * @param owner the class of the place where it began, or null
 * @param member its method, or null
 * @param kind that of the contexts that failed, where no call is known to have; or null
 */
public record ErrorRow(String type, String owner, String member, KindFilter kind) {}
