package sim.jfr;

/**
 * What a filter makes of one context, found when the context is installed.
 *
 * @param rules the filter
 * @param accepted by the number the filter gives an event type
 */
record Verdicts(RuleBook rules, boolean[] accepted) {}
