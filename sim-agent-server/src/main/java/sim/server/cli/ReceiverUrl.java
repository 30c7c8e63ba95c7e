package sim.server.cli;

import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.tls.ClearText;

/** Looks at the URL of a receiver of spans before anything is sent there. The thread that starts the server. */
final class ReceiverUrl {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiverUrl.class);

    private ReceiverUrl() {}

    /**
     * Refuses what is no URL, and says what others can read on the way.
     *
     * @param option the option that names it
     * @param example a URL that is right
     * @param also what is sent beside contexts, such as {@code " and the headers of FILE"}; may be empty
     */
    static void look(String option, URI url, String example, String also) {
        if (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme()) || url.getHost() == null) {
            throw new IllegalStateException(
                    option + " " + url + " is no URL of http or https; write it as " + example);
        }
        if ("http".equals(url.getScheme()) && ClearText.leavesTheMachine(url.getHost())) {
            LOG.warn(
                    "{} {} sends contexts with their values{} to another machine in clear text, and whoever is on the way can read and use them; write https:// if it has TLS",
                    option, url, also);
        }
    }
}
