package sim.server.ingest;

import java.io.IOException;
import java.net.InetAddress;
import java.util.regex.Pattern;
import sim.model.text.Text;
import sim.server.identity.Caller;
import sim.server.identity.Guard;
import sim.server.identity.Refused;
import sim.server.identity.Role;
import sim.server.identity.TooManyFailures;
import sim.wire.FrameReader;
import sim.wire.Hello;
import sim.wire.OneLine;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** How a collector says who it is: its hello, and whether its token lets it in. */
final class Introduction {
    /** Characters of what is refused. */
    private static final int SHOWN = 100;
    private static final Pattern INSTANCE = Pattern.compile("[A-Za-z0-9._-]+");

    private Introduction() {}

    /** A collector that may not ship. */
    static final class NotLetInException extends IOException {
        private static final long serialVersionUID = 1;

        NotLetInException(String line) {
            super(line);
        }
    }

    /** The first frame; null if the peer hung up before it. */
    static Hello hello(FrameReader reader) throws IOException, WireException {
        int length = reader.next(Wire.MAX_HELLO);
        WireFrame first = length == 0 ? null : reader.body(length);
        if (first == null) {
            return null;
        }
        if (!(first instanceof Hello hello)) {
            throw new WireException("the first frame is not a hello");
        }
        check(hello);
        return hello;
    }

    /** Checks the texts that lists, files and logs show for as long as anything of the instance is kept. */
    private static void check(Hello hello) throws WireException {
        if (hello.application().isBlank() || hello.application().length() > Text.LONGEST_NAME
                || hello.instance().isBlank() || hello.instance().length() > Text.LONGEST_NAME) {
            throw new WireException("the application's or the instance's name is empty or too long");
        }
        if (!INSTANCE.matcher(hello.instance()).matches()) {
            throw new WireException("the instance " + OneLine.of(hello.instance(), SHOWN)
                    + " is no name of one: it has letters, digits, '.', '_' and '-' alone; a collector's is a random UUID");
        }
        plain("application's name", hello.application());
        plain("host's name", hello.host());
        plain("JVM's name", hello.jvm());
        plain("program's version", hello.programVersion());
        plain("agent's version", hello.agentVersion());
    }

    private static void plain(String what, String text) throws WireException {
        if (OneLine.hasControl(text)) {
            throw new WireException(
                    "the " + what + " " + OneLine.of(text, SHOWN) + " has a control character or a line break");
        }
    }

    /** Finds out who says hello from there. */
    static Caller caller(Hello hello, Guard guard, InetAddress from) throws NotLetInException {
        if (!guard.isRequired()) {
            return Caller.ANYBODY;
        }
        if (hello.token().isEmpty()) { // the guard notes a wrong token itself
            guard.refused(Refused.UNKNOWN, Caller.NOBODY.name(), from, "hello", "401");
            throw new NotLetInException("this server asks for a token; name the file that has it with token.file=");
        }
        Caller known;
        try {
            known = guard.byToken(hello.token(), from, "hello");
        } catch (TooManyFailures many) {
            throw new NotLetInException(many.getMessage());
        }
        if (known == null) {
            throw new NotLetInException("its token is not known, or no longer");
        }
        if (known.may(Role.SHIP) && known.maySee(hello.application())) {
            return known;
        }
        guard.refused(Refused.NOT_ALLOWED, known.name(), from, "hello", "403");
        throw new NotLetInException("its token " + known.name() + (known.may(Role.SHIP)
                ? " is for other applications"
                : " has the role " + known.role().label() + "; a collector's has the role ship"));
    }
}
