package sim.base.config;

/**
 * Every option SIM understands. An option is written {@code sim.<name>} as a system property or in the configuration
 * file, and {@code <name>} in the agent's argument.
 */
public enum Option {
    /** The configuration file. */
    CONFIG("config", "", OptionType.TEXT),
    /** The application's name at the agent server. */
    APPLICATION("application", "java", OptionType.NAME),
    /** The program's version at the agent server; without it that of the manifest of the jar with its main class. */
    VERSION("version", "", OptionType.TEXT),
    /** Where the agent server listens for collectors; {@code tls://host:port} if it has TLS; {@code none} ships nothing. */
    SERVER("server", "127.0.0.1:7420", OptionType.ADDRESS),
    /** Where Prometheus scrapes this program without a server: a port of loopback, or host:port. */
    PROMETHEUS("prometheus", "", OptionType.LISTEN),
    /** A file whose first line is the token that the agent server asks for. */
    TOKEN_FILE("token.file", "", OptionType.TEXT),
    /** The authorities whose certificate the agent server must have, PEM or PKCS#12; those of the JDK if it is not set. */
    TLS_TRUST("tls.trust", "", OptionType.TEXT),
    /** The collector's own certificate, for a server that asks for one; PEM, or PKCS#12 with the key in it. */
    TLS_CERT("tls.cert", "", OptionType.TEXT),
    /** Its private key, if it is not in the same file; PEM. */
    TLS_KEY("tls.key", "", OptionType.TEXT),
    /** A file whose first line is the password of PKCS#12 files. */
    TLS_PASSWORD("tls.password.file", "", OptionType.TEXT),
    /** A weaver configuration to use beside those on the class path. */
    AOP("aop", "", OptionType.TEXT),
    /** Packages of which all methods and constructors are metered, with those below them. */
    PACKAGES("packages", "", OptionType.LIST),
    /** Classes the weaver leaves alone, by patterns: {@code default} is SIM's list of generated classes. */
    WEAVE_SKIP("weave.skip", "default", OptionType.LIST),
    /** A file for all the weaver has to say. */
    WEAVE_LOG("weave.log", "", OptionType.TEXT),
    /** Where woven classes are kept for the next start: {@code on} is the user's cache directory, {@code off} nowhere. */
    WEAVE_CACHE("weave.cache", "on", OptionType.TEXT),
    /** What they may take there, of all programs together. */
    WEAVE_CACHE_SIZE("weave.cache.size", "512MB", OptionType.BYTES),
    /** Whether anything is metered. */
    ENABLED("enabled", "true", OptionType.BOOLEAN),
    /** What is read for every call: {@code all}, or meter labels separated by '+'. Wall time is always read. */
    METERS("meters", "all", OptionType.METERS),
    /** Meters whose values are sorted into histograms, for percentiles; wall time's always are. */
    HISTOGRAMS("histograms", "wall", OptionType.LIST),
    /** {@code need} reads CPU time where a thread may have been off the CPU, {@code exact} at every end of every call. */
    CPU("cpu", "need", OptionType.CPU),
    /** How long a thread is taken to run, at most, before its CPU time is read again. */
    CPU_SPAN("cpu.span", "50us", OptionType.SPAN),
    /** {@code adaptive} reads contention when it may have changed, {@code exact} at every end of every call. */
    CONTENTION("contention", "adaptive", OptionType.CONTENTION),
    /** Whether what metering itself takes is left out of self times. */
    COMPENSATION("compensation", "true", OptionType.BOOLEAN),
    /** Which calls are kept one by one. */
    EVENTS("events", "slow", OptionType.EVENTS),
    /** A call is slow from here. */
    EVENTS_SLOW("events.slow", "100ms", OptionType.DURATION),
    /** Stacks of exceptions that are read in a second, beside that of the first of each type and place; 0 for none at all. */
    ERRORS_STACKS("errors.stacks", "10", OptionType.STEP),
    /**
     * Memory for what SIM keeps: the four memories below of which nothing is said share it. Numbers of things, and rings, follow it, and come on top:
     * see {@link Options#heap}.
     */
    MEMORY("memory", "", OptionType.MEMORY),
    /** Calls a thread's ring may grow to hold between two drains; rounded up to a power of two. */
    EVENTS_RING("events.ring", "524288", OptionType.COUNT),
    /** Distinct places in the call tree that are in use, of at most twice as many; calls at further places are counted under [other]. */
    TREE_NODES("tree.nodes", "20000", OptionType.COUNT),
    /** Memory for what threads keep of their own, all together; by default no more than a sixteenth of the heap. */
    NUMBERS_MEMORY("numbers.memory", "256MB", OptionType.BYTES),
    /** Distinct names; further ones are counted as [other]. */
    NAMES_MAX("names.max", "100000", OptionType.COUNT),
    /** Contexts that may be open, or ended and not yet shipped, at a time. */
    CONTEXTS_MAX("contexts.max", "100000", OptionType.COUNT),
    /** Memory for contexts, of all threads together; by default no more than a sixteenth of the heap. */
    CONTEXTS_MEMORY("contexts.memory", "64MB", OptionType.BYTES),
    /** Whether the ids of the current context are in the MDC of the application's logging: {@code trace_id} and {@code span_id}. */
    MDC("mdc", "false", OptionType.BOOLEAN),
    /** Contexts a second that are kept one by one whatever they are; past it the slow, the slowest, the failed and a sample are. */
    CONTEXTS_RATE("contexts.rate", "10000", OptionType.COUNT),
    /** One trace in this many is in the sample. */
    CONTEXTS_EVERY("contexts.every", "100", OptionType.COUNT),
    /** Of each kind the slowest that end between two drains are kept one by one, with all their places: so many. */
    CONTEXTS_SLOWEST("contexts.slowest", "10", OptionType.STEP),
    /** Of each kind so many that failed between two drains are kept one by one, past the rate too. */
    CONTEXTS_FAILED("contexts.failed", "100", OptionType.COUNT),
    /** Kinds of contexts, by name and tag, that are told apart in sums; further ones are counted as [other]. */
    CONTEXTS_KINDS("contexts.kinds", "1000", OptionType.COUNT),
    /** Distinct keys a context keeps. */
    CONTEXT_VALUES("context.values", "64", OptionType.COUNT),
    /** Places of the call tree a context keeps figures of; past it those that explain least count in its sums alone. */
    CONTEXT_PLACES("context.places", "1024", OptionType.COUNT),
    /** The same of a context that is neither slow nor failed nor of the sample: those where its time went. */
    CONTEXT_PLACES_FEW("context.places.few", "8", OptionType.COUNT),
    /** Whether flow contexts are put on flight recordings too. */
    JFR_CONTEXTS("jfr.contexts", "false", OptionType.BOOLEAN),
    /** Whether samples, allocation and waits that flight recorder sees are written into flow contexts while it runs. */
    JFR_STREAM("jfr.stream", "false", OptionType.BOOLEAN),
    /** Characters kept of a value, of its key or of an exception's text. */
    VALUE_LENGTH("value.length", "512", OptionType.COUNT),
    /**
     * Whose values are replaced before they are kept: keys' patterns, or {@code type:} and a class; {@code :last4} shows the last four characters.
     * {@code default} is SIM's list of what obviously is a secret, {@code none} none.
     */
    REDACT("redact", "default", OptionType.LIST),
    /** Whether the literals of SQL in payloads' texts are kept; otherwise each is a question mark. */
    PAYLOAD_SQL_LITERALS("payload.sql.literals", "false", OptionType.BOOLEAN),
    /** Whether the path of a request is kept with parts that may be tokens. */
    HTTP_PATH_WHOLE("http.path.whole", "false", OptionType.BOOLEAN),
    /** Whether violations of the Probes Open API's contract are reported with names and stack; they are always healed. */
    PROBES_STRICT("probes.strict", "false", OptionType.BOOLEAN),
    /** Interceptors in their order; each needs {@code sim.probes.interceptor.<name>.factory.class}. */
    PROBES_INTERCEPTORS("probes.interceptors", "", OptionType.LIST),
    /** Strategies in their order; each needs {@code sim.probes.strategy.<name>.factory.class}. */
    PROBES_STRATEGIES("probes.strategies", "", OptionType.LIST),
    /** Further meters; each needs {@code sim.probes.measure.<name>.factory.class}. */
    PROBES_MEASURES("probes.measures", "", OptionType.LIST),
    /** Counters that are meters. */
    PROBES_COUNTERS("probes.counters", "", OptionType.LIST),
    /** Whether probes that are not worth their cost switch themselves off. */
    HOTSPOT("hotspot.enabled", "true", OptionType.BOOLEAN),
    /** The meter judged. */
    HOTSPOT_METER("hotspot.meter", "clock.time", OptionType.METER),
    /** A firing that took as much, inner ones included, earns the credit; one that took less costs the debit. */
    HOTSPOT_THRESHOLD("hotspot.threshold", "10us", OptionType.QUANTITY),
    /** The same for a firing less its inner ones. */
    HOTSPOT_INHERENT("hotspot.threshold.inherent", "2us", OptionType.QUANTITY),
    /** What a name's scorecard opens with. */
    HOTSPOT_INITIAL("hotspot.initial", "1000", OptionType.COUNT),
    /** Added for a firing at or above the threshold. */
    HOTSPOT_CREDIT("hotspot.credit", "1", OptionType.STEP),
    /** Taken for a firing below the threshold. */
    HOTSPOT_DEBIT("hotspot.debit", "1", OptionType.STEP),
    /** Added for a firing at or above the inherent threshold. */
    HOTSPOT_INHERENT_CREDIT("hotspot.inherent.credit", "1", OptionType.STEP),
    /** Taken for a firing below the inherent threshold. */
    HOTSPOT_INHERENT_DEBIT("hotspot.inherent.debit", "2", OptionType.STEP),
    /** Whether a name stays whose firings take the inherent threshold on average, outliers cut; else the balance alone decides. */
    HOTSPOT_MEAN("hotspot.mean", "true", OptionType.BOOLEAN),
    /** Thousandths of a core a name takes of its own that keep its probe on although its firings are short; 0: never. */
    HOTSPOT_SHARE("hotspot.share", "0", OptionType.STEP),
    /** The probe budget: thousandths of the program's CPU time that probes may take; above, names lose readings; 0: no bound. */
    HOTSPOT_BUDGET("hotspot.budget", "50", OptionType.STEP),
    /** Thousandths of one processor that all probes together must take before the probe budget lowers the level of a name. */
    HOTSPOT_BUDGET_LEAST("hotspot.budget.least", "10", OptionType.STEP),
    /** Above, a name is a hotspot. */
    HOTSPOT_LOWER("hotspot.lower", "2000", OptionType.COUNT),
    /** Above, a name is unmanaged: no longer judged; only the probe budget may switch it off. */
    HOTSPOT_UPPER("hotspot.upper", "100000", OptionType.COUNT),
    /** How long a disabled name rests before it is tried again; doubles with every trial it fails, up to 64 times. */
    HOTSPOT_RETRIAL("hotspot.retrial", "1m", OptionType.DURATION),
    /**
     * Whether names an earlier run disabled start so: {@code true}, {@code false}, the file that keeps them, or {@code auto} for where there
     * are many names.
     */
    HOTSPOT_REMEMBER("hotspot.remember", "auto", OptionType.TEXT),
    /** Whether the JIT leaves out the probes of names that are off. If it is not set, on HotSpot alone. */
    HOTSPOT_LATCH("hotspot.latch", "true", OptionType.BOOLEAN),
    /** Whether the agent server shows disabled names where it is not asked. */
    HOTSPOT_SHOW("hotspot.show.disabled", "false", OptionType.BOOLEAN),
    /** Libraries whose ready-made probes are used, such as {@code jdbc+http}; {@code auto} finds them. */
    LIBRARIES("libraries", "", OptionType.LIST),
    /** Injected payload probes, by their classes. */
    PAYLOAD_PROBES("payload.probes", "", OptionType.LIST),
    /** Jars and folders with injected payload probes that are not on the application's class path. */
    PAYLOAD_PROBES_PATH("payload.probes.path", "", OptionType.LIST),
    /** Payload probes to record from the start: {@code all}, or class names or names. */
    PAYLOAD_RECORD("payload.record", "", OptionType.LIST),
    /** Whether single events are kept of these. */
    PAYLOAD_EVENTS("payload.events", "false", OptionType.BOOLEAN),
    /** How long after the start these begin to be recorded. */
    PAYLOAD_RECORD_AFTER("payload.record.after", "0s", OptionType.DURATION),
    /** After how long a recording that began by itself ends; 0: never. */
    PAYLOAD_RECORD_FOR("payload.record.for", "0s", OptionType.DURATION),
    /** A method and a time: they are recorded once a call of it took longer. */
    PAYLOAD_RECORD_WHEN("payload.record.when", "", OptionType.SLOW_CALL),
    /** They are recorded while a context of that name is open. */
    PAYLOAD_RECORD_WHILE("payload.record.while", "", OptionType.OPEN_CONTEXT),
    /** Whether somebody at the agent server may put scripts into this program: they are code, and do what it may. */
    PAYLOAD_SCRIPTS_REMOTE("payload.scripts.remote", "false", OptionType.BOOLEAN),
    /** A jar with a Java compiler, for the scripts of a Java that has none. */
    PAYLOAD_SCRIPTS_COMPILER("payload.scripts.compiler", "", OptionType.TEXT),
    /** Memory for the sums of payloads, all threads and probes together; by default no more than a sixteenth of the heap. */
    PAYLOAD_MEMORY("payload.memory", "32MB", OptionType.BYTES),
    /** Distinct descriptions a recording tells apart; further ones are counted as [other] at their place. */
    PAYLOAD_STRINGS("payload.strings", "20000", OptionType.COUNT),
    /** The same at one place. */
    PAYLOAD_STRINGS_PLACE("payload.strings.place", "1000", OptionType.COUNT),
    /** Distinct texts a split probe splits the call tree by; further ones share a node. */
    PAYLOAD_SPLITS("payload.splits", "1000", OptionType.COUNT),
    /** The same at one place. */
    PAYLOAD_SPLITS_PLACE("payload.splits.place", "100", OptionType.COUNT),
    /** Control objects that are told apart at a time. */
    PAYLOAD_OBJECTS("payload.objects", "10000", OptionType.COUNT),
    /** Single events that are kept of a recording; further ones are added up by the minute. */
    PAYLOAD_EVENTS_MAX("payload.events.max", "100000", OptionType.COUNT),
    /** Single events that are kept between two drains, all recordings together. */
    PAYLOAD_EVENTS_BUFFER("payload.events.buffer", "50000", OptionType.COUNT),
    /** How often the collector ships. */
    INTERVAL("interval", "5s", OptionType.DURATION),
    /** Memory for what could not be shipped yet. */
    SPOOL("spool", "32MB", OptionType.BYTES),
    /** How long the last flush at JVM exit may take. */
    EXIT_FLUSH("exit.flush", "3s", OptionType.DURATION);

    private final String label;
    private final String fallback;
    private final OptionType type;

    Option(String label, String fallback, OptionType type) {
        this.label = label;
        this.fallback = fallback;
        this.type = type;
    }

    /** The name without {@code sim.}. */
    public String label() {
        return label;
    }

    /** The system property. */
    public String property() {
        return "sim." + label;
    }

    String fallback() {
        return fallback;
    }

    OptionType type() {
        return type;
    }

    static Option labelled(String label) {
        for (Option option : values()) {
            if (option.label.equals(label)) {
                return option;
            }
        }
        return null;
    }
}
