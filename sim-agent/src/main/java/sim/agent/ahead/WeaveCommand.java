package sim.agent.ahead;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import sim.agent.configure.Configurations;
import sim.agent.configure.WeaverConfiguration;
import sim.base.config.OptionException;

/** {@code weave app.jar [--aop aop.xml] -o woven.jar}: weaves a program before it starts, as the agent would at its start. */
public final class WeaveCommand {
    private static final String USAGE = "usage: weave app.jar [--aop aop.xml] [--class-path JARS] [--skip PATTERNS]"
            + " -o woven.jar";

    private final PrintStream out;
    private final PrintStream err;
    private Path jar;
    private Path to;
    private Path aop;
    private String skip = "default";
    private List<Path> beside = List.of();

    public WeaveCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Returns the exit code: 0, or 1 if nothing was woven. A line then says why, and what to do. */
    public int run(String... arguments) {
        if (arguments.length > 0 && List.of("--help", "-h", "help").contains(arguments[0])) {
            out.println(USAGE + System.lineSeparator() + """
                    Weaves a jar or war before it starts, as the agent would at its start (docs/ways-in.md).
                      --aop          a weaver configuration; without one, what carries SIM's annotations is woven
                      --class-path   jars that the program needs and that are not inside it
                      --skip         classes to leave alone, as the agent's option weave.skip names them
                      -o, --output   the woven jar""");
            return 0;
        }
        try {
            read(arguments);
            weave();
            return 0;
        } catch (OptionException | IOException refused) {
            err.println("sim: " + refused.getMessage());
            return 1;
        }
    }

    private void read(String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            boolean takes = List.of("--aop", "--class-path", "--skip", "-o", "--output").contains(arguments[i]);
            if (takes && i + 1 == arguments.length || !takes && (arguments[i].startsWith("-") || jar != null)) {
                throw new OptionException("'" + arguments[i] + "' is not understood; " + USAGE);
            }
            switch (arguments[i]) {
                case "--aop" -> aop = Path.of(arguments[++i]).toAbsolutePath();
                case "--class-path" ->
                    beside = Stream.of(arguments[++i].split(File.pathSeparator)).map(Path::of).toList();
                case "--skip" -> skip = arguments[++i];
                case "-o", "--output" -> to = Path.of(arguments[++i]).toAbsolutePath();
                default -> jar = Path.of(arguments[i]).toAbsolutePath();
            }
        }
        if (jar == null || to == null) {
            throw new OptionException((jar == null ? "no jar is named" : "no output is named") + "; " + USAGE);
        }
        if (!Files.isRegularFile(jar)) {
            throw new OptionException(jar + " is no file; name the jar to weave");
        }
        if (to.equals(jar)) {
            throw new OptionException("-o " + to + " is the jar itself; name another file");
        }
        if (aop != null && !Files.isReadable(aop)) {
            throw new OptionException("--aop " + aop + " cannot be read; name a readable weaver configuration");
        }
    }

    private void weave() throws IOException {
        Path scratch = Files.createTempDirectory("sim-weave");
        try (Archive archive = Archive.open(jar)) {
            if (archive.signature() != null) {
                throw new OptionException(jar + " is signed (" + archive.signature()
                        + "), and a woven one would not pass; weave it before it is signed, or by the agent");
            }
            if (archive.attribute(Archive.WOVEN) != null) {
                throw new OptionException(jar + " was woven already; weave the jar it was made of");
            }
            if (aop != null) {
                WeaverConfiguration.check(aop);
                Configurations.add(aop.toUri().toString());
            }
            AheadOfTime ahead = new AheadOfTime(archive, beside, scratch, skip, err);
            ahead.weave(to);
            out.println(to + ": " + ahead.summary());
        } catch (java.util.zip.ZipException noJar) {
            throw new OptionException(jar + " is no jar (" + noJar.getMessage() + ")");
        } finally {
            delete(scratch);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
        }
    }
}
