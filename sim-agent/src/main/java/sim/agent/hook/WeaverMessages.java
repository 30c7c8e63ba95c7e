package sim.agent.hook;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.IMessageHandler;
import org.aspectj.weaver.LintMessage;
import sim.metrics.weaving.WeavingReport;

/**
 * Takes the weaver's messages: counts them by kind, writes them into a log file if somebody asked for one, and prints one line on
 * standard error if the user has to know. What the user asked the weaver itself for (information, a message handler) is left to the
 * weaver.
 */
public final class WeaverMessages {
    /** The most different texts that are known to have been said. */
    private static final int TEXTS = 20;
    /** Beginnings of warnings that mean that a configuration does not do what its author thinks. */
    private static final String[] TOLD = {"register definition failed", "parse definitions failed",
            "configuration does not exist", "Cannot configure weaver", "Cannot access resource",
            "no longer creating"};
    /** The end of a second message about an error that was printed already. */
    private static final Pattern REPEATED = Pattern.compile("Concrete-aspect '.*' could not be registered");
    private static final Pattern ABSENT = Pattern.compile("The specified aspect '(.*)' cannot be found");
    private static final Pattern PARENT = Pattern
            .compile("Cannot find parent aspect for: <concrete-aspect name='(.*?)' extends='(.*?)'.*");
    private static final String CURE = ": put it on the class path, or correct its name";

    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();
    private static volatile WeavingReport report = new WeavingReport();
    private static volatile WeavingLog log = WeavingLog.NONE;

    private WeaverMessages() {}

    /** Sets where to count and to write. Called before the first class is woven. */
    public static void use(WeavingReport counts, WeavingLog file) {
        report = counts;
        log = file;
    }

    /** A stream for what the weaver prints directly; standard error if the user asked for its traces. */
    public static PrintStream stream() {
        return Boolean.getBoolean("org.aspectj.tracing.enabled") ? System.err : PrintedLines.STREAM;
    }

    /** Takes an exception that the weaver would print. */
    public static void print(Throwable failure) {
        count("printed");
        log.write("printed", failure.toString(), failure);
    }

    static void printed(String line) {
        count("printed");
        log.write("printed", line, null);
    }

    static void threw(Throwable failure) {
        count("threw");
        log.write("threw", failure.toString(), failure);
    }

    static boolean gathers(IMessage message, IMessageHandler handler) {
        try {
            IMessage.Kind kind = message.getKind();
            if (kind.compareTo(IMessage.WARNING) < 0 || !isTheWeavers(handler)) {
                return false;
            }
            gather(message, kind);
        } catch (RuntimeException | LinkageError failure) {
            print(failure);
        }
        return true;
    }

    private static void count(String kind) {
        report.said(kind);
        Job job = Job.current();
        if (job != null) {
            job.said(kind);
        }
    }

    private static boolean isTheWeavers(IMessageHandler handler) {
        return handler == null || isTheWeavers(handler.getClass().getName());
    }

    /** By the package of the weaver's messages, which has another name in the agent's jar. */
    private static boolean isTheWeavers(String type) {
        String bridge = IMessage.class.getPackageName();
        return type.startsWith(bridge.substring(0, bridge.lastIndexOf('.') + 1));
    }

    private static void gather(IMessage message, IMessage.Kind kind) {
        String text = message.getMessage();
        String label = message instanceof LintMessage lint ? "lint." + lint.getLintKind() : kind.toString();
        count(label);
        log.write(label, message.toString(), message.getThrown());
        Job job = Job.current();
        boolean gaveUp = kind == IMessage.ABORT || kind == IMessage.FAIL;
        if (job != null && gaveUp) {
            job.failed(message.getThrown(), firstLine(text));
        } else if ((job == null || !job.hasBegun()) && !(message instanceof LintMessage) && isTold(kind, text)) {
            tell(firstLine(text), message.getThrown());
            if (job != null) {
                job.told();
            }
        }
    }

    private static boolean isTold(IMessage.Kind kind, String text) {
        if (kind.compareTo(IMessage.WARNING) > 0) {
            return !REPEATED.matcher(text).matches();
        }
        for (String each : TOLD) {
            if (text.startsWith(each)) {
                return true;
            }
        }
        return false;
    }

    /** A line has 160 characters, and what is to be done is to be in it. */
    private static void tell(String text, Throwable why) {
        String line = why == null ? text : text + ": " + why;
        if (SAID.size() >= TEXTS || !SAID.add(line)) {
            return;
        }
        Matcher absent = ABSENT.matcher(text);
        Matcher parent = PARENT.matcher(text);
        if (absent.matches()) {
            report.say("the weaver finds no aspect " + absent.group(1), CURE + ". The others are woven");
        } else if (parent.matches()) {
            report.say("the weaver finds no aspect " + parent.group(2) + ", which " + parent.group(1) + " extends",
                    CURE + "; until then nothing is woven");
        } else {
            report.say("the weaver says: " + line);
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
