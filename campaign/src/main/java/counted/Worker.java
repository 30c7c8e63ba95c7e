package counted;

import java.util.Random;
import java.util.Set;

/** One operation after another, chosen at random of those it may do. One thread. */
final class Worker {
    /** What the interface of the server can list at once, less a margin. */
    private static final int LISTED = 8_000;
    private static final int DEPTH = 150;
    private static final int ABYSS = 3_000;

    private final Ledger ledger;
    private final Set<String> may;
    private final Random random;
    private final int places;
    private final Recorded recorded;

    /** @param recorded the program's payloads, or null */
    Worker(Ledger ledger, Set<String> may, long seed, int places, Recorded recorded) {
        this.recorded = recorded;
        this.ledger = ledger;
        this.may = may;
        this.random = new Random(seed);
        this.places = places;
    }

    /** What is thrown that should not be is counted. */
    void once() {
        try {
            operation();
        } catch (Throwable broken) {
            ledger.add(Count.BROKEN);
            broken.printStackTrace();
        }
    }

    private void operation() {
        int chosen = random.nextInt(100);
        if (chosen < 4 && may.contains("errors") && ledger.get(Count.FAILING) < LISTED) {
            failing();
        } else if (chosen < 8 && may.contains("contexts") && ledger.get(Count.CONTEXTS) < LISTED) {
            contexts();
        } else if (chosen < 12 && may.contains("events") && ledger.addUpTo(Count.EVENTS, LISTED)) {
            ByHand.event(key(), text());
        } else if (chosen < 20 && may.contains("items")) {
            ByHand.items(ledger, random.nextInt(5));
        } else if (chosen < 21 && may.contains("deep")) {
            Work.deep(ledger, 1 + random.nextInt(DEPTH));
        } else if (chosen < 22 && may.contains("abyss")) {
            Work.deep(ledger, 1 + random.nextInt(ABYSS));
        } else if (chosen < 22 && may.contains("overflow")) {
            overflow();
        } else if (chosen < 23 && may.contains("threads")) {
            rename();
        } else if (chosen < 60 && recorded != null) {
            recorded.some(random);
        } else if (chosen < 60 && may.contains("places")) {
            ByHand.place(ledger, "p" + random.nextInt(places));
        } else if (may.contains("calls")) {
            Work.outer(ledger, random.nextInt(6));
        }
    }

    /** Every place once: so each thread has numbers of its own of each. */
    void everyPlace() {
        int first = random.nextInt(places);
        for (int i = 0; i < places; i++) {
            ByHand.place(ledger, "p" + (first + i) % places);
        }
    }

    private void failing() {
        try {
            Work.failing(ledger, text());
        } catch (IllegalStateException meant) {
            // it is what it is for
        }
    }

    private void contexts() {
        if (random.nextBoolean()) {
            ledger.add(Count.CONTEXTS);
            Work.inContext(ledger, key(), text());
        } else {
            ledger.add(Count.CONTEXTS, 2);
            ByHand.contexts(key(), text());
        }
    }

    private void overflow() {
        long[] entered = new long[1];
        boolean inContext = random.nextBoolean() && may.contains("contexts") && ledger.get(Count.CONTEXTS) < LISTED;
        if (inContext) {
            ledger.add(Count.CONTEXTS);
            ByHand.beginContext();
        }
        try {
            Work.overflowing(entered);
        } catch (StackOverflowError meant) {
            // it is what it is for
        } finally {
            ledger.add(Count.OVERFLOWING, entered[0]);
            if (inContext) {
                ByHand.endContext();
            }
        }
    }

    private void rename() {
        Thread.currentThread().setName(text());
    }

    private String key() {
        if (may.contains("giants") && random.nextInt(300) == 0) {
            return Texts.giant();
        }
        return may.contains("texts") && random.nextInt(4) == 0 ? Texts.odd(random) : "k" + random.nextInt(4);
    }

    private String text() {
        if (may.contains("giants") && random.nextInt(300) == 0) {
            return Texts.giant();
        }
        return may.contains("texts") ? Texts.odd(random) : Texts.plain(random);
    }
}
