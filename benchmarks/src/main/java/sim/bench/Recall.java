package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import sim.bench.Wanted.Measure;

/**
 * Recall: how many of the methods that a user looks for the default settings show. For each program the stacks of a bare run, and one run that
 * meters everything, say what is looked for, and another run of the latter kind which of that is chance; then a first and a second start as SIM comes, at rest
 * and while all processors have something else to do; and one with what {@code ./sim refine} makes of the second. All answers are those of the agent server for the last seconds of a run.
 */
final class Recall {
    static final String CASE = "recall of ";
    static final String ENTRIES = "entry points";
    static final String CHEAP = "self time of calls shorter than their probe";
    static final String CPU = "CPU time";
    static final String STACKS = "most stacks of the bare program";
    private static final String AGAIN = "everything metered, again";
    private static final String REFINED = "refined";
    private static final String BUSY = "beside load, ";
    /** Rows of a table that somebody reads. */
    private static final int ROWS = 50;

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;
    private final int warm;
    private final int seconds;

    /**
     * @param warm    seconds a run is left alone
     * @param seconds after them, of which it is asked
     */
    Recall(Workshop workshop, Jdk jdk, Results results, Progress progress, int warm, int seconds) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
        this.warm = warm;
        this.seconds = seconds;
    }

    /** One program that fails does not take the others with it; it is told of in the end. */
    void measure(List<RecallProgram> programs, boolean busyToo) throws IOException, InterruptedException {
        List<String> failed = new ArrayList<>();
        for (RecallProgram program : programs) {
            try (SimServer server = new SimServer(workshop, jdk)) {
                measure(program, server, busyToo);
            } catch (IOException failure) {
                failed.add(program.name() + ": " + failure.getMessage());
            }
        }
        if (!failed.isEmpty()) {
            throw new IOException(String.join("; ", failed));
        }
    }

    private void measure(RecallProgram program, SimServer server, boolean busyToo)
            throws IOException, InterruptedException {
        Path all = workshop.root().resolve("realworld/tried/src/main/resources/sim/realworld/aop.xml");
        Path whole = Files.createTempDirectory(workshop.scratch(), "whole");
        Stacks bare = bare(program, server);
        Wanted wanted;
        try (RecallRun run = run(program, server, new Start("everything metered", all, whole, true, false))) {
            wanted = Wanted.of(run, bare, program.idle());
            progress.say(program.name() + ": " + wanted.dearest() + ", by stacks " + wanted.sampled()
                    + ", entry points " + wanted.entries());
            add(program, "everything metered", CHEAP, wanted.cheap(), "%", null);
            cpu(program, "everything metered", run);
        }
        ask(program, server, new Start(AGAIN, all, whole, true, false), wanted);
        for (boolean busy : busyToo ? new boolean[]{false, true} : new boolean[]{false}) {
            Path cache = Files.createTempDirectory(workshop.scratch(), "cache");
            for (String start : List.of("first start", "second start")) {
                ask(program, server, new Start((busy ? BUSY : "") + start, all, cache, false, busy), wanted);
            }
        }
        Path refined = server.refine(application(program, "second start"));
        ask(program, server, new Start(REFINED, refined, Files.createTempDirectory(workshop.scratch(), "cache"), false,
                false), wanted);
    }

    private Stacks bare(RecallProgram program, SimServer server) throws IOException, InterruptedException {
        Path recording = workshop.scratch().resolve("recall-" + program.name() + ".jfr");
        Instant from;
        try (RecallRun run = run(program, server, new Start("bare", null, recording, false, false))) {
            from = Instant.ofEpochMilli(run.to()).minusSeconds(seconds);
        }
        return Stacks.read(recording, "", from);
    }

    private void ask(RecallProgram program, SimServer server, Start start, Wanted wanted)
            throws IOException, InterruptedException {
        String as = start.as;
        try (RecallRun run = run(program, server, start)) {
            Map<Measure, Map<String, String>> ranks = Wanted.ranks(run);
            Set<String> tooShort = as.equals(AGAIN) ? Wanted.tooShort(run) : Set.of();
            for (Measure measure : Measure.values()) {
                Set<String> shown = Wanted.shown(run, measure, ROWS);
                add(program, as, measure.label, wanted.dearest().get(measure), shown);
                for (String name : wanted.dearest().get(measure)) {
                    if (!shown.contains(name)) {
                        progress.say("    " + name + ": " + ranks.get(measure).getOrDefault(name, "not there")
                                + "; where everything is metered " + wanted.ranks().get(measure).get(name));
                    }
                }
                if (as.equals(AGAIN)) {
                    wanted.keep(measure, shown, tooShort);
                    progress.say("    looked for in the others: " + wanted.dearest().get(measure));
                }
            }
            add(program, as, STACKS, wanted.sampled(), Wanted.shown(run, Measure.CPU, ROWS));
            add(program, as, ENTRIES, wanted.entries(), Wanted.shown(run));
            cpu(program, as, run);
        }
    }

    private RecallRun run(RecallProgram program, SimServer server, Start start)
            throws IOException, InterruptedException {
        progress.say("recall, JDK " + jdk.feature() + ", " + program.name() + ": " + start.as);
        RecallRun run = new RecallRun(workshop, jdk, server, program, application(program, start.as), start);
        try {
            run.answersFor(warm, seconds);
            return run;
        } catch (IOException | InterruptedException failure) {
            run.close();
            throw failure;
        }
    }

    private String application(RecallProgram program, String as) {
        return "recall-" + program.name() + "-" + as.replaceAll("\\W+", "-") + "-" + jdk.feature();
    }

    private void add(RecallProgram program, String as, String what, Set<String> wanted, Set<String> shown) {
        Set<String> missed = new TreeSet<>(wanted);
        missed.removeAll(shown);
        progress.say("  " + what + ": " + (wanted.size() - missed.size()) + " of " + wanted.size()
                + (missed.isEmpty() ? "" : ", missed " + missed));
        add(program, as, what, wanted.size() - missed.size(), "of " + wanted.size(),
                missed.isEmpty() ? null : String.join(", ", missed));
    }

    /** Of a program that has as much work each second: what it takes to show that. */
    private void cpu(RecallProgram program, String as, RecallRun run) {
        if (program.rate() > 0) {
            add(program, as, CPU, run.cpu().toMillis() / 1e3 / seconds, "s a second", null);
        }
    }

    private void add(RecallProgram program, String as, String what, double value, String unit, String note) {
        results.add(new Result(CASE + program.name() + ", " + what, as, jdk.feature(), 1, null, null, null, null, null,
                null, null, null, value, unit, note));
    }

    /**
     * How a run starts.
     *
     * @param aop        what is woven; null for a bare run
     * @param keeps      where it keeps woven classes and verdicts, or what the flight recorder saw of a bare run
     * @param everything whether all of that is metered
     * @param busy       whether all processors have something else to do as well
     */
    record Start(String as, Path aop, Path keeps, boolean everything, boolean busy) {}
}
