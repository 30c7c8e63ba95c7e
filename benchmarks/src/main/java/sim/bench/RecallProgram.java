package sim.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A program of which {@link Recall} asks what SIM shows. It runs until it is ended.
 *
 * @param name   in the tables
 * @param module the folder with its classes and its libraries
 * @param main   its main class and arguments
 * @param rate   requests a second from outside, for one that prints {@code service on PORT}; 0: it has work enough
 * @param idle   methods in which its threads wait for work, such as a selector's; nobody looks for them
 */
record RecallProgram(String name, String module, List<String> main, int rate, Pattern idle) {
    /** What waits for work in any of them: the sweepers of H2, which comes with three of them. */
    private static final String SWEEPERS = "org\\.h2\\.mvstore\\.MVStore\\$BackgroundWriterThread\\.run"
            + "|org\\.h2\\.util\\.WriterThread\\.run";

    private static final List<RecallProgram> ALL = List.of(
            served("service", "realworld/service", "shop.Service", 70, SWEEPERS),
            repeated("jetty", "5000", "org\\.eclipse\\.jetty\\.(io\\.ManagedSelector.*[sS]elect"
                    + "|server\\.ServerConnector\\.accept|server\\.AbstractConnector\\$Acceptor\\.run"
                    + "|util\\.thread\\.QueuedThreadPool.*(idleJobPoll|\\$Runner\\.run)"
                    + "|util\\.thread\\.ReservedThreadExecutor.*(reservedWait|\\.run)|util\\.BlockingArrayQueue\\.(poll|take))"),
            served("spring-boot", "realworld/spring-boot", "shop.Served", 20, SWEEPERS
                    + "|org\\.apache\\.tomcat\\.util\\.net\\.(NioEndpoint\\$Poller\\.run|NioEndpoint\\.serverSocketAccept|Acceptor\\.run)"
                    + "|org\\.apache\\.tomcat\\.util\\.threads\\.(TaskQueue\\.(take|poll)|ThreadPoolExecutor.*(getTask|runWorker)"
                    + "|TaskThread\\$WrappingRunnable\\.run)|org\\.apache\\.catalina\\.core\\.StandardServer\\.await"),
            repeated("lucene", "5000", "nothing"),
            repeated("h2", "20000", SWEEPERS),
            repeated("checkstyle", "50", "nothing"),
            new RecallProgram("etl", "examples/01-etl", List.of("shop.etl.Etl", "--for", "600m"), 0,
                    Pattern.compile("nothing")));

    static List<RecallProgram> all() {
        return ALL;
    }

    static RecallProgram named(String name) {
        return ALL.stream().filter(each -> each.name.equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("recall of '" + name + "' is not measured; there are "
                        + ALL.stream().map(RecallProgram::name).toList()));
    }

    private static RecallProgram served(String name, String module, String main, int rate, String idle) {
        return new RecallProgram(name, module, List.of(main), rate, Pattern.compile(idle));
    }

    private static RecallProgram repeated(String name, String work, String idle) {
        return new RecallProgram(name, "realworld/" + name, List.of("workload.Forever", "program.Main", work), 0,
                Pattern.compile(idle));
    }

    String classPath(Path root) {
        Path target = root.resolve(module).resolve("target");
        return target.resolve("classes") + ":" + target.resolve("lib") + "/*:"
                + root.resolve("benchmarks/target/benchmarks.jar");
    }
}
