package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The cut of the campaign that the build runs, and the proof that its account can fail. */
class CampaignIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void nothingIsUnaccountedInAShortCampaign() {
        Campaign campaign = new Campaign();
        int exit = new CommandLine(campaign).execute("--short", "--minutes",
                System.getProperty("campaign.minutes", "0.3"), "--seed", System.getProperty("campaign.seed", "14"),
                "--root", ROOT.toString(), "--work", Path.of("target", "campaign").toString());
        everythingIsAccountedFor(campaign, exit);
    }

    /**
     * By name, each once, whatever chance plays above: each of these once lost a run, or batches without a word. A round waits for what must come to pass, three
     * minutes for each such thing: on a busy machine all of them may take longer than another test may.
     */
    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    @Tag("long")
    void norWhereAJarIsOverwrittenADirectoryRemovedALogCutAClockJumpsOrAStoreIsSmall() {
        Campaign campaign = new Campaign();
        int exit = new CommandLine(campaign).execute("--short", "--once", "--at-once", "3", "--seed", "33", "--only",
                "agent-overwritten,directory-removed,log-cut,server-clock-jumps,small-store", "--root",
                ROOT.toString(), "--work", Path.of("target", "campaign").toString());
        everythingIsAccountedFor(campaign, exit);
        assumeThat(campaign.notPlayed()).as("not played on this machine").isEmpty();
    }

    /** Hostile peers in the clear and through TLS, none with a token; the honest applications are served beside them, and lose nothing. */
    @Test
    @Tag("long")
    void norWithTlsAndTokensThatStrangersDoNotHave() {
        Campaign campaign = new Campaign();
        int exit = new CommandLine(campaign).execute("--short", "--minutes", "0.2", "--seed", "35", "--tls",
                "--tokens", "HONEST", "--only", "garbage,mutants,idle-connections,cut,server-killed", "--root",
                ROOT.toString(), "--work", Path.of("target", "campaign").toString());
        everythingIsAccountedFor(campaign, exit);
    }

    @Test
    void aBatchThatIsTakenAwayAndAcknowledgedIsMissed(@TempDir Path folder) throws Exception {
        Place place = new Place(ROOT, folder);
        try (Watch watch = new Watch();
                Server server = new Server(place, WayIn.OPEN, "server", folder, folder.resolve("data"), watch,
                        List.of(), Campaign.SERVER_FLAGS, List.of())) {
            assertThat(server.start()).isTrue();
            try (Thief thief = new Thief(server.port(), 2);
                    Round round = new Round(place, watch, "theft", server, 1, 1_500)) {
                round.injector.target(thief.port());
                Application application = round.start(round.usual());
                round.awaitStored(application);
                // One may be stolen only where it names nothing new: on a busy machine the first such comes late.
                for (int waits = 0; waits < 60 && thief.stolen.get() == 0; waits++) {
                    round.sleep(500);
                }
                round.settle();
                assertThat(thief.stolen).as("batches stolen").hasPositiveValue();
                assertThat(round.account.faults()).as("what the account says of %s stolen batches", thief.stolen)
                        .anyMatch(line -> line.matches(".*: calls: .*[1-9][0-9]* unaccounted"));
            }
        }
    }

    private static void everythingIsAccountedFor(Campaign campaign, int exit) {
        assertThat(campaign.faults()).as("unaccounted; more is in campaign/target/campaign").isEmpty();
        assertThat(exit).isZero();
    }
}
