package sim.server;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import sim.server.cli.CertsCommand;
import sim.server.cli.DoctorCommand;
import sim.server.cli.ExportCommand;
import sim.server.cli.ForgetCommand;
import sim.server.cli.JfrCommand;
import sim.server.cli.PrintableOutput;
import sim.server.cli.ProbesCommand;
import sim.server.cli.RecordCommand;
import sim.server.cli.RefineCommand;
import sim.server.cli.ReplayCommand;
import sim.server.cli.ServerCommand;
import sim.server.cli.StoreCommand;
import sim.server.cli.TokenCommand;
import sim.server.cli.TopCommand;
import sim.server.cli.Version;

/**
 * The command line: {@code sim server}, {@code sim top}, {@code sim probes}, {@code sim record}, {@code sim refine}, {@code sim replay}, {@code sim jfr}, {@code sim token}, {@code sim certs},
 * {@code sim export}, {@code sim store}, {@code sim forget}, {@code sim doctor}.
 */
@Command(name = "sim", description = "SIM: always-on metering for the JVM.", mixinStandardHelpOptions = true, versionProvider = Version.class, subcommands = {
        ServerCommand.class, TopCommand.class, ProbesCommand.class, RecordCommand.class, RefineCommand.class,
        ReplayCommand.class, JfrCommand.class, TokenCommand.class, CertsCommand.class, ExportCommand.class,
        StoreCommand.class, ForgetCommand.class, DoctorCommand.class})
public final class Sim {
    private Sim() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs a command in this JVM, and returns its exit code. The JVM's output stays one that prints no orders to a terminal. */
    static int run(String... args) {
        CommandLine command = new CommandLine(new Sim());
        command.setParameterExceptionHandler((wrong, given) -> {
            System.err.println("sim: " + wrong.getMessage() + "; see "
                    + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
            return CommandLine.ExitCode.USAGE;
        });
        command.setExecutionExceptionHandler((failure, line, parsed) -> {
            System.err.println("sim: " + failure.getMessage());
            return CommandLine.ExitCode.USAGE;
        });
        command.setOut(new PrintWriter(System.out, true)).setErr(new PrintWriter(System.err, true)); // its help has colours
        System.setOut(new PrintableOutput(System.out, charset("stdout.encoding")));
        System.setErr(new PrintableOutput(System.err, charset("stderr.encoding")));
        return command.execute(args);
    }

    /** The charset in which the JVM prints, which JDK 17 does not name. */
    private static Charset charset(String property) {
        return Charset.forName(
                System.getProperty(property, System.getProperty("sun." + property, Charset.defaultCharset().name())));
    }
}
