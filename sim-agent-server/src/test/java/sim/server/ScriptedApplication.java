package sim.server;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import sim.model.payload.ScriptAnswer;
import sim.model.payload.ScriptRequest;
import sim.model.snapshot.Control;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.Sections;

/** An application in a test's hand that answers what is asked of its scripts, each time it ships: every 100 ms. */
public final class ScriptedApplication implements AutoCloseable {
    private final WireClient client;
    private final Thread thread = new Thread(this::ship, "application");
    private final TreeMap<String, ScriptAnswer.Script> scripts = new TreeMap<>();
    private final boolean allowed;
    /** What it was asked so far. */
    public final List<ScriptRequest> asked = new CopyOnWriteArrayList<>();
    private volatile boolean ends;
    private volatile Throwable failure;

    public ScriptedApplication(int port, boolean allowed) throws Exception {
        this(port, allowed, Batches.hello("shop", "one"));
    }

    public ScriptedApplication(int port, boolean allowed, Hello hello) throws Exception {
        this.allowed = allowed;
        client = WireClient.connect(port, hello);
        client.ship(Batches.of(1, List.of(Batches.row(1, 1, 700, 300), Batches.row(2, 1, 400, 400)),
                List.of()).with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Orders", "find"),
                                new NameEntry(2, "shop.Native", "call")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2))));
        thread.start();
    }

    private void ship() {
        List<ScriptAnswer> answers = new ArrayList<>();
        try {
            for (long sequence = 2; !ends; sequence++) {
                Batch batch = Batches.of(sequence, List.of(), List.of()).with(Sections.SCRIPT_ANSWERS, answers);
                Ack ack = client.shipAnyhow(batch);
                answers = new ArrayList<>();
                for (Control each : ack.controls()) {
                    asked.add((ScriptRequest) each);
                    answers.add(answer((ScriptRequest) each));
                }
                Thread.sleep(100);
            }
        } catch (Throwable unforeseen) {
            failure = unforeseen;
        }
    }

    private ScriptAnswer answer(ScriptRequest request) {
        if (!allowed) {
            return new ScriptAnswer(request.number(), false, "it takes none: payload.scripts.remote", List.of(),
                    List.of());
        }
        List<ScriptAnswer.Method> methods = List.of();
        boolean done = true;
        String text = "";
        switch (request.action()) {
            case LOOK -> methods = look(request.method());
            case REMOVE ->
                text = scripts.values().removeIf(each -> each.name().equals(request.name()))
                        ? "removed " + request.name()
                        : "there is none";
            case TRY, ADD -> {
                done = !request.expression().contains("wrong");
                text = done
                        ? request.telemetry() != null
                                ? "is asked once a second"
                                : "runs at shop.Orders.find(java.lang.String, int)"
                        : "line 1, column 1: cannot find symbol";
                if (done && request.action() == ScriptRequest.Action.ADD) {
                    String at = request.telemetry() != null
                            ? ("telemetry " + request.telemetry().line()).strip()
                            : request.method();
                    scripts.put(request.name() + " " + at, new ScriptAnswer.Script(request.name(), at,
                            request.expression(), request.splits()));
                }
            }
            default -> text = "";
        }
        return new ScriptAnswer(request.number(), done, text, methods, List.copyOf(scripts.values()));
    }

    private static List<ScriptAnswer.Method> look(String method) {
        return method.startsWith("shop.Native")
                ? List.of(new ScriptAnswer.Method("shop.Native.call()", "void", List.of(), List.of(),
                        "is native: it has no code that could be changed"))
                : List.of(new ScriptAnswer.Method("shop.Orders.find(java.lang.String, int)", "shop.Order",
                        List.of("java.lang.String", "int"), List.of("kind", "limit"), ""));
    }

    @Override
    public void close() throws Exception {
        ends = true;
        thread.join();
        client.close();
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }
}
