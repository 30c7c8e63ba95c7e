package sim.agent.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code attach PID [OPTION=VALUE,...]}, {@code detach PID} and {@code script PID ...}: asks a running JVM to load the agent's jar, and
 * prints what the agent did there. Runs in a JVM of its own, which must be that of a JDK.
 */
public final class AttachCommand {
    private static final Set<String> HELP = Set.of("--help", "-h", "help");
    private static final String REPORT = "simattach.report";
    private static final String REFUSED = "refused: ";
    private static final int FIRST_JAVA = 17;
    /** Options that name a file. They are made absolute, because the other JVM may have another working directory. */
    private static final Pattern FILE = Pattern
            .compile("(^|,)(aop|config|weave\\.log|payload\\.probes\\.path)=([^,]+)");

    private final PrintStream out;
    private final PrintStream err;
    private final Path jar;

    /**
     * @param jar the agent's jar, as the other JVM finds it
     */
    public AttachCommand(PrintStream out, PrintStream err, Path jar) {
        this.out = out;
        this.err = err;
        this.jar = jar;
    }

    /**
     * Runs a command.
     *
     * @param command {@code attach}, {@code detach} or {@code script}
     * @return the exit code: 0, or 1 if it failed; a line then says why and what to do
     */
    public int run(String command, String... arguments) {
        if (arguments.length > 0 && HELP.contains(arguments[0])) {
            out.println(help(command));
            return 0;
        }
        if (command.equals("script")) {
            return script(arguments);
        }
        boolean attaches = command.equals("attach");
        if (attaches && arguments.length == 0) {
            list(out);
            return 0;
        }
        if (arguments.length == 0 || arguments.length > (attaches ? 2 : 1) || !arguments[0].matches("\\d+")) {
            return misused(command);
        }
        return load(arguments[0], attaches ? absolute(arguments.length == 1 ? "" : arguments[1]) : command);
    }

    private int misused(String command) {
        err.println("sim: usage: " + usage(command) + "; " + command + " --help says more. These JVMs run:");
        list(err);
        return 1;
    }

    private static String usage(String command) {
        return switch (command) {
            case "attach" -> "attach PID [application=shop,server=127.0.0.1:7420,aop=aop.xml]";
            case "detach" -> "detach PID";
            default -> "script PID [NAME METHOD EXPRESSION [--split] [--try] | NAME --telemetry EXPRESSION"
                    + " [--line LINE] [--in CLASS] [--unit UNIT] [--scale PLACES] [--stacked] [--try] | NAME --remove]";
        };
    }

    private static String help(String command) {
        String what = switch (command) {
            case "attach" -> """
                    Meters a JVM of your own user that runs already. Without arguments it lists them.
                      PID       the number of its process
                      the rest  options of the agent (docs/configuration.md), with a comma between two""";
            case "detach" -> """
                    Ends metering in a JVM: restores its classes, and ships the last figures.
                      PID   the number of its process""";
            default ->
                """
                        Adds a payload probe without a class to a JVM with SIM (docs/payload-probes-injected.md), or lists those it has.
                          PID         the number of its process
                          NAME        of the script; METHOD is written as class.method(types)
                          EXPRESSION  Java over the method's parameters, target, result and error; its value describes the payload
                          --split     splits the call tree by the expression
                          --telemetry reads the expression once a second; --line, --in, --unit, --scale and --stacked say how it is shown
                          --try       only compiles it, and says what is wrong
                          --remove    takes the script out again""";
        };
        return "usage: " + usage(command) + System.lineSeparator() + what;
    }

    private int script(String... arguments) {
        Properties asked = ScriptArguments.of(arguments);
        if (asked == null) {
            return misused("script");
        }
        try {
            Path file = Files.createTempFile("sim", ".script"); // the JVM allows an argument of at most 1,024 bytes
            try (OutputStream content = Files.newOutputStream(file)) {
                asked.store(content, null);
                return load(arguments[0], "script:" + file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException failure) {
            return fail("the script cannot be handed over: " + message(failure));
        }
    }

    private int load(String process, String argument) {
        if (isGone(process)) {
            return gone(process);
        }
        try {
            return give(process, argument);
        } catch (AttachNotSupportedException | SecurityException refused) {
            return isGone(process)
                    ? gone(process)
                    : fail("process " + process + " cannot be attached to (" + message(refused)
                            + "): it is no JVM, belongs to somebody else, or was started with -XX:+DisableAttachMechanism;"
                            + " start it with -javaagent");
        } catch (AgentLoadException | AgentInitializationException refused) {
            return fail("process " + process + " does not load an agent while it runs (" + message(refused)
                    + "): start it with -XX:+EnableDynamicAgentLoading, or with -javaagent");
        } catch (IOException failure) {
            return isGone(process)
                    ? gone(process)
                    : fail("process " + process + " cannot be attached to (" + message(failure)
                            + "): name a running JVM of your own user");
        }
    }

    private int gone(String process) {
        int done = fail(
                "process " + process + " cannot be attached to: there is no such process (any more). These run:");
        list(err);
        return done;
    }

    /** Whether no process has that number, or one that has ended and of which only the number is left. */
    private static boolean isGone(String process) {
        try {
            return !ProcessHandle.of(Long.parseLong(process)).map(ProcessHandle::isAlive).orElse(false)
                    || Files.readString(Path.of("/proc", process, "stat")).matches("(?s).*\\) [ZX] [^)]*");
        } catch (IOException | RuntimeException unknown) { // no /proc, or a number that is none
            return process.length() > 18;
        }
    }

    private int give(String process, String argument) throws IOException, AttachNotSupportedException,
            AgentLoadException, AgentInitializationException {
        VirtualMachine machine = VirtualMachine.attach(process);
        try {
            Properties properties = machine.getSystemProperties();
            String version = properties.getProperty("java.specification.version", "");
            if (!version.matches("\\d+") || Integer.parseInt(version) < FIRST_JAVA) {
                return fail("process " + process + " is Java " + version + "; SIM needs " + FIRST_JAVA + " or newer");
            }
            machine.loadAgent(jar.toString(), argument);
            return say(machine.getSystemProperties().getProperty(REPORT, REFUSED + "the agent said nothing"));
        } finally {
            machine.detach();
        }
    }

    private int say(String report) {
        if (report.startsWith(REFUSED)) {
            return fail(report.substring(REFUSED.length()));
        }
        report.lines().forEach(out::println);
        return 0;
    }

    private int fail(String why) {
        err.println("sim: " + why);
        return 1;
    }

    private static void list(PrintStream to) {
        for (VirtualMachineDescriptor each : VirtualMachine.list()) {
            if (!each.id().equals(Long.toString(ProcessHandle.current().pid()))) {
                // the arguments may hold passwords
                to.println("  " + each.id() + "  " + each.displayName().split(" ", 2)[0]);
            }
        }
    }

    private static String absolute(String options) {
        return FILE.matcher(options).replaceAll(found -> Matcher.quoteReplacement(found.group(1) + found.group(2) + "="
                + Pattern.compile("\\+").splitAsStream(found.group(3))
                        .map(each -> Path.of(each).toAbsolutePath().toString())
                        .collect(Collectors.joining("+"))));
    }

    private static String message(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("").strip();
    }
}
