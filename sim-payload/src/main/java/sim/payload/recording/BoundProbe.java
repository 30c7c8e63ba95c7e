package sim.payload.recording;

/** A probe class, its probe and its definition. Only the class refers to it, so that the class can be unloaded. */
public final class BoundProbe {
    public final KnownProbe probe;
    final Definition definition;

    BoundProbe(KnownProbe probe, Definition definition) {
        this.probe = probe;
        this.definition = definition;
    }

    /** The number of an event type, -1 for none. */
    int typeOf(Enum<?> type, Mishaps mishaps) {
        if (type == null) {
            return -1;
        }
        if (type.getDeclaringClass() != definition.typeClass || type.ordinal() >= definition.types.size()) {
            mishaps.add(Mishaps.Kind.FOREIGN_TYPE);
            return -1;
        }
        return type.ordinal();
    }
}
