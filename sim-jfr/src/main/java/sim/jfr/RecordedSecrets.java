package sim.jfr;

import sim.base.redact.Redaction;

/** What recordings do not keep of entries: the rules of {@code sim.redact}, or the documented ones until an agent says. Any thread. */
final class RecordedSecrets {
    private static volatile Redaction rules = Redaction.standard();

    private RecordedSecrets() {}

    static Redaction rules() {
        return rules;
    }

    static void use(Redaction configured) {
        rules = configured;
    }
}
