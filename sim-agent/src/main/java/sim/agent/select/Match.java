package sim.agent.select;

/** Whether a part of a pointcut selects something; {@link #UNKNOWN} where only the weaver can tell. */
enum Match {
    YES,
    NO,
    UNKNOWN;

    static Match of(boolean holds) {
        return holds ? YES : NO;
    }

    Match and(Match other) {
        return this == NO || other == NO ? NO : this == YES && other == YES ? YES : UNKNOWN;
    }

    Match or(Match other) {
        return this == YES || other == YES ? YES : this == NO && other == NO ? NO : UNKNOWN;
    }

    Match not() {
        return this == YES ? NO : this == NO ? YES : UNKNOWN;
    }
}
