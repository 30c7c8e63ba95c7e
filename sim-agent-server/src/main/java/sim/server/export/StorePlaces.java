package sim.server.export;

import java.util.function.Consumer;
import sim.export.totals.Place;
import sim.export.totals.Totals;
import sim.server.query.Answers;
import sim.server.query.QueryGate;
import sim.server.query.TooBusy;
import sim.server.query.Turn;
import sim.store.StoreException;

/** Asks the store what the ids of an instance mean, in turns of its own. Any thread. */
public final class StorePlaces implements Totals.Places, AutoCloseable {
    private final Answers answers;
    private final QueryGate gate;

    public StorePlaces(Answers answers, QueryGate gate) {
        this.answers = answers;
        this.gate = gate;
    }

    @Override
    public boolean read(String instance, Consumer<Place> each) {
        try (Turn turn = gate.turn(() -> {})) {
            turn.enter();
            answers.ask(turn, questions -> {
                questions.places(instance, each);
                return null;
            });
            turn.finished();
            return true;
        } catch (TooBusy | StoreException notNow) {
            return false; // the next batch asks again
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        gate.close();
    }
}
