package sim.agent.select;

/** Whether a part of a pointcut selects something; {@link #UNKNOWN} where only the weaver can tell. */
enum Answer {
    YES,
    NO,
    UNKNOWN;

    static Answer of(boolean holds) {
        return holds ? YES : NO;
    }

    Answer and(Answer other) {
        return this == NO || other == NO ? NO : this == YES && other == YES ? YES : UNKNOWN;
    }

    Answer or(Answer other) {
        return this == YES || other == YES ? YES : this == NO && other == NO ? NO : UNKNOWN;
    }

    Answer not() {
        return this == YES ? NO : this == NO ? YES : UNKNOWN;
    }
}
