package sim.server.http;

/** A request's parameter cannot be used. */
final class BadParameter extends RuntimeException {
    private static final long serialVersionUID = 1;

    final String parameter;
    final String value;
    final String allowed;
    final int status;

    BadParameter(int status, String parameter, String value, String allowed) {
        super(parameter + "=" + value + ": " + allowed);
        this.status = status;
        this.parameter = parameter;
        this.value = value;
        this.allowed = allowed;
    }
}
