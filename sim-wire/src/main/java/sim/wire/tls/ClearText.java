package sim.wire.tls;

import java.util.regex.Pattern;

/** Whether what is not encrypted can be read on its way: collectors and commands judge that alike. */
public final class ClearText {
    /** This machine. A name that only begins like an address of it may be anybody's. */
    private static final Pattern HERE = Pattern
            .compile("localhost|127(\\.[0-9]{1,3}){3}|\\[?(::1|0:0:0:0:0:0:0:1)]?", Pattern.CASE_INSENSITIVE);

    private ClearText() {}

    /** Whether a token that is sent to that host in clear text leaves this machine. */
    public static boolean leavesTheMachine(String host) {
        return host == null || !HERE.matcher(host).matches();
    }
}
