package sim.campaign;

import counted.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What one scenario works with: applications, the injector before a server, chance, and the account at the end. */
final class Round implements AutoCloseable {
    private static final int END_SECONDS = 90;
    /** What newer JVMs say of the way AspectJ's weaver defines classes. */
    private static final String UNSAFE = "WARNING: .*(sun.misc.Unsafe|org.aspectj|ClassInjector|aj.org).*|WARNING: Please consider reporting.*";
    /** What a JVM with an agent says of a class that it loads where the heap is full. */
    private static final String FULL = "\\*\\*\\* java.lang.instrument ASSERTION FAILED \\*\\*\\*.*can't create name string.*";

    private final Place place;
    private final Watch watch;
    private final String name;
    private final Path folder;
    private final List<Application> applications = new ArrayList<>();
    private final List<Path> jdks;
    /** How long the trouble lasts, in milliseconds. */
    final int millis;
    final Random random;
    final Account account = new Account();
    final Injector injector;
    private Server server;
    private boolean ownServer;

    Round(Place place, Watch watch, String name, Server server, long seed, int millis) throws IOException {
        this.place = place;
        this.watch = watch;
        this.name = name;
        this.server = server;
        this.millis = millis;
        this.folder = Files.createDirectories(place.work().resolve(name));
        this.random = new Random(seed);
        this.injector = new Injector(random.nextLong());
        this.jdks = Place.jdks();
        injector.target(server.port());
    }

    Server server() {
        return server;
    }

    Path folder() {
        return folder;
    }

    Watch watch() {
        return watch;
    }

    /** A server for this round alone. */
    Server ownServer(Path data, String... options) throws IOException, InterruptedException {
        return ownServer(data, List.of(), options);
    }

    /** The same, whose command begins with something before the JVM. */
    Server ownServer(Path data, List<String> before, String... options) throws IOException, InterruptedException {
        server = new Server(place, server.wayIn(), "server", folder, data, watch, before, Campaign.SERVER_FLAGS,
                List.of(options));
        ownServer = true;
        startServer();
        return server;
    }

    /** Starts the server, again, and lets the injector know. */
    void startServer() throws IOException, InterruptedException {
        if (!server.start()) {
            throw new IOException("the server does not start: " + server.child().complaints());
        }
        injector.target(server.port());
    }

    /** Of the usual kind, on any JDK, with any kind of threads. */
    Style usual() {
        Path jdk = jdks.get(random.nextInt(jdks.size()));
        List<String> threadings = new ArrayList<>(List.of("threads", "pool", "newborn"));
        try {
            if (Place.feature(jdk) >= 21) {
                threadings.add("virtual");
            }
        } catch (IOException unknown) {
            // then without
        }
        return Style.usual(jdk, threadings.get(random.nextInt(threadings.size())));
    }

    /** A copy of the agent's jar. */
    Path agent() throws IOException {
        return Files.copy(place.agentJar(), folder.resolve("agent.jar"));
    }

    /** The newest JDK there is. */
    Path newest() throws IOException {
        Path newest = jdks.get(0);
        for (Path jdk : jdks) {
            newest = Place.feature(jdk) > Place.feature(newest) ? jdk : newest;
        }
        return newest;
    }

    Application start(Style style) throws IOException {
        return start(place.agentJar(), style);
    }

    /** The same with an agent's jar of the caller's. */
    Application start(Path agent, Style style) throws IOException {
        Application application = new Application(agent, place, folder, name + "-" + applications.size(),
                server.wayIn().agentOptions(injector.port()), random.nextLong(), style);
        watch.add(application.child(), "application, -Xmx" + style.heapMegabytes() + "m",
                Bounds.application(style.heapMegabytes()));
        applications.add(application);
        return application;
    }

    /** Waits until the server has something of it. */
    void awaitStored(Application application) throws IOException, InterruptedException {
        Auditor auditor = new Auditor(server);
        for (int i = 0; i < 1_800; i++) {
            if (auditor.calls(application.name()) > 0) {
                return;
            }
            if (!application.child().isAlive()) {
                throw new IOException(application.name() + " ended: " + application.child().complaints());
            }
            sleep(100);
        }
        throw new IOException("nothing of " + application.name() + " is stored after three minutes: "
                + application.child().complaints());
    }

    void sleep(long time) throws InterruptedException {
        Thread.sleep(time);
    }

    /** A time between two, in milliseconds. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** Heals what is broken, ends the applications in order, and makes the account. */
    void settle() throws IOException, InterruptedException {
        injector.set(Fault.NONE);
        if (!server.isUp()) {
            throw new IOException("the server is gone: " + server.child().complaints());
        }
        applications.forEach(each -> each.child().endInput());
        Auditor auditor = new Auditor(server);
        for (Application each : applications) {
            if (!each.child().await(END_SECONDS)) {
                each.child().kill();
                account.fault(each.name() + " did not end within " + END_SECONDS + " s, and was killed");
            } else if (each.child().exitCode() != 0 || !each.isDone()) {
                account.fault(each.name() + " ended with " + each.child().exitCode());
            }
            auditor.audit(each, account);
            complaints(each);
        }
        applications.clear();
    }

    /** Kills an application, which has no account but that nothing stored is lost. */
    void kill(Application application) throws IOException, InterruptedException {
        Auditor auditor = new Auditor(server);
        Map<String, Long> before = auditor.seen(application);
        application.child().kill();
        awaitGone(auditor, application);
        auditor.auditKilled(application, before, account);
        complaints(application);
        applications.remove(application);
    }

    /** What was on its way when it was killed may still arrive. */
    private void awaitGone(Auditor auditor, Application application) throws IOException, InterruptedException {
        for (int i = 0; i < 100 && auditor.entry(application.name()).path("connected").asBoolean(); i++) {
            sleep(100);
        }
    }

    private void complaints(Application application) {
        if (application.made(Count.BROKEN) == 0) {
            for (String line : application.child().complaints()) {
                if (!line.startsWith("sim: ") && !line.matches(UNSAFE) && !line.matches(FULL)) {
                    account.fault(application.name() + " says on standard error: " + line);
                    return;
                }
            }
        }
    }

    /** Lines on standard error of its applications, and of its own server. */
    @Override
    public void close() throws IOException, InterruptedException {
        for (Application each : applications) {
            each.child().kill();
        }
        injector.close();
        if (ownServer) {
            server.close();
        }
    }
}
