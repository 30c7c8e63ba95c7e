package sim.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * {@code ./sim soak}: a day without trouble in an hour. A service woven whole, its customers, a reader of the page, and a server whose ladder is
 * turned down by 24. What the two JVMs and the store take is looked at again and again; the exit code is 0 when all of it is flat that can be
 * judged in the time, and every request that the service counted is stored once.
 */
@Command(name = "soak", description = "A day of a service and a server in an hour: what they take must be flat.", mixinStandardHelpOptions = true)
public final class Soak implements Callable<Integer> {
    private static final String APPLICATION = "service";
    private static final int HEAP_MEGABYTES = 256;
    /** The standard ladder and how often a collector ships in the 24th part of their times; the step of a day is shorter still. */
    private static final String LADDER = "25s,5s,25s,150s,10m";
    private static final String INTERVAL = "interval=400ms";
    /** Below that a JVM still loads, compiles and fills its tables. */
    private static final int MINUTES_TO_JUDGE_MEMORY = 10;
    private static final int SECONDS_TO_START = 300;
    private static final int SECONDS_TO_END = 90;
    private static final Pattern PORT = Pattern.compile("service on (\\d+)");
    private static final Pattern HANDLED = Pattern.compile("handled: (\\d+)");
    private static final Pattern ANSWERED = Pattern.compile("answered: (\\d+), failed: (\\d+)");
    private static final long KILOBYTE = 1 << 10;
    private static final long MEGABYTE = 1 << 20;

    @Option(names = "--minutes", defaultValue = "60", description = "how long; a fraction is understood (default: ${DEFAULT-VALUE})")
    private double minutes;

    @Option(names = "--every", defaultValue = "60", description = "seconds between two looks (default: ${DEFAULT-VALUE})")
    private int every;

    @Option(names = "--rate", defaultValue = "20", description = "requests a second (default: ${DEFAULT-VALUE})")
    private int rate;

    @Option(names = "--root", defaultValue = ".", description = "the checkout, built (default: ${DEFAULT-VALUE})")
    private Path root;

    @Option(names = "--work", description = "where to write (default: a temporary directory)")
    private Path work;

    private final List<String> faults = new ArrayList<>();
    private final AtomicLong answers = new AtomicLong();
    /** Questions of the page that were turned away, or whose answers were cut. */
    private final AtomicLong refusals = new AtomicLong();
    private final Line alive = new Line("server: heap alive, MB", MEGABYTE, 2 * MEGABYTE, true);
    private final Line resident = new Line("server: resident, MB", MEGABYTE, 32 * MEGABYTE, true);
    private final Line files = new Line("server: open files", 1, 8, false);
    private final Line sockets = new Line("server: sockets", 1, 8, false);
    private final Line threads = new Line("server: threads", 1, 2, false);
    private final Line stored = new Line("server: store, MB", MEGABYTE, 4 * MEGABYTE, true);
    private final Line aliveThere = new Line("service: heap alive, MB", MEGABYTE, MEGABYTE, true);
    private final Line ofSim = new Line("service: objects of SIM's classes, KB", KILOBYTE, 64 * KILOBYTE, true);
    private final Line residentThere = new Line("service: resident, MB", MEGABYTE, 16 * MEGABYTE, true);
    private final Line filesThere = new Line("service: open files", 1, 4, false);
    /** Most are its customers': where the machine has other work, more of them wait at a time. */
    private final Line socketsThere = new Line("service: sockets", 1, 64, true);
    private final Line threadsThere = new Line("service: threads", 1, 2, false);
    private final Line classes = new Line("service: classes", 1, 50, true);
    private final Line loaders = new Line("service: loaders", 1, 2, true);

