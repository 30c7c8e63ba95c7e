package sim.server.identity;

/**
 * Who a request or a collector comes from.
 *
 * @param name the token's or the user's name
 * @param role what they may do; null for somebody who did not say who they are
 * @param applications which applications they may see or report as
 * @param token the token they came with; null if they came without one
 */
public record Caller(String name, Role role, Applications applications, Token token) {
    /** Whoever comes to a server that asks nobody who they are. */
    public static final Caller ANYBODY = new Caller("anybody", Role.ADMIN, Applications.ALL, null);

    /** Whoever did not say who they are, at a server that asks. */
    public static final Caller NOBODY = new Caller("nobody", null, Applications.of(java.util.List.of("")), null);

    static Caller of(Token token) {
        return new Caller(token.name(), token.role(), Applications.of(token.apps()), token);
    }

    /** The audit log names applications, so an admin is one of all. */
    public boolean may(Role needed) {
        return this == ANYBODY
                || role != null && role.includes(needed) && (needed != Role.ADMIN || applications.isAll());
    }

    public boolean maySee(String application) {
        return applications.includes(application);
    }
}
