package sim.server.identity;

/** Why an attempt was refused. Each kind has its own lines a minute in the audit log: whoever can cause one must not hide another. */
public enum Refused {
    /** A host, an origin or a site that is not the server's own. */
    FOREIGN("of foreign hosts and pages"),
    /** A header or a cookie that says who it is, or from where, and comes twice. */
    TWICE("with a header that comes twice"),
    /** A header of the proxy's, sent by somebody else. */
    FORGED("with a proxy's headers from elsewhere"),
    /** Nothing that says who it is. */
    UNKNOWN("without a token"),
    /** A token that is not known. */
    WRONG_TOKEN("with a wrong token"),
    /** Somebody who is known, and may not. */
    NOT_ALLOWED("of callers who may not");

    final String label;

    Refused(String label) {
        this.label = label;
    }
}
