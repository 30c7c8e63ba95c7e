package sim.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.server.identity.Caller;
import sim.server.query.Answer;
import sim.server.query.Answers;
import sim.server.query.ClientGone;
import sim.server.query.QueryGate;
import sim.server.query.Questions;
import sim.server.query.TooBusy;
import sim.server.query.TooDear;
import sim.server.query.Turn;
import sim.store.NotNow;
import sim.store.SetAside;
import sim.wire.OneLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Answers a request, or says in one line of JSON why not; whatever is thrown ends here. Any thread. */
final class Answering implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    /** What a {@link Plain} tells that has seen to its answer. */
    static final Object ANSWERED = new Object();

    /** Causes of a failure that are looked at. */
    private static final int DEEPEST = 20;
    /** Of a failure's line in the log. */
    private static final int LONGEST = 2_000;
    /** How often a question is asked at most: each time another damaged part of the store has been set aside. */
    private static final int MOST_TRIES = 20;
    /** Answers that may leave at a time while nothing is asked for them: each has a thread, and what it holds. */
    private static final int MOST_LEAVING = 32;
    /** How long an answer may leave when its turn is over. */
    private static final Duration LEAVING = Duration.ofMinutes(1);
    /** When a client that was turned away may ask again, seconds. */
    private static final String RETRY_AFTER = "5";

    private final Answers answers;
    private final QueryGate gate;
    private final Clients clients = new Clients();
    /** As many as may leave, and fewer where the heap is small. */
    private final Semaphore leaving = new Semaphore(
            (int) Math.min(MOST_LEAVING, Runtime.getRuntime().maxMemory() / 16 / AnswerStream.HELD));

    Answering(Answers answers, QueryGate gate) {
        this.answers = answers;
        this.gate = gate;
    }

    /** Answers from what is known without the store. */
    void plain(Context request, Plain plain) {
        AnswerStream out = new AnswerStream(request);
        try {
            Object answer = plain.answer();
            if (answer != ANSWERED) {
                write(out, answer);
            }
        } catch (Throwable failure) {
            fail(request, out, null, failure);
        }
    }

    /** Answers from the store, when it is the request's turn. The request's body must have been read before. */
    void asking(Context request, Asked asked) {
        AnswerStream out = new AnswerStream(request);
        Clients.Client[] client = new Clients.Client[1];
        try (Turn turn = gate.turn(() -> {
            if (out.hasBegun()) {
                client[0].abort(); // its thread may be blocked writing to it
            }
        }); Clients.Client watched = clients.watch(request.req(), turn::clientGone)) {
            client[0] = watched;
            out.within(turn);
            Caller caller = Entrance.caller(request);
            Answer[] answer = new Answer[1];
            try {
                turn.enter();
                boolean isWhole = false;
                for (int tries = 1; !isWhole; tries++) {
                    answer[0] = new Answer(out, caller::maySee, turn::check);
                    isWhole = ask(request, asked, turn, answer[0], watched, out, tries);
                }
                send(out, turn, watched);
            } catch (Throwable failure) {
                watched.close();
                if (!(out.hasBegun() && answer[0] != null && isCut(request, answer[0], failure))) {
                    fail(request, out, watched, failure);
                }
            } finally {
                if (watched.saidMore()) {
                    request.res().flushBuffer();
                    watched.abort();
                }
            }
        } catch (IOException gone) {
            // then nobody waits for the answer
        }
    }

    /** Asks; false if it is to be asked again: a part of the store was damaged, and answers leave it out from now on. */
    private boolean ask(Context request, Asked asked, Turn turn, Answer answer, Clients.Client watched,
            AnswerStream out, int tries) {
        try {
            Caller caller = Entrance.caller(request);
            answers.ask(turn, questions -> {
                asked.answer(caller.applications().isAll()
                        ? questions
                        : new PermittedQuestions(questions, caller.applications()), answer);
                watched.close(); // a client that has the whole answer may send its next request
                answer.finish();
                turn.finished();
                return null;
            });
            return true;
        } catch (SetAside damaged) {
            boolean changesNothing = !request.req().getMethod().equals("POST");
            if (!changesNothing || tries == MOST_TRIES || !out.restart()) {
                throw damaged;
            }
            LOG.warn("{} is asked again: {}", request.path(), line(damaged.getCause()));
            turn.again();
            return false;
        }
    }

    /**
     * Sends an answer that is whole, once its turn is over: who reads slowly keeps nobody from the store. Few answers
     * leave so at a time; with more, the next one leaves within its turn.
     */
    private void send(AnswerStream out, Turn turn, Clients.Client client) throws IOException {
        if (!out.isWhole()) {
            return;
        }
        if (!leaving.tryAcquire()) {
            out.leave();
            return;
        }
        turn.close();
        out.within(null);
        Future<?> end = gate.within(LEAVING, client::abort);
        try {
            out.leave();
        } finally {
            end.cancel(false);
            leaving.release();
        }
    }

    /** Says why a request is not answered that failed before its route, or in a file of the page. */
    void failed(Context request, Exception failure) {
        if (failure instanceof EofException) {
            LOG.debug("the client of {} has gone", request.path());
        } else if (request.res().isCommitted()) { // a file of the page, whose bytes go past this class
            LOG.warn("the answer to {} broke off: {}", request.path(), line(failure));
            Clients.abort(request.req());
        } else {
            fail(request, new AnswerStream(request), null, failure);
        }
    }

    /** Says why an answer failed that a route writes by itself; one that has begun is broken off, so that nobody takes it for a whole one. */
    void failed(Context request, AnswerStream out, Exception failure) {
        if (out.hasBegun()) {
            LOG.debug("the answer to {} broke off: {}", request.path(), line(failure));
            Clients.abort(request.req());
        } else {
            fail(request, out, null, failure);
        }
    }

    /** Writes an answer whole, as JSON. */
    static void write(AnswerStream out, Object answer) {
        Answer whole = new Answer(out);
        whole.whole(answer);
        whole.finish();
    }

    private static void fail(Context request, AnswerStream out, Clients.Client client, Throwable thrown) {
        Throwable failure = reason(thrown);
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (out.hasBegun()) {
            if (!(failure instanceof ClientGone || failure instanceof JacksonException
                    || failure instanceof IOException)) {
                LOG.warn("the answer to {} broke off: {}", request.path(), line(failure));
            }
            if (client != null) {
                client.abort();
            }
            return;
        }
        try {
            say(request, failure);
        } catch (RuntimeException gone) {
            LOG.debug("the client of {} has gone", request.path());
        }
    }

    /** Ends an answer of which a part has left with the reason why it is not whole; false if its form has no place for that. */
    private static boolean isCut(Context request, Answer answer, Throwable thrown) {
        Throwable failure = reason(thrown);
        try {
            if (failure instanceof ClientGone || failure instanceof JacksonException
                    || failure instanceof IOException || failure instanceof BadParameter
                    || !answer.cut(said(failure))) {
                return false;
            }
        } catch (RuntimeException | OutOfMemoryError gone) { // a full heap is a likely cause of the cut
            return false;
        }
        LOG.warn("the answer to {} was cut: {}", request.path(), line(failure));
        return true;
    }

    /** Jackson wraps what is thrown while it writes a value: what ended the turn is then a cause. */
    static Throwable reason(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
            if (cause instanceof BadParameter || cause instanceof TooBusy || cause instanceof TooDear
                    || cause instanceof ClientGone || cause instanceof NotNow) {
                return cause;
            }
        }
        return failure;
    }

    private static void say(Context request, Throwable failure) {
        AnswerStream.type(request, null);
        request.res().setHeader("Content-Disposition", null);
        if (failure instanceof BadParameter bad) {
            request.status(bad.status);
        } else if (failure instanceof TooBusy) {
            request.status(503).header("Retry-After", RETRY_AFTER);
        } else if (failure instanceof NotNow passing) {
            LOG.warn("{} cannot be answered now: {} ({})", request.path(), passing.getMessage(),
                    line(passing.getCause()));
            request.status(503).header("Retry-After", RETRY_AFTER);
        } else if (failure instanceof TooDear) {
            request.status(413);
        } else if (!(failure instanceof ClientGone)) {
            LOG.warn("{} cannot be answered: {}", request.path(), line(failure));
            request.status(500);
        }
        write(new AnswerStream(request), said(failure));
    }

    private static Map<String, Object> said(Throwable failure) {
        Map<String, Object> said = new LinkedHashMap<>();
        if (failure instanceof BadParameter bad) {
            said.put("parameter", bad.parameter);
            said.put("value", bad.value);
            said.put("allowed", bad.allowed);
        } else if (failure instanceof TooBusy busy) {
            said.put("error", "The server is busy: " + busy.getMessage() + ". Ask again in " + RETRY_AFTER + " s.");
        } else if (failure instanceof NotNow passing) {
            said.put("error", "The server cannot answer now: " + passing.getMessage() + ".");
        } else if (failure instanceof TooDear dear) {
            said.put("bound", dear.bound());
            said.put("error", "The answer is too expensive: " + dear.getMessage() + ".");
        } else if (!(failure instanceof ClientGone)) {
            said.put("error", "The server cannot answer; its log says why.");
        }
        return said;
    }

    /** A failure in one line: a peer's line breaks and escape characters would write lines of their own. */
    static String line(Throwable failure) {
        String text = failure instanceof Error || failure.getMessage() == null
                ? failure.toString()
                : failure.getMessage();
        return OneLine.of(text.lines().findFirst().orElse(failure.toString()), LONGEST);
    }

    /** Ends what is being asked and waits for it; the store may be closed then. */
    @Override
    public void close() {
        gate.close();
        clients.close();
    }

    /** What is answered without the store. */
    interface Plain {
        Object answer();
    }

    /** What is asked of the store. */
    interface Asked {
        void answer(Questions questions, Answer answer);
    }
}