    public static void main(String... args) {
        System.exit(new CommandLine(new Soak()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path folder = work == null
                ? Files.createTempDirectory("sim-soak")
                : Files.createTempDirectory(Files.createDirectories(work), "run");
        Place place = new Place(root.toAbsolutePath().normalize(), folder.toAbsolutePath());
        int seconds = (int) Math.max(every, minutes * 60);
        List<Child> started = new ArrayList<>();
        try (Watch watch = new Watch(); Server server = server(place, watch, seconds)) {
            if (!server.start()) {
                throw new IOException("the server does not start: " + server.child().complaints());
            }
            Child service = new Child("service", place.work(), service(place, server));
            started.add(service);
            String port = port(service);
            Child customers = new Child("customers", place.work(), List.of(place.java(), "-Xmx256m", "-cp",
                    libraries(place), "outside.Customers", port, String.valueOf(rate), String.valueOf(seconds)));
            started.add(customers);
            Thread reader = Injector.daemon(() -> read(server), "reader");
            look(place, server, service, seconds);
            reader.interrupt();
            reader.join();
            end(server, service, customers, seconds);
            faults.addAll(watch.beyond());
        } finally {
            for (Child each : started) {
                each.kill();
            }
        }
        print(seconds, folder);
        return faults.isEmpty() ? 0 : 1;
    }

    private static Server server(Place place, Watch watch, int seconds) {
        // every step of the ladder is left, and what is kept is removed again, long before the end
        String keep = String.format(
                "%ds,notable=%ds,instance.batch=%ds,instance.1m=%ds,instance.10m=%ds,instance.1h=%ds,"
                        + "application.1m=%ds,application.10m=%ds,application.1h=%ds",
                seconds / 6, seconds / 4, seconds / 24, seconds / 12,
                seconds / 6, seconds / 4, seconds / 12, seconds / 6, seconds / 4);
        return new Server(place, WayIn.OPEN, "server", place.work(), place.work().resolve("data"), watch, List.of(),
                Campaign.SERVER_FLAGS, List.of("--ladder", LADDER, "--keep", keep));
    }

    private static List<String> service(Place place, Server server) {
        return List.of(place.java(), "-Xmx" + HEAP_MEGABYTES + "m", "-Djava.io.tmpdir=" + place.work(),
                "-javaagent:" + place.agentJar() + "=application=" + APPLICATION + ",server=127.0.0.1:" + server.port()
                        + "," + INTERVAL + ",exit.flush=30s,events=errors,weave.cache=" + place.work().resolve("cache")
                        + ",aop="
                        + place.root().resolve("realworld/tried/src/main/resources/sim/realworld/aop.xml"),
                "-cp", libraries(place), "shop.Service");
    }

    private static String libraries(Place place) {
        return place.root().resolve("campaign/target/lib") + "/*";
    }

    private static String port(Child service) throws IOException, InterruptedException {
        for (int tries = 0; tries < SECONDS_TO_START * 10 && service.isAlive(); tries++) {
            Matcher said = PORT.matcher(String.join("\n", service.said()));
            if (said.find()) {
                return said.group(1);
            }
            Thread.sleep(100);
        }
        throw new IOException("the service does not serve: " + service.complaints());
    }

    /** What somebody who leaves the page open asks for. An overloaded server turns some away, or cuts what takes too long. */
    private void read(Server server) {
        while (!Thread.currentThread().isInterrupted()) {
            for (String what : List.of("methods?limit=150&application=" + APPLICATION,
                    "calltree?application=" + APPLICATION, "contexts?application=" + APPLICATION, "applications",
                    "health")) {
                try {
                    int status = server.ask("/api/v1/" + what).statusCode();
                    (status == 200 ? answers : refusals).incrementAndGet();
                    if (status != 200 && status != 503) {
                        fault("the page's " + what + " is answered " + status);
                    }
                } catch (IOException cut) {
                    refusals.incrementAndGet();
                } catch (InterruptedException over) {
                    return;
                }
            }
            LockSupport.parkNanos(1_000_000_000);
        }
    }

    private synchronized void fault(String text) {
        if (faults.size() < 20) {
            faults.add(text);
        }
    }

    private void look(Place place, Server server, Child service, int seconds) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int number = 1; System.nanoTime() + TimeUnit.SECONDS.toNanos(every) <= end + 1_000_000_000L; number++) {
            TimeUnit.SECONDS.sleep(every);
            Look there = Look.at(service, place.work().resolve("service-" + number + ".objects"));
            Look here = Look.at(server.child(), place.work().resolve("server-" + number + ".objects"));
            alive.add(here.alive());
            resident.add(here.resident());
            files.add(here.files());
            sockets.add(here.sockets());
            threads.add(here.threads());
            stored.add(Look.bytes(server.data()));
            aliveThere.add(there.alive());
            ofSim.add(there.ofSim());
            residentThere.add(there.resident());
            filesThere.add(there.files());
            socketsThere.add(there.sockets());
            threadsThere.add(there.threads());
            classes.add(there.classes());
            loaders.add(there.loaders());
        }
    }

