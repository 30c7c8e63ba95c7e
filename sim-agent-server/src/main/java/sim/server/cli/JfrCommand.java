package sim.server.cli;

import picocli.CommandLine.Command;

/** {@code sim jfr}: flight recordings with the contexts of their events. */
@Command(name = "jfr", description = "Reads flight recordings, with the context of each event.", mixinStandardHelpOptions = true, versionProvider = Version.class, synopsisSubcommandLabel = "print|summary|monitors|filter", subcommands = {
        JfrPrintCommand.class, JfrSummaryCommand.class, JfrMonitorsCommand.class, JfrFilterCommand.class})
public final class JfrCommand {}
