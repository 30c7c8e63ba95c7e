package sim.jfr;

/**
 * What a filter makes of one context. Found when the context begins.
 *
 * @param rules the filter
 * @param accepted whether events are written, by the number that the filter gives their type
 */
record Verdicts(RuleBook rules, boolean[] accepted) {}