    /** Every request that the service was given is stored once, whatever was rolled up and removed since. */
    private void end(Server server, Child service, Child customers, int seconds)
            throws IOException, InterruptedException {
        if (!customers.await(SECONDS_TO_END)) {
            fault("the customers do not end");
        }
        service.terminate();
        if (!service.await(SECONDS_TO_END)) {
            fault("the service does not end within " + SECONDS_TO_END + " s of SIGTERM");
        }
        if (answers.get() == 0) {
            fault("the page was never answered");
        }
        Matcher said = ANSWERED.matcher(String.join("\n", customers.said()));
        if (!said.find() || !said.group(2).equals("0")) {
            fault("not every customer was served: " + customers.said() + customers.complaints());
            return;
        }
        Matcher counted = HANDLED.matcher(String.join("\n", service.said()));
        if (!counted.find()) {
            fault("the service does not say how many requests it was given: " + service.complaints());
            return;
        }
        long there = 0;
        for (JsonNode row : server.get("/api/v1/methods?disabled=true&from=0&limit=10000&application=" + APPLICATION)
                .path("methods")) {
            if (row.path("method").asString().equals("handle")
                    && row.path("class").asString().matches("shop\\.(Order|Report)Handler")) {
                there += row.path("count").asLong();
            }
        }
        long handled = Long.parseLong(counted.group(1));
        long answered = Long.parseLong(said.group(1)); // on a busy machine the last answers come after the customers have gone
        long sent = (long) (rate + 1) * seconds;
        System.out.println("requests sent: " + sent + ", answered: " + answered + ", counted by the service: " + handled
                + ", stored: " + there + "; answers to the page: " + answers + ", none: " + refusals);
        if (there != handled) {
            fault("of " + handled + " requests that the service counted " + there + " are stored");
        }
        if (handled < answered || handled > sent) {
            fault("of " + sent + " requests " + answered + " were answered, and the service counted " + handled);
        }
        if (!new Auditor(server).entry(APPLICATION).path("complete").asBoolean()) {
            fault("the server does not say that all of the service came");
        }
        if (!server.end()) {
            fault("the server did not end within 30 s of SIGTERM");
        }
        server.child().complaints().forEach(line -> fault("the server says: " + line));
    }

    private void print(int seconds, Path folder) {
        System.out.println("| what | from the start to the end | growth, middle to end |\n|---|---|---:|");
        for (Line each : List.of(alive, resident, files, sockets, threads, stored, aliveThere, ofSim, residentThere,
                filesThere, socketsThere, threadsThere, classes, loaders)) {
            System.out.println(each.row());
            if (!each.isFlat() && (!each.isMemory() || seconds >= MINUTES_TO_JUDGE_MEMORY * 60)) {
                fault(each.name() + " grows");
            }
        }
        if (seconds < MINUTES_TO_JUDGE_MEMORY * 60) {
            System.out
                    .println("Memory and classes are not judged in less than " + MINUTES_TO_JUDGE_MEMORY + " minutes.");
        }
        System.out.println(
                faults.isEmpty() ? "All lines that are judged are flat." : "NOT FLAT, or not whole: " + faults);
        System.out.println("What was said and seen is in " + folder);
    }
}
