package sim.base.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sim.base.config.Option;
import sim.base.config.Options;

/**
 * Replaces secrets: values of a context or an event by their key or type, and parts of texts that payload probes describe. On the thread
 * that writes the value, before it is kept. What a key's rule is, is found once and remembered: a value whose key has no rule costs one
 * look into an array. Any thread.
 */
public final class Redaction {
    /** Keeps everything. */
    public static final Redaction NONE = new Redaction(List.of(), true);
    /** What obviously is a secret. Numbers of cards are known by their key alone: a number of 16 digits may be an order's. */
    static final List<String> DEFAULTS = List.of("*password*", "*passwd*", "*passphrase*", "*pwd", "*secret*", "*token",
            "*authorization*", "jwt", "*accesskey", "*access_key", "*access-key", "*accountkey", "*account_key", "sig",
            "*apikey*", "*api_key*", "*api-key*", "*privatekey*", "*private_key*", "*credential*",
            "cookie", "set-cookie", "*sessionid*", "*session_id*", "jsessionid", "cvv", "cvc", "*cardnumber*:last4",
            "*card_number*:last4", "creditcard:last4", "*iban*:last4");
    private static final String DEFAULT = "default";
    private static final String NOTHING = "none";
    private static final int REMEMBERED = 512;
    /** Texts that are remembered, of at most {@code value.length} characters each, as they were and as they are kept: half a megabyte. */
    private static final int TEXTS = 256;

    private record Known(String key, Rule rule) {}

    private record Cleaned(String raw, String clean) {}

    private final List<Rule> byKey = new ArrayList<>();
    private final List<Rule> byType = new ArrayList<>();
    private final boolean literals;
    /** Racy: an entry is immutable, and one that is lost is found again. */
    private final Known[] known = new Known[REMEMBERED];
    private final Cleaned[] cleaned = new Cleaned[TEXTS];

    private Redaction(List<String> rules, boolean literals) {
        this.literals = literals;
        for (String rule : rules) {
            for (String each : rule.equals(DEFAULT) ? DEFAULTS : List.of(rule)) {
                Rule made = Rule.of(each);
                (made.isByType() ? byType : byKey).add(made);
            }
        }
    }

    /** One for all that do as it comes, so that what was found is remembered once. */
    private static final class AsItComes {
        static final Redaction RULES = new Redaction(List.of(DEFAULT), false);
    }

    /** What is held back where nobody says anything else. */
    public static Redaction standard() {
        return AsItComes.RULES;
    }

    /** What the options say: {@code redact=} and {@code payload.sql.literals=}. */
    public static Redaction of(Options options) {
        List<String> rules = options.list(Option.REDACT);
        if (rules.equals(List.of(DEFAULT)) && !options.isOn(Option.PAYLOAD_SQL_LITERALS)) {
            return AsItComes.RULES;
        }
        return rules.equals(List.of(NOTHING))
                ? options.isOn(Option.PAYLOAD_SQL_LITERALS) ? NONE : new Redaction(List.of(), false)
                : new Redaction(rules, options.isOn(Option.PAYLOAD_SQL_LITERALS));
    }

    /**
     * What may be kept of a value.
     *
     * @param key   its key
     * @param value the value
     * @param kept  what would be kept of it: itself, or its text
     */
    public Object value(String key, Object value, Object kept) {
        Rule rule = byKey.isEmpty() ? null : ruleOf(key);
        for (int i = 0; rule == null && value != null && i < byType.size(); i++) {
            rule = byType.get(i).isForType(value.getClass()) ? byType.get(i) : null;
        }
        if (rule != null && value != null && !(value instanceof Boolean)) {
            return rule.kept(String.valueOf(kept));
        }
        return kept instanceof String text && isSuspect(text) ? text(text) : kept;
    }

    /** Whether a value is hidden by its key alone. */
    public boolean hides(String key) {
        return !byKey.isEmpty() && ruleOf(key) != null;
    }

    private Rule ruleOf(String key) {
        int at = key.hashCode() & REMEMBERED - 1;
        Known before = known[at];
        if (before != null && before.key.equals(key)) {
            return before.rule;
        }
        Rule found = find(key.toLowerCase(Locale.ROOT));
        known[at] = new Known(key, found);
        return found;
    }

    private Rule find(String lowerCase) {
        for (Rule each : byKey) {
            if (each.isForKey(lowerCase)) {
                return each;
            }
        }
        return null;
    }

    /** A text without the secrets in it: values behind a name that has a rule, users' passwords in addresses, literals of SQL. */
    public String text(String raw) {
        if (literals && byKey.isEmpty()) {
            return raw;
        }
        int at = raw.hashCode() & TEXTS - 1;
        Cleaned before = cleaned[at];
        if (before != null && before.raw.equals(raw)) {
            return before.clean;
        }
        String clean = byKey.isEmpty() ? raw : Secrets.without(raw, this);
        clean = literals ? clean : Literals.without(clean);
        cleaned[at] = new Cleaned(raw, clean.equals(raw) ? raw : clean);
        return clean;
    }

    /** Whether a context's value may have a secret inside: most are a word or a number. */
    private boolean isSuspect(String text) {
        return !byKey.isEmpty() && (text.indexOf('=') > 0 || text.indexOf(':') > 0 || text.indexOf('>') > 0
                || text.indexOf('%') > 0 || text.indexOf(' ') >= 0
                        && (text.indexOf('-') >= 0 || !literals && Literals.isSql(text) || Secrets.hasScheme(text)));
    }
}
