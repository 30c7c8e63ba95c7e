package sim.metrics.probe;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * Finds probes begun by hand that nobody can end any more. A probe holds a token from its begin to its end; the thread that lent it keeps
 * only a weak reference. If the garbage collector takes a token that was not given back, nothing refers to the probe any more. So SIM
 * never reports a correct program, wherever it begins and ends its probes. Tokens are reused, so that a probe that is ended costs no
 * allocation. Only its thread uses it, except for {@link #mayBeLost()}.
 */
final class Tokens {
    /** Held by a firing probe. */
    static final class Token {
        final Lent lent = new Lent(this);
    }

    /** What the thread keeps of a token while it is lent. */
    static final class Lent extends WeakReference<Token> {
        /** The serial of the frame. */
        long serial;
        /** The scope of the environment. */
        long scope;

        Lent(Token token) {
            super(token);
        }
    }

    /** Heap bytes of one token. */
    static final int BYTES = 96;
    private static final int FIRST = 4;
    /** From this number of tokens on, the thread looks for lost ones each time the number has doubled. */
    private static final int MANY = 16;

    private Token[] free = new Token[FIRST];
    private int left;
    /** All tokens, in no order. */
    private Lent[] made = new Lent[FIRST];
    private int count;
    private int lookAt = MANY;

    /** Lends a token; null if none is free: see {@link #make}. */
    Token take() {
        if (left == 0) {
            return null;
        }
        Token token = free[--left];
        free[left] = null;
        return token;
    }

    /** Takes a token back, because its probe has ended. */
    void giveBack(Token token) {
        free[left++] = token;
    }

    /** How many there are, the lent ones too. */
    int made() {
        return count;
    }

    /** Makes another one, for which the caller has taken {@link #BYTES}. Returns whether it is time to look for lost ones. */
    boolean make() {
        if (count == made.length) {
            free = Arrays.copyOf(free, 2 * count);
            made = Arrays.copyOf(made, 2 * count);
        }
        Token token = new Token();
        made[count++] = token.lent;
        free[left++] = token;
        boolean isTime = count >= lookAt;
        if (isTime) {
            lookAt = 2 * count;
        }
        return isTime;
    }

    /** Whether a look for lost tokens is worth while. Any thread may ask. */
    boolean mayBeLost() {
        for (Lent lent : made) {
            if (lent != null && lent.refersTo(null)) {
                return true;
            }
        }
        return false;
    }

    /** Forgets the tokens that were collected. Returns what was kept of them, the innermost first, and null behind the last. */
    Lent[] collect() {
        Lent[] gone = new Lent[count + 1];
        int many = 0;
        for (int i = count - 1; i >= 0; i--) {
            if (made[i].refersTo(null)) {
                gone[many++] = made[i];
                made[i] = made[--count];
                made[count] = null;
            }
        }
        lookAt = Math.max(MANY, 2 * count);
        Arrays.sort(gone, 0, many, (one, other) -> Long.compare(other.serial, one.serial));
        return gone;
    }
}
