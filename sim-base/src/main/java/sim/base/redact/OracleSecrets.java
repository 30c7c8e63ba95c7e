package sim.base.redact;

/** The password in {@code jdbc:oracle:thin:user/password@host}. The same without its beginning is a path, or an address of mail. */
final class OracleSecrets {
    private static final String[] DRIVERS = {"jdbc:oracle:thin", "jdbc:oracle:oci", "jdbc:oracle:oci8"};

    private OracleSecrets() {}

    static boolean isAt(String text, int colon) {
        for (String driver : DRIVERS) {
            if (colon >= driver.length()
                    && text.regionMatches(true, colon - driver.length(), driver, 0, driver.length())) {
                return true;
            }
        }
        return false;
    }

    /** Where it begins, or -1. */
    static int passwordOf(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '/') {
                return i + 1;
            }
            if (c == '@' || Character.isWhitespace(c)) {
                return -1;
            }
        }
        return -1;
    }
}
