package sim.wire.tls;

import java.util.ArrayList;
import java.util.List;

/** The versions and ciphers of TLS that SIM speaks: those with forward secrecy and authenticated encryption. */
public final class Suites {
    private Suites() {}

    public static String[] versions() {
        return new String[]{"TLSv1.3", "TLSv1.2"};
    }

    /** Those of what the JDK has on, in its order of preference. */
    public static String[] of(String[] enabled) {
        List<String> good = new ArrayList<>();
        for (String suite : enabled) {
            boolean newer = suite.startsWith("TLS_AES_") || suite.startsWith("TLS_CHACHA20_");
            boolean secret = suite.startsWith("TLS_ECDHE_")
                    && (suite.contains("_GCM_") || suite.contains("_CHACHA20_"));
            if (newer || secret) {
                good.add(suite);
            }
        }
        return good.toArray(new String[0]);
    }
}
